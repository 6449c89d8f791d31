import { actions } from '#contract/access.ts'
import { isOutside } from '#contract/values/address.ts'
import type { Me } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { type OwnModuleRow, ownModules } from '#server/access/ownModules.ts'
import { searchText } from '#server/base/search.ts'
import { requireRow } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { treeOf } from '#server/database/tree.ts'
import { userMdl } from '#contract/shell/mdl.contract.ts'

export const userMdlHandlers = serve(userMdl, {
  async get({ tmlType }, { me, inOwnTransaction }) {
    const rows = await inOwnTransaction((db) => ownModules(db, me.entNo, tmlType), { entNo: me.entNo })
    const held = new Map(me.rights.modules.map(({ mdlCode, func }) => [mdlCode, func]))
    const shown = withGroups(rows, (mdlCode) => isShown(me, mdlCode))
    return treeOf(shown, 'mdlCode', 'prtCode', ({ mdlCode, mdlName, picPath, url, urlType, openType }, lvl) => {
      const func = held.get(mdlCode) ?? ''
      return {
        mdlCode,
        mdlName,
        code: mdlCode,
        name: mdlName,
        picPath,
        lvl,
        url,
        urlType,
        openType,
        func,
        pinyin: searchText(mdlName),
      }
    })
  },

  async geturl({ mdlCode }, { me, inOwnTransaction }) {
    const module = await inOwnTransaction(
      (db) =>
        db.selectFrom('mdl').select(['url', 'urlType']).where('mdlCode', '=', mdlCode).where('stt', '=', '1').executeTakeFirst(),
      { entNo: me.entNo },
    )
    const { url, urlType } = requireRow(isShown(me, mdlCode) ? module : undefined)
    if (urlType === '1' || !url || !isOutside(url)) throw new Fault('notFound', '这个模块没有外部地址')
    return { url }
  },
})

const isShown = (me: Me, mdlCode: string) => me.rights.has(`${mdlCode}:${actions.view}`)

/** Keeps the modules that a condition holds for, with the groups above them. */
function withGroups(rows: OwnModuleRow[], wanted: (mdlCode: string) => boolean): OwnModuleRow[] {
  const parents = new Map(rows.map(({ mdlCode, prtCode }) => [mdlCode, prtCode]))
  const above = (mdlCode: string | null | undefined): string[] => (mdlCode ? [mdlCode, ...above(parents.get(mdlCode))] : [])
  const shown = new Set(rows.flatMap(({ mdlCode }) => (wanted(mdlCode) ? above(mdlCode) : [])))
  return rows.filter(({ mdlCode }) => shown.has(mdlCode))
}
