import { sql } from 'kysely'
import { AskedState } from '#domain/collections/collections.contract.ts'
import { unitPath } from '#domain/units/units.ts'
import type { Context } from '#server/call/context.ts'
import { askedOf, placeNoOf, placeOf } from './hnd.list.ts'

/** Counts by class and department who is asked within the caller's reach, the places where most is missing first. */
export async function readProgress({ db }: Pick<Context, 'db'>, entNo: string, hndNo: string) {
  const rows = await askedOf(db, { entNo, hndNo, state: 'all' })
    .select([
      placeNoOf.as('placeNo'),
      placeOf.as('place'),
      sql<boolean>`t.emp_no is null`.as('isUnit'),
      sql<number>`(count(*) filter (where t.stt in (${AskedState.todo}, ${AskedState.done})))::int`.as('toCnt'),
      sql<number>`(count(*) filter (where t.stt = ${AskedState.done}))::int`.as('doneCnt'),
      sql<number>`(count(*) filter (where t.stt = ${AskedState.exempt}))::int`.as('exemptCnt'),
      sql<number>`(count(*) filter (where t.stt = ${AskedState.gone}))::int`.as('goneCnt'),
    ])
    .groupBy(sql`1, 2, 3`)
    .execute()
  const pathOf = await readPaths({ db }, entNo, rows)
  return {
    exemptCnt: rows.reduce((sum, row) => sum + row.exemptCnt, 0),
    goneCnt: rows.reduce((sum, row) => sum + row.goneCnt, 0),
    places: rows
      .map((row) => ({ placeNo: row.placeNo, place: pathOf(row), toCnt: row.toCnt, doneCnt: row.doneCnt }))
      .toSorted((one, other) => other.toCnt - other.doneCnt - (one.toCnt - one.doneCnt)),
  }
}

type Place = { placeNo: string | null; place: string | null; isUnit: boolean }

// Reads what tells places of one name apart: the grade, stage and campus of a class, the department above a department.
async function readPaths({ db }: Pick<Context, 'db'>, entNo: string, places: readonly Place[]) {
  const named = Map.groupBy(places, ({ place }) => place)
  const clashing = places.filter(({ place }) => place !== null && (named.get(place)?.length ?? 0) > 1)
  const nos = (isUnit: boolean) => clashing.flatMap((one) => (one.isUnit === isUnit && one.placeNo ? [one.placeNo] : []))
  const { rows } = await sql<{ no: string; isUnit: boolean; path: string }>`
    select u.unit_no as no, true as is_unit, concat_ws(' · ', u.unit_name, ${unitPath(sql`u.ent_no`, sql`u.prt_no`)}) as path from edcunit u
      where u.ent_no = ${entNo} and u.unit_no = any(${nos(true)})
    union all select d.org_no, false, concat_ws(' · ', d.org_name, a.org_name) from org d
      left join org a on a.ent_no = d.ent_no and a.org_no = d.prt_no
      where d.ent_no = ${entNo} and d.org_no = any(${nos(false)})`.execute(db)
  return ({ placeNo, place, isUnit }: Place) => rows.find((row) => row.no === placeNo && row.isUnit === isUnit)?.path ?? place
}
