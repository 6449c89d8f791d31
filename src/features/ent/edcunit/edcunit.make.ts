import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { classOwnNo, className, freeNumbers, gradeName, type Naming, unitTypes } from '#contract/units.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { insertMany } from '#server/rows.ts'
import type { Input } from '#server/serve.ts'
import { checkPlace } from '#server/tree.ts'
import { lockUnits, namingOf, schoolYearOf } from '#server/units.ts'
import { edcunit, typeNames } from './edcunit.contract.ts'
import { wanted } from './edcunit.list.ts'
import { gradeYears, numberIn } from './edcunit.names.ts'
import { type KeptUnit, parentFor, refuseTaken, unitTree, wrong } from './edcunit.rules.ts'

type NewUnit = Partial<Omit<KeptUnit, 'unitName' | 'unitType'>> & { unitName: string; unitType: string }
type Parent = Pick<KeptUnit, 'unitNo' | 'unitName' | 'stdyPrd' | 'entrYear' | 'grdtYear'>

/** What a school names and counts by at the moment. */
export async function ruleOf(db: Db, entNo: string) {
  const [naming, schYear] = await Promise.all([namingOf(db, entNo), schoolYearOf(db, entNo)])
  return { naming, schYear }
}

export async function createUnit({ entNo, prtNo, ...input }: Input<typeof edcunit.create>, context: Context) {
  const { db } = context
  await checkPlace(db, unitTree, entNo, [], prtNo)
  const parent = await parentFor(db, entNo, prtNo, input.unitType)
  const rule = await ruleOf(db, entNo)
  const unit = await newUnit(db, entNo, parent, input, rule)
  const [made] = await insertUnits(context, entNo, parent, [unit])
  return made as NonNullable<typeof made>
}

type Rule = Awaited<ReturnType<typeof ruleOf>>
type Given = Omit<Input<typeof edcunit.create>, 'entNo' | 'prtNo'>

async function newUnit(db: Db, entNo: string, parent: Parent, given: Given, rule: Rule): Promise<NewUnit> {
  const { unitType, stdyPrd, entrYear, grdtYear, unitName } = given
  if (unitType === unitTypes.grade) {
    const years = gradeYears(given, parent, rule)
    await refuseEntered(db, entNo, parent, years.stdyPrd, [years.entrYear])
    const name = gradeName(years, rule.naming)
    return { ...given, ...years, unitName: unitName ?? name, nameLock: lockOf(unitName, name) }
  }
  if (unitType === unitTypes.class) {
    refuseOwn('班级', { stdyPrd, entrYear, grdtYear }, parent)
    return newClass(db, entNo, parent, given, rule.naming)
  }
  if (!unitName) throw wrong('unitName', `${typeNames[unitType]}的名称不能为空`)
  const isPeriod = unitType === unitTypes.period
  if (isPeriod && !stdyPrd) throw wrong('stdyPrd', '学段不能为空')
  const own = { stdyPrd: isPeriod ? (stdyPrd ?? null) : null, entrYear: null, grdtYear: null }
  refuseOwn(typeNames[unitType], { stdyPrd, entrYear, grdtYear }, own)
  return { ...given, ...own, unitName }
}

async function newClass(db: Db, entNo: string, parent: Parent, given: Given, naming: Naming): Promise<NewUnit> {
  const used = await usedNumbers(db, entNo, parent.unitNo)
  const told = given.unitName && numberIn(given.unitName, parent.unitName, naming)
  const [next = 1] = freeNumbers(used, 1)
  const clsNo = told && !used.has(told) ? told : next
  const made = classOf(parent, clsNo, naming)
  const unitName = given.unitName ?? made.unitName
  return { ...given, ...made, unitName, selfNo: given.selfNo ?? made.selfNo, nameLock: lockOf(unitName, made.unitName) }
}

const lockOf = (given: string | null | undefined, byRule: string) => (given && given !== byRule ? '1' : '0')

const titles = { stdyPrd: '学段', entrYear: '入学年份', grdtYear: '毕业年份' }

/** Refuses what a unit does not have of itself. */
function refuseOwn(
  noun: string,
  given: Partial<Record<keyof typeof titles, unknown>>,
  own: Partial<Record<keyof typeof titles, unknown>>,
) {
  for (const field of Object.keys(titles) as (keyof typeof titles)[]) {
    const value = given[field] ?? null
    if (value !== null && value !== (own[field] ?? null))
      throw wrong(field, own[field] ? `${noun}的${titles[field]}随上级，不能另填` : `${noun}没有${titles[field]}，请不要填写`)
  }
}

