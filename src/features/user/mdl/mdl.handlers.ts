import { actions } from '#contract/access.ts'
import { isOutside } from '#contract/values/address.ts'
import { Status } from '#contract/fields.ts'
import { UrlType } from '#features/ecb/mdl/mdl.contract.ts'
import type { Context, Me } from '#server/call/context.ts'
import { issueTicket } from '#server/call/tickets.ts'
import type { Db } from '#server/database/database.ts'
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
    const shown = withGroups(rows, (module) => module.stt === Status.enabled && isShown(me, module))
    return treeOf(shown, 'mdlCode', 'prtCode', ({ mdlCode, mdlName, picPath, url, urlType, openType, sect }, lvl) => {
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
        sect,
        pinyin: searchText(mdlName),
      }
    })
  },

  async geturl({ mdlCode }, context) {
    const { me, inOwnTransaction } = context
    const module = await inOwnTransaction((db) => givenModule(db, me.entNo, mdlCode), { entNo: me.entNo })
    const { url, urlType } = requireRow(module && isShown(me, module) ? module : undefined)
    if (urlType === UrlType.own || !url || !isOutside(url)) throw new Fault('notFound', '这个模块没有外部地址')
    return { url: urlType === UrlType.asked ? await withTicket(context, url) : url }
  },
})

const givenModule = (db: Db, entNo: string, mdlCode: string) =>
  db
    .selectFrom('entmdl as e')
    .innerJoin('mdl as m', 'm.mdlCode', 'e.mdlCode')
    .select(['m.mdlCode', 'm.url', 'm.urlType', 'm.func'])
    .where('e.entNo', '=', entNo)
    .where('e.mdlCode', '=', mdlCode)
    .where('e.stt', '=', Status.enabled)
    .where('m.stt', '=', Status.enabled)
    .executeTakeFirst()

/**
 * Adds a ticket to an address, by which the other system learns once who comes: it opens a session that only looks, and that ends
 * with the one that asks.
 */
async function withTicket({ me, origin, inOwnTransaction }: Context, url: string): Promise<string> {
  const entry = { ...origin, impersonator: me.impersonator, readOnly: true, casHash: me.casHash ?? null }
  const tokenId = await inOwnTransaction((db) => issueTicket(db, me, entry, me), { entNo: me.entNo })
  const address = new URL(url)
  address.searchParams.set('tokenId', tokenId)
  return address.href
}

// Shows a module with an address and without a list of actions to everybody, as on it nothing can be granted.
const isShown = ({ rights }: Me, { mdlCode, url, func }: Pick<OwnModuleRow, 'mdlCode' | 'url' | 'func'>) =>
  rights.has(`${mdlCode}:${actions.view}`) || (url !== null && func === '')

/** Keeps the modules that a condition holds for, with the groups above them. */
function withGroups(rows: OwnModuleRow[], wanted: (module: OwnModuleRow) => boolean): OwnModuleRow[] {
  const parents = new Map(rows.map(({ mdlCode, prtCode }) => [mdlCode, prtCode]))
  const above = (mdlCode: string | null | undefined): string[] => (mdlCode ? [mdlCode, ...above(parents.get(mdlCode))] : [])
  const shown = new Set(rows.flatMap((module) => (wanted(module) ? above(module.mdlCode) : [])))
  return rows.filter(({ mdlCode }) => shown.has(mdlCode))
}
