import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { classOwnNo, className, type Grade, type Naming, unitTypes, yearsOf } from './units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { contractColumns, insertMany } from '#server/database/rows.ts'
import { namingOf, reachMore, schoolYearOf } from './units.ts'
import { Unit } from './unit.contract.ts'

/** Describes a unit that others lie below. */
export type ParentUnit = {
  unitNo: string
  unitName: string
  stdyPrd: string | null
  entrYear: number | null
  grdtYear: number | null
}

/** Describes a new unit. */
export type NewUnit = {
  unitName: string
  unitType: string
  selfNo?: string | null | undefined
  stdyPrd?: string | null | undefined
  entrYear?: number | null | undefined
  grdtYear?: number | null | undefined
  curGrade?: number | null | undefined
  clsNo?: number | null | undefined
  nameLock?: string | undefined
  des?: string | null | undefined
  rem?: string | null | undefined
  showOrd?: number | undefined
  stt?: string | undefined
}

/** Reads the current rules by which a school names and counts. */
export async function readUnitRules(db: Db, entNo: string) {
  const [naming, schYear] = await Promise.all([namingOf(db, entNo), schoolYearOf(db, entNo)])
  return { naming, schYear }
}

type Years = { stdyPrd?: string | null | undefined; entrYear?: number | null | undefined; grdtYear?: number | null | undefined }

/**
 * Returns the period, years and number of a grade that entered in a year (docs/spec/units.md#periods). Throws invalid for a year
 * that does not fit.
 */
export function gradeYears(
  { stdyPrd: given, entrYear, grdtYear }: Years,
  parent: Pick<ParentUnit, 'unitName' | 'stdyPrd'>,
  { naming, schYear }: { naming: Naming; schYear: number },
): Grade & { grdtYear: number } {
  const stdyPrd = given ?? parent.stdyPrd
  if (!stdyPrd) throw invalidField('stdyPrd', '年级的学段不能为空')
  if (parent.stdyPrd && parent.stdyPrd !== stdyPrd) throw invalidField('stdyPrd', `年级的学段须与“${parent.unitName}”的相同`)
  if (!entrYear) throw invalidField('entrYear', '年级的入学年份不能为空')
  const years = yearsOf(stdyPrd, naming)
  const curGrade = schYear - entrYear + 1
  if (curGrade < 1 || curGrade > years)
    throw invalidField(
      'entrYear',
      `入学年份“${entrYear}”不对，${schYear}学年这个学段的入学年份是 ${schYear - years + 1} 到 ${schYear}`,
    )
  const leaving = grdtYear ?? entrYear + years
  refuseLeaving(leaving, entrYear)
  return { stdyPrd, entrYear, curGrade, grdtYear: leaving }
}

export function refuseLeaving(grdtYear: number, entrYear: number) {
  if (grdtYear <= entrYear) throw invalidField('grdtYear', `毕业年份“${grdtYear}”须晚于入学年份 ${entrYear}`)
}

/** Reads the numbers of the classes of a grade. */
export async function usedNumbers(db: Db, entNo: string, gradeNo: string): Promise<Set<number>> {
  const { rows } = await sql<{ clsNo: number }>`select cls_no from edcunit
    where ent_no = ${entNo} and prt_no = ${gradeNo} and cls_no is not null and stt <> ${Status.deleted}`.execute(db)
  return new Set(rows.map(({ clsNo }) => clsNo))
}

/** Returns a class by the rule. */
export function classOf({ unitName: grade, stdyPrd, entrYear, grdtYear }: ParentUnit, clsNo: number, naming: Naming) {
  const selfNo = entrYear === null ? null : classOwnNo(entrYear, clsNo)
  const unitName = className(grade, clsNo, naming)
  return { unitType: unitTypes.class as string, unitName, selfNo, clsNo, stdyPrd, entrYear, grdtYear }
}

type RefuseTakenInput = {
  parent: Pick<ParentUnit, 'unitNo' | 'unitName'>
  units: readonly { unitName: string; selfNo?: string | null | undefined }[]
  without?: readonly string[] | undefined
}

/** Throws taken for names and own numbers that another unit below the same one has. */
export async function refuseTakenUnits(
  db: Db,
  entNo: string,
  { parent: { unitNo: prtNo, unitName }, units, without = [] }: RefuseTakenInput,
) {
  const siblings = await db
    .selectFrom('edcunit')
    .select(['unitName', 'selfNo'])
    .where('entNo', '=', entNo)
    .where('prtNo', '=', prtNo)
    .where('stt', '<>', Status.deleted)
    .where('unitNo', 'not in', [...without, ''])
    .execute()
  const [names, selfNos] = [new Set(siblings.map((one) => one.unitName)), new Set(siblings.map(({ selfNo }) => selfNo))]
  const named = units.find((one) => names.has(one.unitName))
  if (named) throw new Fault('taken', `“${unitName}”之下已有“${named.unitName}”`)
  const numbered = units.find(({ selfNo }) => selfNo && selfNos.has(selfNo))
  if (numbered) throw new Fault('taken', `“${unitName}”之下已有自编号“${numbered.selfNo}”`)
}

/** Puts units below one, after those that are there, and answers them. */
export async function insertUnits(context: Context, entNo: string, parent: ParentUnit, units: readonly NewUnit[]) {
  const { db } = context
  await refuseTakenUnits(db, entNo, { parent, units })
  const unitNos = await context.numbers('UNIT_NO', units.length)
  const last = await lastPlace(db, entNo, parent.unitNo)
  const empty = { selfNo: null, stdyPrd: null, entrYear: null, grdtYear: null, curGrade: null, clsNo: null, nameLock: '0' }
  const rows = units.map((unit, i) => ({
    ...empty,
    des: null,
    rem: null,
    stt: Status.enabled,
    ...unit,
    showOrd: unit.showOrd ?? last + (i + 1) * 10,
    waitFlag: '0',
    grdtFlag: '0',
    entNo,
    unitNo: unitNos[i],
    prtNo: parent.unitNo,
  }))
  await insertMany(db, 'edcunit', rows)
  await reachMore(db, unitNos)
  const made = await db
    .selectFrom('edcunit')
    .select(contractColumns(Unit))
    .where('entNo', '=', entNo)
    .where('unitNo', 'in', unitNos)
    .execute()
  const byNo = new Map(made.map((unit) => [unit.unitNo, unit]))
  return unitNos.flatMap((unitNo) => byNo.get(unitNo) ?? [])
}

async function lastPlace(db: Db, entNo: string, prtNo: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(show_ord), 0) as last from edcunit
    where ent_no = ${entNo} and prt_no = ${prtNo} and wait_flag = '0' and stt <> ${Status.deleted}`.execute(db)
  return rows[0]?.last ?? 0
}
