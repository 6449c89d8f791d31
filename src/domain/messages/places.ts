import { sql } from 'kysely'
import type { Access, Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { rightHolders } from '#server/access/rightHolders.ts'
import { readRights } from '#server/call/rights.ts'
import type { Db } from '#server/database/database.ts'

/** Describes where something happened: in units and departments, or in those of pupils, guardians and members of staff. */
export type Place = {
  unitNos?: readonly string[]
  stuNos?: readonly string[]
  ptrNos?: readonly string[]
  orgNos?: readonly string[]
  empNos?: readonly string[]
}

/** Lists the units and departments of a place, with all above them. */
async function placesAbove(db: Db, entNo: string, place: Place): Promise<{ units: string[]; orgs: string[] }> {
  const { unitNos = [], stuNos = [], ptrNos = [], orgNos = [], empNos = [] } = place
  const { rows } = await sql<{ units: string[]; orgs: string[] }>`
    with recursive units as (
      select unit_no, prt_no from edcunit where ent_no = ${entNo} and (unit_no = any(${[...unitNos]}) or unit_no in (
        select s.unit_no from stu s where s.ent_no = ${entNo} and (s.stu_no = any(${[...stuNos]}) or s.stu_no in (
          select l.stu_no from stuptr l where l.ent_no = ${entNo} and l.ptr_no = any(${[...ptrNos]})))))
      union select p.unit_no, p.prt_no from edcunit p join units u on p.unit_no = u.prt_no where p.ent_no = ${entNo}
    ), orgs as (
      select org_no, prt_no from org where ent_no = ${entNo} and (org_no = any(${[...orgNos]}) or org_no in (
        select o.org_no from orgemp o where o.ent_no = ${entNo} and o.emp_no = any(${[...empNos]})))
      union select p.org_no, p.prt_no from org p join orgs o on p.org_no = o.prt_no where p.ent_no = ${entNo}
    ) select array(select unit_no from units) as units, array(select org_no from orgs) as orgs`.execute(db)
  return rows[0] ?? { units: [], orgs: [] }
}

/** Lists those in office whose scope of messages covers a place (docs/spec/inbox.md#scope-of-messages), by name. */
export async function peopleInScope(db: Db, entNo: string, place: Place): Promise<{ empNo: string; empName: string }[]> {
  const { units, orgs } = await placesAbove(db, entNo, place)
  const { rows } = await sql<{ empNo: string; empName: string }>`select distinct e.emp_no, e.emp_name
    from empmsgpwr w join emp e on e.ent_no = w.ent_no and e.emp_no = w.emp_no and e.stt = ${Status.enabled}
    where w.ent_no = ${entNo} and (w.data_type = 'unit' and w.data_val = any(${units}) or w.data_type = 'org' and w.data_val = any(${orgs}))
    order by e.emp_name, e.emp_no`.execute(db)
  return rows
}

// Limits those whose roles are looked at for one event.
const mostHolders = 100

/**
 * Lists those in office who hold a right and reach the place with it; without a place all who hold it. `isWhole` leaves out those
 * who hold it for a part of the enterprise alone.
 */
export async function reviewersOf(
  db: Db,
  entNo: string,
  access: Access,
  { place, isWhole = false }: { place?: Place; isWhole?: boolean } = {},
): Promise<string[]> {
  const [right] = access as readonly Right[]
  if (!right) return []
  const { rows } = await sql<{ empNo: string }>`select e.emp_no from emp e join (${rightHolders(entNo, right)}) h using (emp_no)
    where e.ent_no = ${entNo} and e.stt = ${Status.enabled} order by e.emp_no limit ${mostHolders}`.execute(db)
  const above = place && (await placesAbove(db, entNo, place))
  const found: string[] = []
  for (const { empNo } of rows) {
    const rights = await readRights(db, entNo, empNo)
    if (!rights.has(right)) continue
    const { whole, values } = rights.reachOf([right])
    const departments = rights.departmentsOf([right])
    const reachesUnits = whole || !above || above.units.length === 0 || above.units.some((unitNo) => values.includes(unitNo))
    const reachesOrgs =
      !departments || !above || above.orgs.length === 0 || above.orgs.some((orgNo) => departments.includes(orgNo))
    if (reachesUnits && reachesOrgs && (whole || !isWhole)) found.push(empNo)
  }
  return found
}
