import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { Rights } from '#server/call/rights.ts'
import { likeOf, withKeyword } from '#server/base/search.ts'

type RecType = 'emp' | 'org' | 'unit' | 'stu'
export type RecordTarget = { recType: RecType; recNo: string; recName: string }

// Selects each kind of record as number, name and a line that tells it apart; students and units are found without a phone or an
// ID number. Departments and units, of which there are few, have no words to look up.
const kinds = (entNo: string): Record<RecType, ReturnType<typeof sql>> => ({
  emp: sql`select e.emp_no as no, e.emp_name as name, e.search_text as words, (select d.org_name from orgemp o join org d using (ent_no, org_no)
    where o.ent_no = e.ent_no and o.emp_no = e.emp_no and o.mst_flag = '1') as note
    from emp e where e.ent_no = ${entNo} and e.stt <> ${Status.deleted}`,
  org: sql`select org_no as no, org_name as name, null::text as words, null as note
    from org where ent_no = ${entNo} and stt <> ${Status.deleted}`,
  unit: sql`select u.unit_no as no, u.unit_name as name, null::text as words,
    (select p.unit_name from edcunit p where p.ent_no = u.ent_no and p.unit_no = u.prt_no) as note
    from edcunit u where u.ent_no = ${entNo} and u.stt <> ${Status.deleted}`,
  stu: sql`select s.stu_no as no, s.stu_name as name, s.search_text as words, u.unit_name as note
    from stu s join edcunit u using (ent_no, unit_no) where s.ent_no = ${entNo} and s.stt <> ${Status.deleted}`,
})

const mostTargets = 50

/** Finds records by a keyword, at most 50. */
export async function findTargets(db: Db, entNo: string, recType: RecType, keyWord: string) {
  const isFew = recType === 'org' || recType === 'unit'
  const found = isFew ? sql`true` : sql`words like ${likeOf(keyWord)}`
  const { rows } = await sql<{ recNo: string; recName: string; note: string | null }>`
    select no as rec_no, name as rec_name, note from (${kinds(entNo)[recType]}) r where ${found} order by no
    ${isFew ? sql`` : sql`limit ${mostTargets}`}`.execute(db)
  return isFew ? withKeyword(rows, keyWord, ({ recName, recNo }) => [recName, recNo]).slice(0, mostTargets) : rows
}

/** Reads the record of the question. Throws notFound for one that does not exist. */
export async function readTarget(db: Db, entNo: string, recType: RecType, recNo: string): Promise<RecordTarget> {
  const { rows } = await sql<{ name: string }>`select name from (${kinds(entNo)[recType]}) r where no = ${recNo}`.execute(db)
  if (!rows[0]) throw new Fault('notFound')
  return { recType, recNo, recName: rows[0].name }
}

/** Describes a department or unit. */
export type Place = { no: string; name: string }

/** Lists the departments or units that hold a record, the nearest first, up to the whole. */
export async function placesOf(db: Db, entNo: string, { recType, recNo }: Omit<RecordTarget, 'recName'>): Promise<Place[]> {
  const isUnits = recType === 'unit' || recType === 'stu'
  const tree = isUnits
    ? sql`select unit_no as no, unit_name as name, prt_no as parent from edcunit where ent_no = ${entNo} and stt <> ${Status.deleted}`
    : sql`select org_no as no, org_name as name, prt_no as parent from org where ent_no = ${entNo} and stt <> ${Status.deleted}`
  const own = {
    unit: sql`select ${recNo}::text as no`,
    org: sql`select ${recNo}::text as no`,
    stu: sql`select unit_no as no from stu where ent_no = ${entNo} and stu_no = ${recNo}`,
    emp: sql`select org_no as no from orgemp where ent_no = ${entNo} and emp_no = ${recNo}`,
  }[recType]
  const { rows } = await sql<Place>`
    with recursive tree as (${tree}), above as (
      select t.no, t.name, t.parent, 0 as step from tree t where t.no in (${own})
      union select t.no, t.name, t.parent, a.step + 1 from tree t join above a on t.no = a.parent
    ) select no, name from above group by no, name order by min(step), no`.execute(db)
  return rows
}

/** Returns through what a person's roles reach a record in these places: all of the enterprise, or some of them. */
export function reachOf(rights: Rights, right: Right, recType: RecType, places: readonly Place[]): 'whole' | Place[] {
  const isUnits = recType === 'unit' || recType === 'stu'
  const { whole, values } = isUnits ? rights.reachOf([right]) : departmentsOf(rights, right)
  return whole ? 'whole' : places.filter(({ no }) => values.includes(no))
}

function departmentsOf(rights: Rights, right: Right) {
  const values = rights.departmentsOf([right])
  return { whole: !values, values: values ?? [] }
}
