import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { type EnterpriseRole, foundRoles, RoleType } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { requireDelegable, mayReach } from '#server/access/delegation.ts'
import { updateRow } from '#server/database/rows.ts'

/** Tells whether a right is on any other module. */
export const isElsewhere = (mdlCode: string) => (right: Right) => !right.startsWith(`${mdlCode}:`)

type Grant = { roleNo: string; right: Right }

type SetPowersInput = {
  roleNos: readonly string[]
  wanted: (held: readonly Right[]) => readonly Right[]
  ver?: number | undefined
}

/**
 * Makes own roles grant what `wanted` says of what each grants now. What is not in use at the enterprise is neither shown nor
 * touched. Only rows that change are written; nobody adds what they do not hold themselves.
 */
export async function setPowers(context: Context, entNo: string, { roleNos, wanted, ver }: SetPowersInput) {
  const { db } = context
  const roles = await lockOwnRoles(db, entNo, roleNos)
  const changes = roles.map((role) => ({ role, ...differences(role.rights, wanted(role.rights)) }))
  const changed = changes.filter(({ added, removed }) => added.length + removed.length > 0)
  await requireDelegable(context, [...new Set(changed.flatMap(({ added }) => added))])
  for (const { role, added } of changed) mayReach(context, role, added)
  for (const { role } of changed) await updateRow(db, 'role', { entNo, roleNo: role.roleNo }, { ver }, [])
  const grants = (of: 'added' | 'removed') =>
    changed.flatMap(({ role: { roleNo }, [of]: rights }) => rights.map((right) => ({ roleNo, right })))
  await sql`delete from rolepwr p using ${listOf(grants('removed'))}
    where p.ent_no = ${entNo} and p.role_no = w.role_no and p.mdl_code = w.mdl_code and p.pwr_no = w.pwr_no`.execute(db)
  await sql`insert into rolepwr (ent_no, role_no, mdl_code, pwr_no)
    select ${entNo}, w.role_no, w.mdl_code, w.pwr_no from ${listOf(grants('added'))}`.execute(db)
  return null
}

// Serializes two who set the same role at once.
async function lockOwnRoles(db: Db, entNo: string, roleNos: readonly string[]): Promise<EnterpriseRole[]> {
  await sql`select from role where ent_no = ${entNo} and role_no = any(${roleNos}) order by role_no for no key update`.execute(db)
  const roles = await foundRoles(db, entNo, roleNos)
  const given = roles.find(({ roleType }) => roleType === RoleType.public)
  if (given) throw new Fault('forbidden', `“${given.roleName}”是公共角色，由平台管理`)
  return roles
}

function differences(before: readonly Right[], after: readonly Right[]) {
  const [had, has] = [new Set(before), new Set(after)]
  return { added: [...has].filter((right) => !had.has(right)), removed: [...had].filter((right) => !has.has(right)) }
}

function listOf(grants: readonly Grant[]) {
  const parts = grants.map(({ roleNo, right }) => [roleNo, ...right.split(':')])
  const column = (place: number) => parts.map((part) => part[place])
  return sql`unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[]) w (role_no, mdl_code, pwr_no)`
}