/** The numbers that the classes of a grade have. */
export async function usedNumbers(db: Db, entNo: string, gradeNo: string): Promise<Set<number>> {
  const { rows } = await sql<{ clsNo: number }>`select cls_no from edcunit
    where ent_no = ${entNo} and prt_no = ${gradeNo} and cls_no is not null and stt <> ${Status.deleted}`.execute(db)
  return new Set(rows.map(({ clsNo }) => clsNo))
}

/** A class by the rule. */
export function classOf({ unitName: grade, stdyPrd, entrYear, grdtYear }: Parent, clsNo: number, naming: Naming) {
  const selfNo = entrYear === null ? null : classOwnNo(entrYear, clsNo)
  const unitName = className(grade, clsNo, naming)
  return { unitType: unitTypes.class as string, unitName, selfNo, clsNo, stdyPrd, entrYear, grdtYear }
}

/** Refuses a second grade that entered in the same year. */
export async function refuseEntered(
  db: Db,
  entNo: string,
  parent: Parent,
  stdyPrd: string,
  years: readonly number[],
  without = '',
) {
  const kept = await db
    .selectFrom('edcunit')
    .select(['unitName', 'entrYear'])
    .where('entNo', '=', entNo)
    .where('prtNo', '=', parent.unitNo)
    .where('unitType', '=', unitTypes.grade)
    .where('stdyPrd', '=', stdyPrd)
    .where('entrYear', 'in', years)
    .where('unitNo', '<>', without)
    .where('stt', '<>', Status.deleted)
    .executeTakeFirst()
  if (kept) throw new Fault('taken', `“${parent.unitName}”之下已有${kept.entrYear}年入学的年级“${kept.unitName}”`)
}

/** Grades with so many classes each, all or none. */
export async function createGrades(
  { entNo, prtNo, stdyPrd, grades }: Input<typeof edcunit.creategradeandclass>,
  context: Context,
) {
  const { db } = context
  await checkPlace(db, unitTree, entNo, [], prtNo)
  const parent = await parentFor(db, entNo, prtNo, unitTypes.grade)
  const rule = await ruleOf(db, entNo)
  const wantedGrades = grades.map(({ entrYear }) => gradeYears({ stdyPrd, entrYear }, parent, rule))
  await refuseEntered(
    db,
    entNo,
    parent,
    stdyPrd,
    grades.map(({ entrYear }) => entrYear),
  )
  const made = await insertUnits(
    context,
    entNo,
    parent,
    wantedGrades.map((years) => ({ ...years, unitType: unitTypes.grade, unitName: gradeName(years, rule.naming) })),
  )
  for (const [i, grade] of made.entries()) {
    const numbers = freeNumbers(new Set(), grades[i]?.clsCnt ?? 0)
    await insertUnits(
      context,
      entNo,
      grade,
      numbers.map((clsNo) => classOf(grade, clsNo, rule.naming)),
    )
  }
  return made
}

/** Several classes of a grade, from a number on. */
export async function createClasses({ entNo, prtNo, clsCnt, startNo }: Input<typeof edcunit.createclassmany>, context: Context) {
  const { db } = context
  await lockUnits(db, entNo)
  const grade = await parentFor(db, entNo, prtNo, unitTypes.class)
  const naming = await namingOf(db, entNo)
  const numbers = freeNumbers(await usedNumbers(db, entNo, prtNo), clsCnt, startNo)
  return insertUnits(
    context,
    entNo,
    grade,
    numbers.map((clsNo) => classOf(grade, clsNo, naming)),
  )
}

/** Puts units below one, after those that are there, and answers them. */
async function insertUnits(context: Context, entNo: string, parent: Parent, units: readonly NewUnit[]) {
  const { db } = context
  await refuseTaken(db, entNo, parent, units)
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
  const made = await db.selectFrom('edcunit').select(wanted).where('entNo', '=', entNo).where('unitNo', 'in', unitNos).execute()
  const byNo = new Map(made.map((unit) => [unit.unitNo, unit]))
  return unitNos.flatMap((unitNo) => byNo.get(unitNo) ?? [])
}

// Where the caller reaches some units only, those made below them are among these from here on.
const reachMore = (db: Db, unitNos: readonly string[]) =>
  sql`select set_config(name, current_setting(name, true) || ',' || ${unitNos.join(',')}, true)
    from unnest(array['app.units', 'app.branches']) name where current_setting(name, true) <> ''`.execute(db)

async function lastPlace(db: Db, entNo: string, prtNo: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(show_ord), 0) as last from edcunit
    where ent_no = ${entNo} and prt_no = ${prtNo} and wait_flag = '0' and stt <> ${Status.deleted}`.execute(db)
  return rows[0]?.last ?? 0
}
