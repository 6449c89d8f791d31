import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { webTerminal } from '#contract/modules.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { ownModules } from '#server/access/ownModules.ts'
import { updateRow, requireRow, setOrder } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { lockTree, placeSiblings, treeOf } from '#server/database/tree.ts'
import { ownMdl, ownModuleCode } from './mdl.contract.ts'

const kept = ['mdlCode', 'mdlName', 'mdlDesc', 'sect', 'stt', 'ver'] as const

export const ownMdlHandlers = serve(ownMdl, {
  async getmdltree({ entNo }, { db }) {
    const rows = await ownModules(db, entNo, webTerminal)
    return treeOf(rows, 'mdlCode', 'prtCode', ({ urlType: _, openType: __, func: ___, ...row }, lvl) => ({
      ...row,
      entNo,
      code: row.mdlCode,
      name: row.mdlName,
      lvl,
    }))
  },

  async setentmdlord({ entNo, prtCode = null, mdlOrds }, { db }) {
    const siblings = (await lockedModules(db, entNo)).filter((one) => one.prtCode === prtCode).map(({ mdlCode }) => mdlCode)
    return setOrder(db, 'entmdl', {
      keyName: 'mdlCode',
      siblings: sql<boolean>`ent_no = ${entNo} and mdl_code = any(${siblings})`,
      orders: mdlOrds,
    })
  },

  async updateprtmdl({ entNo, prtCode = null, mdlCodes, befNo }, { db }) {
    const modules = await lockedModules(db, entNo)
    const byCode = new Map(modules.map((one) => [one.mdlCode, one]))
    const moved = mdlCodes.map((mdlCode) => requireRow(byCode.get(mdlCode)))
    const to = prtCode === null ? undefined : byCode.get(prtCode)
    if (prtCode !== null && (!to || to.url !== null)) throw wrongPlace('所在分组不是本单位的分组')
    if (to && moved.some(({ url }) => url === null)) throw wrongPlace('分组之下不能再放分组')
    if (!to && moved.some((one) => one.prtCode !== null)) throw wrongPlace('模块只能放在分组之下')
    const others = modules.filter((one) => one.prtCode === prtCode && !mdlCodes.includes(one.mdlCode))
    const order = placeSiblings(
      others.map(({ mdlCode }) => mdlCode),
      mdlCodes,
      befNo,
    )
    // Stores nothing where it lies as in the catalogue, so that it follows when the platform moves it.
    await sql`update entmdl e set prt_code = nullif(${prtCode}::text, m.prt_code) from mdl m
      where e.ent_no = ${entNo} and e.mdl_code = any(${mdlCodes}) and m.mdl_code = e.mdl_code`.execute(db)
    await sql`update entmdl set show_ord = place * 10 from unnest(${order}::text[]) with ordinality w (no, place)
      where ent_no = ${entNo} and mdl_code = w.no and show_ord is distinct from place * 10`.execute(db)
    return null
  },

  async update({ entNo, mdlCode, ver, mdlName, sect, ...changes }, { db }) {
    const modules = await ownModules(db, entNo, webTerminal)
    const one = requireRow(modules.find((module) => module.mdlCode === mdlCode))
    if (changes.stt === Status.disabled && mdlCode === ownModuleCode)
      throw new Fault('inUse', `不能关闭“${one.mdlName}”，否则无法再打开它`)
    if (changes.stt === Status.disabled && one.url === null) throw new Fault('inUse', '分组随其中的模块显示，请关闭其中的模块')
    if (sect === '1' && one.baseSect !== '1') throw invalidField('sect', '只有内置的分组可以合并显示')
    const own = { mdlName: mdlName === one.baseName ? null : mdlName, sect: sect === one.baseSect ? null : sect }
    return updateRow(db, 'entmdl', { entNo, mdlCode }, { ...changes, ...own, ver }, kept)
  },
})

// Locks the modules, so that one caller at a time moves them.
async function lockedModules(db: Db, entNo: string) {
  await lockTree(db, { table: 'entmdl' }, entNo)
  return ownModules(db, entNo, webTerminal)
}

const wrongPlace = (message: string) => invalidField('prtCode', message)
