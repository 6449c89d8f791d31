import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { modulesAt, rightsOn } from './moduleTree.ts'

/** Names the types of roles: made by the enterprise itself, or given by the platform. */
export const RoleType = { own: '1', public: '2' } as const

/** Names the role without which nobody could manage the platform any more. */
export const operatorRole = 'P060OPERATOR'

/** Selects the live roles of an enterprise as a table: its own, then those it was given. */
export const rolesAt = (entNo: string) => sql`(
  select role_no, role_name, role_item, ${RoleType.own} as role_type, des, stt, ver, show_ord from role
    where ent_no = ${entNo} and stt <> ${Status.deleted}
  union all
  select p.role_no, p.role_name, p.role_item, ${RoleType.public}, p.des, p.stt, p.ver, 0 from entrole e join pbcrole p using (role_no)
    where e.ent_no = ${entNo} and p.stt <> ${Status.deleted})`

/** Describes a role of an enterprise and what it grants there. */
export type EnterpriseRole = {
  roleNo: string
  roleName: string
  roleItem: string
  roleType: '1' | '2'
  stt: string
  rights: Right[]
}

/** Reads roles of an enterprise by their numbers, all of them without; only what its modules know counts as their rights. */
export async function readEnterpriseRoles(db: Db, entNo: string, roleNos?: readonly string[]): Promise<EnterpriseRole[]> {
  const { rows } = await sql<EnterpriseRole>`
    select r.role_no, r.role_name, r.role_item, r.role_type, r.stt, array(
      select mdl_code || ':' || pwr_no from rolepwr where ent_no = ${entNo} and role_no = r.role_no
      union select mdl_code || ':' || pwr_no from pbcrolepwr where role_no = r.role_no and r.role_type = ${RoleType.public}) as rights
    from ${rolesAt(entNo)} r where ${roleNos ? sql`r.role_no = any(${roleNos})` : sql`true`} order by r.role_no`.execute(db)
  const possible = rightsOn(await modulesAt(db, entNo))
  return rows.map((role) => ({ ...role, rights: role.rights.filter((right) => possible.has(right)) }))
}

/** Reads such roles. Throws notFound for a number that names none of the enterprise's roles. */
export async function foundRoles(db: Db, entNo: string, roleNos: readonly string[]): Promise<EnterpriseRole[]> {
  const roles = await readEnterpriseRoles(db, entNo, roleNos)
  if (roles.length < new Set(roleNos).size) throw new Fault('notFound', '所选角色有的已不存在，请刷新后再选')
  return roles
}

/** Takes from people what they hold through roles, and the roles themselves; all holders without `empNos`. Answers who held them. */
export async function releaseRoles(db: Db, entNo: string, roleNos: readonly string[], empNos?: readonly string[]) {
  const of = sql`ent_no = ${entNo} and role_no = any(${roleNos}) and ${empNos ? sql`emp_no = any(${empNos})` : sql`true`}`
  await sql`delete from empdatapwr where ${of}`.execute(db)
  await sql`delete from empmsgpwr where ${of}`.execute(db)
  const { rows } = await sql<{
    roleNo: string
    empNo: string
  }>`delete from emprole where ${of} returning role_no, emp_no`.execute(db)
  return rows
}
