import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unitTypeOf } from './roleUnits.contract.ts'
import type { Db } from '#server/database/database.ts'
import { rolesAt } from '#server/access/enterpriseRoles.ts'

type Lead = { empNo: string; empName: string; roleNo: string; roleName: string }

/** Lists for each unit who holds it through a role of its level. */
export async function leadsOf(db: Db, entNo: string): Promise<ReadonlyMap<string, Lead[]>> {
  const { rows } = await sql<Lead & { unitNo: string; unitType: string; roleItem: string; roleType: string }>`
    select u.unit_no, u.unit_type, e.emp_no, e.emp_name, r.role_no, r.role_name, r.role_item, r.role_type
    from empdatapwr d join emp e using (ent_no, emp_no) join edcunit u on u.ent_no = d.ent_no and u.unit_no = d.data_val
      join ${rolesAt(entNo)} r on r.role_no = d.role_no
    where d.ent_no = ${entNo} and d.data_type = 'unit' and e.stt = ${Status.enabled} and r.stt = ${Status.enabled}
    order by r.role_no, e.emp_no`.execute(db)
  const ofLevel = rows.filter((row) => unitTypeOf(row) === row.unitType)
  const leads = ofLevel.map(
    ({ unitNo, empNo, empName, roleNo, roleName }) => [unitNo, { empNo, empName, roleNo, roleName }] as const,
  )
  return new Map([...Map.groupBy(leads, ([unitNo]) => unitNo)].map(([unitNo, list]) => [unitNo, list.map(([, lead]) => lead)]))
}
