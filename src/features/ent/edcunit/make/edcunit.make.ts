import { Status } from '#contract/fields.ts'
import { freeNumbers, gradeName, type Naming, unitTypes } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Input } from '#server/call/serve.ts'
import { checkPlace } from '#server/database/tree.ts'
import {
  classOf,
  gradeYears,
  insertUnits,
  type NewUnit,
  type ParentUnit,
  readUnitRules,
  usedNumbers,
} from '#domain/units/createUnits.ts'
import { lockUnits, namingOf } from '#domain/units/units.ts'
import { edcunit, typeNames } from '../edcunit.contract.ts'
import { numberIn } from './edcunit.names.ts'
import { parentFor, unitTree } from '../edcunit.rules.ts'

export async function createUnit({ entNo, prtNo, ...input }: Input<typeof edcunit.create>, context: Context) {
  const { db } = context
  await checkPlace(db, unitTree, entNo, { nodes: [], to: prtNo })
  const parent = await parentFor(db, entNo, prtNo, input.unitType)
  const rule = await readUnitRules(db, entNo)
  const unit = await newUnit(db, entNo, { parent, given: input, rule })
  const [made] = await insertUnits(context, entNo, parent, [unit])
  return made as NonNullable<typeof made>
}

type Rule = Awaited<ReturnType<typeof readUnitRules>>
type Given = Omit<Input<typeof edcunit.create>, 'entNo' | 'prtNo'>

async function newUnit(
  db: Db,
  entNo: string,
  { parent, given, rule }: { parent: ParentUnit; given: Given; rule: Rule },
): Promise<NewUnit> {
  const { unitType, stdyPrd, entrYear, grdtYear, unitName } = given
  if (unitType === unitTypes.grade) {
    const years = gradeYears(given, parent, rule)
    await refuseEntered(db, entNo, { parent, stdyPrd: years.stdyPrd, years: [years.entrYear] })
    const name = gradeName(years, rule.naming)
    return { ...given, ...years, unitName: unitName ?? name, nameLock: lockOf(unitName, name) }
  }
  if (unitType === unitTypes.class) {
    refuseOwn('班级', { stdyPrd, entrYear, grdtYear }, parent)
    return newClass(db, entNo, { parent, given, naming: rule.naming })
  }
  if (!unitName) throw invalidField('unitName', `${typeNames[unitType]}的名称不能为空`)
  const isPeriod = unitType === unitTypes.period
  if (isPeriod && !stdyPrd) throw invalidField('stdyPrd', '学段不能为空')
  const own = { stdyPrd: isPeriod ? (stdyPrd ?? null) : null, entrYear: null, grdtYear: null }
  refuseOwn(typeNames[unitType], { stdyPrd, entrYear, grdtYear }, own)
  return { ...given, ...own, unitName }
}

async function newClass(
  db: Db,
  entNo: string,
  { parent, given, naming }: { parent: ParentUnit; given: Given; naming: Naming },
): Promise<NewUnit> {
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
      throw invalidField(
        field,
        own[field] ? `${noun}的${titles[field]}随上级，不能另填` : `${noun}没有${titles[field]}，请不要填写`,
      )
  }
}

type RefuseEnteredInput = { parent: ParentUnit; stdyPrd: string; years: readonly number[]; without?: string | undefined }

/** Throws taken for a second grade that entered in the same year. */
export async function refuseEntered(db: Db, entNo: string, { parent, stdyPrd, years, without = '' }: RefuseEnteredInput) {
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

/** Makes grades with so many classes each, all or none; answers each grade with its classes behind it. */
export async function createGrades(
  { entNo, prtNo, stdyPrd, grades }: Input<typeof edcunit.creategradeandclass>,
  context: Context,
) {
  const { db } = context
  await checkPlace(db, unitTree, entNo, { nodes: [], to: prtNo })
  const parent = await parentFor(db, entNo, prtNo, unitTypes.grade)
  const rule = await readUnitRules(db, entNo)
  const wantedGrades = grades.map(({ entrYear }) => gradeYears({ stdyPrd, entrYear }, parent, rule))
  await refuseEntered(db, entNo, { parent, stdyPrd, years: grades.map(({ entrYear }) => entrYear) })
  const made = await insertUnits(
    context,
    entNo,
    parent,
    wantedGrades.map((years) => ({ ...years, unitType: unitTypes.grade, unitName: gradeName(years, rule.naming) })),
  )
  const all: typeof made = []
  for (const [i, grade] of made.entries()) {
    const numbers = freeNumbers(new Set(), grades[i]?.clsCnt ?? 0)
    const classes = await insertUnits(
      context,
      entNo,
      grade,
      numbers.map((clsNo) => classOf(grade, clsNo, rule.naming)),
    )
    all.push(grade, ...classes)
  }
  return all
}

/** Makes several classes of a grade, from a number on. */
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
