import { sql } from 'kysely'
import { keptPairs } from '#domain/students/duplicates.ts'
import { leadsOf } from '#domain/units/unitLeads.ts'
import { renewResults } from '#domain/students/checkResults.ts'
import { ruleCodes } from '#domain/students/datacheck.rules.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { addCounts, type FindingCounts, scoreOf } from './datacheck.score.ts'

type Size = { stuCnt: number; clsCnt: number }
type Unit = FindingCounts & Size & { unitNo: string; unitName: string }
type Head = { empNo: string; empName: string }

/** Describes a unit with students, or a class in use, with what was found there. */
type CheckedUnit = Size & { unitNo: string; unitName: string; heads: Head[]; counts: FindingCounts }

type Asking = Pick<Context, 'db' | 'services'>

/**
 * Returns what the rules find in a school as far as the caller reaches it: in all of it, and unit by unit; and since when it is
 * known, and whether it is being worked out again.
 */
export async function checkUnits({ db, services }: Asking, entNo: string) {
  const [ofUnits, ofPairs] = [
    await renewResults(services, { kind: 'units', entNos: [entNo] }),
    await renewResults(services, { kind: 'pairs', entNos: [entNo] }),
  ]
  const [units, leads, twice] = await Promise.all([unitsOf(db, entNo), leadsOf(db, entNo), countPairs(db, entNo)])
  const checked = units.map(({ unitNo, unitName, stuCnt, clsCnt, ...counts }): CheckedUnit => {
    const heads = (leads.get(unitNo) ?? []).map(({ empNo, empName }) => ({ empNo, empName }))
    return { unitNo, unitName, stuCnt, clsCnt, heads, counts: { ...counts, duplicate: twice.byUnit.get(unitNo) ?? 0 } }
  })
  const counts = { ...checked.reduce((sum, unit) => addCounts(sum, unit.counts), {} as FindingCounts), duplicate: twice.all }
  const states = [ofUnits, ofPairs].map((result) => result.get(entNo))
  const madeTm = states[0]?.madeTm ?? null
  return { units: checked, counts, madeTm, staleFlag: flagOf(states.some((state) => state?.isStale)), ...sizeOf(checked) }
}

export const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))

const sizeOf = (units: readonly Size[]): Size => ({
  stuCnt: units.reduce((sum, { stuCnt }) => sum + stuCnt, 0),
  clsCnt: units.reduce((sum, { clsCnt }) => sum + clsCnt, 0),
})

/** Returns a unit with its score. */
export function unitOut({ counts, clsCnt, ...unit }: CheckedUnit) {
  return { ...unit, ...scoreOf(counts, { stuCnt: unit.stuCnt, clsCnt }) }
}

/** Groups the classes by head teacher, the worst first. */
export function headsOf(units: readonly CheckedUnit[]) {
  const led = units.flatMap((unit) => unit.heads.map((head) => ({ ...head, unit })))
  const heads = [...Map.groupBy(led, ({ empNo }) => empNo)].map(([empNo, list]) => {
    const own = list.map(({ unit }) => unit)
    const size = sizeOf(own)
    const counts = own.reduce((sum, unit) => addCounts(sum, unit.counts), {} as FindingCounts)
    const units = own.map(({ unitNo, unitName, stuCnt }) => ({ unitNo, unitName, stuCnt }))
    return { empNo, empName: list[0]?.empName ?? '', units, stuCnt: size.stuCnt, ...scoreOf(counts, size) }
  })
  return heads.toSorted((one, other) => one.score - other.score)
}

/** Lists the rules that are counted in each unit; pairs are counted by themselves. */
const unitColumns = ruleCodes.filter((code) => code !== 'duplicate')

async function unitsOf(db: Db, entNo: string): Promise<Unit[]> {
  const counted = sql.join(unitColumns.map((code) => sql.ref(`k.${code}`)))
  const { rows } = await sql<Unit>`
    select k.unit_no, case u.wait_flag when '1' then coalesce(p.unit_name, '') else '' end || u.unit_name as unit_name,
      k.stu_cnt, k.cls_cnt, ${counted}
    from chkunit k join edcunit u using (ent_no, unit_no) left join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
    where k.ent_no = ${entNo}
    order by u.stdy_prd, u.entr_year desc, u.wait_flag, u.show_ord, u.unit_no`.execute(db)
  return rows
}

// Counts a pair in the unit of each of the two, and once in the school.
async function countPairs(db: Db, entNo: string) {
  const { rows } = await sql<{ unitNo: string; n: number; all: number }>`
    with pairs as materialized (select a.unit_no as one, b.unit_no as other ${keptPairs(entNo)})
    select unit_no, count(*)::int as n, (select count(*)::int from pairs) as all
    from (select one as unit_no from pairs union all select other from pairs) p group by 1`.execute(db)
  return { all: rows[0]?.all ?? 0, byUnit: new Map(rows.map(({ unitNo, n }) => [unitNo, n])) }
}

/** Adds up what is kept of schools, without their parts; answers nothing for those that were never checked. */
export async function sumsOfSchools(db: Db, entNos: readonly string[]): Promise<Map<string, { counts: FindingCounts } & Size>> {
  const sums = sql.join(unitColumns.map((code) => sql`sum(${sql.ref(`k.${code}`)})::int as ${sql.ref(code)}`))
  const { rows } = await sql<FindingCounts & Size & { entNo: string; duplicate: number }>`
    select r.ent_no, coalesce(sum(k.stu_cnt), 0)::int as stu_cnt, coalesce(sum(k.cls_cnt), 0)::int as cls_cnt, ${sums},
      coalesce((select d.cnt from chkrun d where d.ent_no = r.ent_no and d.kind = 'pairs'), 0) as duplicate
    from chkrun r left join chkunit k using (ent_no)
    where r.ent_no = any(${entNos}) and r.kind = 'units' group by r.ent_no`.execute(db)
  return new Map(rows.map(({ entNo, stuCnt, clsCnt, ...counts }) => [entNo, { counts, stuCnt, clsCnt }]))
}
