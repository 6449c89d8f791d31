import { sql } from 'kysely'
import type { Access, Right } from '#contract/access.ts'
import type { Db } from './database.ts'

/** What one grant covers: the whole enterprise, or the units (or departments) a person holds through the role. */
export type Reach = { whole: boolean; values: readonly string[] }

/** The rights of one person in one enterprise. */
export type Rights = {
  has(right: Right): boolean
  /** The union over those roles that grant this; a personal grant adds no units (domain, 2.3). */
  reachOf(access: Access): Reach
  /** Module codes with their action codes, as the menu and the buttons need them. */
  modules: { mdlCode: string; func: string }[]
  roles: { roleNo: string; roleName: string }[]
}

type Grant = { right: Right; whole: boolean; values: string[] }

/**
 * Reads a person's rights: modules given to the enterprise, then roles, then personal exceptions, of which a denial wins.
 * Runs inside a transaction of that enterprise.
 */
export async function readRights(db: Db, entNo: string, empNo: string): Promise<Rights> {
  const [{ rows: granted }, { rows: exceptions }, { rows: given }] = await Promise.all([
    roleGrants(db, entNo, empNo),
    sql<{ right: Right; flag: string }>`
      select mdl_code || ':' || pwr_no as right, add_del_flag as flag from emppwr where ent_no = ${entNo} and emp_no = ${empNo}`.execute(
      db,
    ),
    sql<{ mdlCode: string; func: string }>`
      select e.mdl_code, m.func from entmdl e join mdl m using (mdl_code)
      where e.ent_no = ${entNo} and e.stt = '1' and m.stt = '1' order by m.show_ord`.execute(db),
  ])
  const possible = new Set(given.flatMap(({ mdlCode, func }) => func.split(',').map((pwrNo) => `${mdlCode}:${pwrNo}`)))
  const grants = new Map<Right, Grant[]>()
  const add = (grant: Grant) => possible.has(grant.right) && grants.set(grant.right, [...(grants.get(grant.right) ?? []), grant])
  for (const { mdlCode, pwrNo, roleItem, values } of granted)
    if (mdlCode) add({ right: `${mdlCode}:${pwrNo}`, whole: wholeEnterprise.has(roleItem), values: values ?? [] })
  for (const { right, flag } of exceptions) if (flag === '1') add({ right, whole: false, values: [] })
  for (const { right, flag } of exceptions) if (flag === '2') grants.delete(right)
  const roles = new Map(granted.map(({ roleNo, roleName }) => [roleNo, { roleNo, roleName }]))
  return {
    has: (right) => grants.has(right),
    reachOf: (access) => unite(typeof access === 'string' ? [] : access.flatMap((right) => grants.get(right) ?? [])),
    modules: given.map(({ mdlCode, func }) => ({ mdlCode, func: held(mdlCode, func, grants) })).filter(({ func }) => func !== ''),
    roles: [...roles.values()],
  }
}

// Role levels (domain, 2.4.1) that work on the whole enterprise: general and school, of both kinds of role.
const wholeEnterprise = new Set(['1', '2'])

type RoleGrant = {
  roleNo: string
  roleName: string
  roleItem: string
  mdlCode: string | null
  pwrNo: string | null
  values: string[] | null
}

const roleGrants = (db: Db, entNo: string, empNo: string) =>
  sql<RoleGrant>`
    with held as (
      select r.role_no, r.role_name, r.role_item from emprole h join role r using (ent_no, role_no)
      where h.ent_no = ${entNo} and h.emp_no = ${empNo} and r.stt = '1'
      union all
      select p.role_no, p.role_name, p.role_item from emprole h join entrole e using (ent_no, role_no) join pbcrole p using (role_no)
      where h.ent_no = ${entNo} and h.emp_no = ${empNo} and p.stt = '1'
    ), power as (
      select role_no, mdl_code, pwr_no from rolepwr where ent_no = ${entNo}
      union all select role_no, mdl_code, pwr_no from pbcrolepwr
    )
    select held.*, power.mdl_code, power.pwr_no, (
      select array_agg(d.data_val) from empdatapwr d where d.ent_no = ${entNo} and d.emp_no = ${empNo} and d.role_no = held.role_no
    ) as values
    from held left join power using (role_no)`.execute(db)

const unite = (grants: Grant[]): Reach => ({
  whole: grants.some(({ whole }) => whole),
  values: [...new Set(grants.flatMap(({ values }) => values))],
})

const held = (mdlCode: string, func: string, grants: Map<Right, Grant[]>) =>
  func
    .split(',')
    .filter((pwrNo) => grants.has(`${mdlCode}:${pwrNo}`))
    .join(',')

/** Permission sets, each kept only under the version that was read together with the session. */
export class RightsCache {
  #sets = new Map<string, { version: string; rights: Rights }>()
  async get(key: string, version: string, read: () => Promise<Rights>): Promise<Rights> {
    const kept = this.#sets.get(key)
    if (kept?.version === version) return kept.rights
    const rights = await read()
    if (this.#sets.size >= 5000) this.#sets.clear()
    this.#sets.set(key, { version, rights })
    return rights
  }
}
