import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { foundRoles, operatorRole } from '#server/enterpriseRoles.ts'
import { Fault } from '#server/fault.ts'
import { mayHandOn, mayReach } from '#server/handOn.ts'
import { lockPeople } from '#server/staff.ts'

/** Gives people roles, at the end of each role's list; nobody gives a role that can do more than they can themselves. */
export async function assign(context: Context, entNo: string, roleNos: readonly string[], empNos: readonly string[]) {
  const { db } = context
  const roles = await foundRoles(db, entNo, roleNos)
  await mayHandOn(context, [...new Set(roles.flatMap(({ rights }) => rights))])
  for (const role of roles) mayReach(context, role)
  // A role or a person that is being deleted at this moment is waited for.
  await sql`select from role where ent_no = ${entNo} and role_no = any(${roleNos}) order by role_no for share`.execute(db)
  await lockPeople(db, entNo, empNos)
  await sql`insert into emprole (ent_no, emp_no, role_no, show_ord)
    select ${entNo}, p.no, r.no, (select coalesce(max(h.show_ord), 0) from emprole h where h.ent_no = ${entNo} and h.role_no = r.no) + 10 * p.place
    from unnest(${roleNos}::text[]) r (no) cross join unnest(${empNos}::text[]) with ordinality p (no, place)
    on conflict do nothing`.execute(db)
  return null
}

const isAdministration = (roleNo: string) => /^P\d{3}(ADMIN|OPERATOR)$/.test(roleNo)

/** Two administrators who take the role from each other come one after the other. */
export async function lockAdministration(db: Db, entNo: string, roleNos: readonly string[]) {
  await sql`select from entrole where ent_no = ${entNo} and role_no = any(${roleNos.filter(isAdministration)})
    order by role_no for update`.execute(db)
}

/** Refuses that nobody who can sign in is left with an administrators' role that was taken from somebody. */
export async function keepAdministrator(db: Db, entNo: string, roleNos: readonly string[]) {
  const taken = roleNos.filter(isAdministration)
  if (taken.length === 0) return
  const { rows } = await sql`
    select from unnest(${taken}::text[]) r (no) where not exists (
      select from emprole h join emp e using (ent_no, emp_no)
      where h.ent_no = ${entNo} and h.role_no in (r.no, ${operatorRole}) and e.stt = ${Status.enabled})`.execute(db)
  if (rows.length > 0) throw new Fault('invalid', '企业至少要有一名管理员')
}
