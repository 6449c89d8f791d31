import { sql } from 'kysely'
import type { PowerNode } from '#contract/powers.ts'
import type { Right } from '#contract/access.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'
import { givenTo } from '#server/call/grants.ts'
import { treeOf } from '#server/database/tree.ts'

/** Describes a module and what can be granted on it. */
export type GrantableModule = { mdlCode: string; prtCode: string | null; mdlName: string; func: string }

/** Reads the modules in use at an enterprise, under its own names and in its own order. */
export async function modulesAt(db: Db, entNo: string): Promise<GrantableModule[]> {
  const given = new Map((await givenTo(db, entNo)).map(({ mdlCode, func }) => [mdlCode, func]))
  const { rows } = await sql<Omit<GrantableModule, 'func'>>`
    select m.mdl_code, coalesce(e.prt_code, m.prt_code) as prt_code, coalesce(e.mdl_name, m.mdl_name) as mdl_name
    from entmdl e join mdl m using (mdl_code) where e.ent_no = ${entNo}
    order by coalesce(e.show_ord, m.show_ord), m.mdl_code`.execute(db)
  return rows.flatMap((row) => {
    const func = given.get(row.mdlCode)
    return func === undefined ? [] : [{ ...row, func }]
  })
}

/** Reads every module of the platform that is in use. */
export const modulesOfPlatform = (db: Db): Promise<GrantableModule[]> =>
  db
    .selectFrom('mdl')
    .select(['mdlCode', 'prtCode', 'mdlName', 'func'])
    .where('stt', '=', '1')
    .orderBy('tmlType')
    .orderBy('showOrd')
    .orderBy('mdlCode')
    .execute()

const actionsOf = ({ func }: GrantableModule) => func.split(',').filter(Boolean)

/** Returns all rights that can be granted on these modules. */
export const rightsOn = (modules: readonly GrantableModule[]): Set<Right> =>
  new Set(modules.flatMap((module) => actionsOf(module).map((pwrNo): Right => `${module.mdlCode}:${pwrNo}`)))

/** Returns the modules as a tree, each with what `granted` grants on it, without branches on which nothing can be granted. */
export function powerTree(modules: readonly GrantableModule[], granted: readonly Right[]): PowerNode[] {
  const held = new Set(granted)
  const tree = treeOf(modules, 'mdlCode', 'prtCode', (module, lvl) => ({
    mdlCode: module.mdlCode,
    mdlName: module.mdlName,
    code: module.mdlCode,
    name: module.mdlName,
    lvl,
    func: module.func,
    pwrNos: actionsOf(module).filter((pwrNo) => held.has(`${module.mdlCode}:${pwrNo}`)),
  }))
  return pruned(tree)
}

const pruned = (nodes: PowerNode[]): PowerNode[] =>
  nodes.map((node) => ({ ...node, items: pruned(node.items) })).filter(({ func, items }) => func !== '' || items.length > 0)

type Asked = { mdlCode: string; pwrNos: readonly string[] }

/**
 * Returns as rights what is to be granted. Throws invalid, naming the field, for a module that does not exist and an action that
 * it does not have.
 */
export function rightsAsked(modules: readonly GrantableModule[], asked: readonly Asked[], field: string): Right[] {
  const known = new Map(modules.map((module) => [module.mdlCode, module]))
  return asked.flatMap(({ mdlCode, pwrNos }) => {
    const module = known.get(mdlCode)
    if (!module) throw invalidField(field, `模块 ${mdlCode} 没有开通`)
    const strange = pwrNos.find((pwrNo) => !actionsOf(module).includes(pwrNo))
    if (strange) throw invalidField(field, `“${module.mdlName}”没有 ${strange} 这项操作`)
    return pwrNos.map((pwrNo): Right => `${mdlCode}:${pwrNo}`)
  })
}
