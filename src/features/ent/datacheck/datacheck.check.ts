import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import { pairsWithin } from '#domain/students/duplicates.ts'
import { leadsOf } from '#domain/units/unitLeads.ts'
import { addCounts, type FindingCounts, scoreOf } from './datacheck.score.ts'
import { countFound } from '#domain/students/checkRules.ts'

type Unit = { unitNo: string; unitName: string; waitFlag: string; isClass: boolean }
type Head = { empNo: string; empName: string }

/** Describes a unit with students, or a class in use, with what was found there. */
type CheckedUnit = Omit<Unit, 'isClass' | 'waitFlag'> & {
  heads: Head[]
  stuCnt: number
  clsCnt: number
  counts: FindingCounts
}

type Asking = Pick<Context, 'db' | 'services'>

/** Returns what the rules find in a school as far as the caller reaches it: in all of it, and unit by unit. */
export async function checkUnits(context: Asking, entNo: string) {
  const { db, services } = context
  const classMax = Number(await readParameter(db, entNo, 'CLASS_MAX')) || 55
  const [units, found, leads, pairs] = await Promise.all([
    unitsOf(context, entNo),
    countFound(context, entNo),
    leadsOf(db, entNo),
    pairsWithin(db, entNo, services.secret),
  ])
  const twice = await countPairs(
    context,
    entNo,
    pairs.flatMap(({ oneNo, otherNo }) => [oneNo, otherNo]),
  )
  const byUnit = new Map(found.map((row) => [row.unitNo, row]))
  const checked = units.flatMap(({ isClass, waitFlag, ...unit }): CheckedUnit[] => {
    const { stuCnt = 0, unitNo: _, ...counts } = byUnit.get(unit.unitNo) ?? { unitNo: '' }
    if (!isClass && stuCnt === 0) return []
    const heads = (leads.get(unit.unitNo) ?? []).map(({ empNo, empName }) => ({ empNo, empName }))
    const isOwn = isClass && waitFlag === '0'
    const ofUnit = { noHead: Number(isOwn && heads.length === 0), largeClass: Number(isOwn && stuCnt > classMax) }
    return [
      { ...unit, heads, stuCnt, clsCnt: Number(isOwn), counts: { ...counts, ...ofUnit, duplicate: twice.get(unit.unitNo) ?? 0 } },
    ]
  })
  const counts = { ...checked.reduce((sum, unit) => addCounts(sum, unit.counts), {} as FindingCounts), duplicate: pairs.length }
  return { units: checked, counts, classMax, ...sizeOf(checked) }
}

const sizeOf = (units: readonly CheckedUnit[]) => ({
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
    const unitNames = own.map(({ unitName }) => unitName).join('、')
    return { empNo, empName: list[0]?.empName ?? '', unitNames, stuCnt: size.stuCnt, ...scoreOf(counts, size) }
  })
  return heads.toSorted((one, other) => one.score - other.score)
}

async function unitsOf({ db }: Asking, entNo: string): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select u.unit_no, case u.wait_flag when '1' then coalesce(p.unit_name, '') else '' end || u.unit_name as unit_name, u.wait_flag,
      u.unit_type = ${unitTypes.class} and u.stt = ${Status.enabled} and u.grdt_flag = '0' as is_class
    from edcunit u left join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
    where u.ent_no = ${entNo} and u.stt <> ${Status.deleted}
    order by u.stdy_prd, u.entr_year desc, u.wait_flag, u.show_ord, u.unit_no`.execute(db)
  return rows
}

async function countPairs({ db }: Asking, entNo: string, stuNos: readonly string[]) {
  const { rows } = await sql<{ unitNo: string; n: number }>`select s.unit_no, count(*)::int as n
    from unnest(${stuNos}::text[]) w (stu_no) join stu s on s.ent_no = ${entNo} and s.stu_no = w.stu_no group by 1`.execute(db)
  return new Map(rows.map(({ unitNo, n }) => [unitNo, n]))
}
