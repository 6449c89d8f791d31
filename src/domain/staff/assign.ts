import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { foundRoles } from '#server/access/enterpriseRoles.ts'
import { requireDelegable, mayReach } from '#server/access/delegation.ts'
import { lockPeople } from './staff.ts'

/** Refuses roles that are not the enterprise's, can do more than the caller, or reach further. */
export async function mayAssign(context: Context, entNo: string, roleNos: readonly string[]) {
  const roles = await foundRoles(context.db, entNo, roleNos)
  await requireDelegable(context, [...new Set(roles.flatMap(({ rights }) => rights))])
  for (const role of roles) mayReach(context, role)
}

/** Gives people roles, at the end of each role's list; whoever has one keeps it as it is. */
export async function assignRoles(context: Context, entNo: string, roleNos: readonly string[], empNos: readonly string[]) {
  const { db } = context
  await mayAssign(context, entNo, roleNos)
  // Waits for a role or a person that is being deleted at this moment.
  await sql`select from role where ent_no = ${entNo} and role_no = any(${roleNos}) order by role_no for share`.execute(db)
  await lockPeople(db, entNo, empNos)
  await sql`insert into emprole (ent_no, emp_no, role_no, show_ord)
    select ${entNo}, p.no, r.no, (select coalesce(max(h.show_ord), 0) from emprole h where h.ent_no = ${entNo} and h.role_no = r.no) + 10 * p.place
    from unnest(${roleNos}::text[]) r (no) cross join unnest(${empNos}::text[]) with ordinality p (no, place)
    on conflict do nothing`.execute(db)
  return null
}
