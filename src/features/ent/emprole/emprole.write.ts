import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { operatorRole } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'

const isAdministration = (roleNo: string) => /^P\d{3}(ADMIN|OPERATOR)$/.test(roleNo)

/** Serializes two administrators who take the role from each other. */
export async function lockAdministration(db: Db, entNo: string, roleNos: readonly string[]) {
  await sql`select from entrole where ent_no = ${entNo} and role_no = any(${roleNos.filter(isAdministration)})
    order by role_no for update`.execute(db)
}

/** Throws invalid where nobody who can sign in would be left with an administrators' role that was taken from somebody. */
export async function keepAdministrator(db: Db, entNo: string, roleNos: readonly string[]) {
  const taken = roleNos.filter(isAdministration)
  if (taken.length === 0) return
  const { rows } = await sql`
    select from unnest(${taken}::text[]) r (no) where not exists (
      select from emprole h join emp e using (ent_no, emp_no)
      where h.ent_no = ${entNo} and h.role_no in (r.no, ${operatorRole}) and e.stt = ${Status.enabled})`.execute(db)
  if (rows.length > 0) throw new Fault('invalid', '至少要有一名管理员')
}
