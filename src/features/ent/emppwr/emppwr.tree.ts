import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { type Grants, readGrants } from '#server/call/grants.ts'
import { rightsFrom } from '#server/call/rights.ts'
import { requireRow } from '#server/database/rows.ts'
import { treeOf } from '#server/database/tree.ts'

/**
 * Reads what a person may do, module by module and action by action, with the roles and the exception it comes from. Throws
 * notFound where there is no such person.
 */
export async function sourceTree(db: Db, entNo: string, empNo: string) {
  const { rows: people } =
    await sql`select 1 from emp where ent_no = ${entNo} and emp_no = ${empNo} and stt <> ${Status.deleted}`.execute(db)
  requireRow(people[0])
  const [grants, modules] = await Promise.all([readGrants(db, entNo, empNo), modulesOf(db, entNo)])
  const func = new Map(grants.given.map((one) => [one.mdlCode, one.func]))
  const sources = sourcesIn(grants)
  return treeOf(modules, 'mdlCode', 'prtCode', ({ mdlCode, mdlName }, lvl) => {
    const possible = func.get(mdlCode) ?? ''
    const pwrs = possible.split(',').filter(Boolean)
    return {
      mdlCode,
      mdlName,
      code: mdlCode,
      name: mdlName,
      lvl,
      func: possible,
      pwrs: pwrs.map((pwrNo) => sources(mdlCode, pwrNo)),
    }
  })
}

function sourcesIn(grants: Grants) {
  const rights = rightsFrom(grants)
  const exceptions = new Map(grants.exceptions.map(({ right, addDelFlag }) => [right, addDelFlag as '1' | '2']))
  return (mdlCode: string, pwrNo: string) => {
    const right = `${mdlCode}:${pwrNo}` as const
    return {
      pwrNo,
      pwrFlag: rights.has(right) ? ('1' as const) : ('0' as const),
      roleNames: grants.roles.filter((role) => role.rights.includes(right)).map(({ roleName }) => roleName),
      addDelFlag: exceptions.get(right) ?? null,
    }
  }
}

/** Reads the modules in use at an enterprise with its own names and places. */
async function modulesOf(db: Db, entNo: string) {
  const { rows } = await sql<{ mdlCode: string; prtCode: string | null; mdlName: string }>`
    select m.mdl_code, coalesce(e.prt_code, m.prt_code) as prt_code, coalesce(e.mdl_name, m.mdl_name) as mdl_name
    from entmdl e join mdl m using (mdl_code) where e.ent_no = ${entNo} and e.stt = '1' and m.stt = '1'
    order by coalesce(e.show_ord, m.show_ord), m.mdl_code`.execute(db)
  return rows
}
