import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { classOwnNo, className, gradeName, rootUnitOf, unitTypes } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { nearestText } from '#server/base/editDistance.ts'
import { classNumberIn, entryYearIn, gradesOfPeriod } from '#domain/units/gradeSpelling.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { reachesUnit } from '#server/call/scope.ts'
import { readUnitRules } from '#domain/units/createUnits.ts'
import type { Planned } from '../existingStudents.ts'
import type { readLeads } from './leads.ts'
import { classNameError } from './classNameErrors.ts'

/** Describes an existing unit, or one to be made below `parent` (the key of another one). */
export type PlannedUnit = {
  key: string
  unitNo: string | undefined
  parent: string
  unitType: string
  unitName: string
  stdyPrd: string | null
  entrYear: number | null
  clsNo: number | null
}

/** Describes what a row makes, from the top down, the class last, and who is to lead it. */
export type UnitsPlan = { nodes: PlannedUnit[]; leads: string[] }

type Kept = PlannedUnit & { selfNo: string | null; stt: string; hasPeriods: boolean }
type Values = { campus?: string; stdyPrd?: string; gradeName?: string; className?: string; leads?: string[] }
type Leads = Awaited<ReturnType<typeof readLeads>>

/** Reads the units of the school, and the rules that name and count new ones. */
export async function readUnits(entNo: string, { db, locals }: Context) {
  const { rows } = await sql<
    Omit<Kept, 'key' | 'hasPeriods'>
  >`select unit_no, coalesce(prt_no, '') as parent, unit_type, unit_name,
      stdy_prd, entr_year, cls_no, self_no, stt from edcunit
    where ent_no = ${entNo} and stt <> ${Status.deleted} and grdt_flag = '0' and wait_flag = '0' order by show_ord, unit_no`.execute(
    db,
  )
  const withPeriods = new Set(rows.filter(({ unitType }) => unitType === unitTypes.period).map(({ parent }) => parent))
  const units = rows.map((row) => ({ ...row, key: row.unitNo ?? '', hasPeriods: withPeriods.has(row.unitNo ?? '') }))
  const { naming, schYear } = await readUnitRules(db, entNo)
  return {
    naming,
    schYear,
    rootNo: rootUnitOf(entNo),
    periodNames: await readDictionaryLabels(db, 'STDY_PRD'),
    below: Map.groupBy(units, ({ parent }) => parent),
    hasPeriods: (key: string) => units.find((unit) => unit.key === key)?.hasPeriods ?? withPeriods.size > 0,
    /** Tells where the caller may make new units. */
    mayMakeBelow: (unitNo: string) => reachesUnit(locals, unitNo),
  }
}

type World = Awaited<ReturnType<typeof readUnits>>

/** Returns the outcome of the rows of a list of classes. */
export function validateUnits(rows: readonly ReadRow[], world: World, leads: Leads): Planned<UnitsPlan>[] {
  const seen = new Map<string, number>()
  const fresh = new Map<string, PlannedUnit>()
  return rows.map((row) => {
    const nodes = row.errs.length === 0 ? pathOf(row, world, fresh) : undefined
    const unit = nodes?.at(-1)
    const earlier = unit && seen.get(unit.key)
    if (earlier) row.errs.push(errorOf('className', `与第 ${earlier} 行是同一个班级`, { code: '重复' }))
    if (!nodes || !unit || row.errs.length > 0) return { row, act: 'skip', chg: [] }
    seen.set(unit.key, row.rowNo)
    for (const node of nodes) if (!node.unitNo) fresh.set(node.key, node)
    const { unitNo } = unit
    const wanted = (row.values as Values).leads ?? []
    const missing = wanted.filter((empNo) => !unitNo || !leads.isLead(empNo, unitNo))
    const plan = { nodes: nodes.filter((node) => !node.unitNo || node === unit), leads: missing }
    if (!unitNo) return { row, act: 'add', chg: [], plan }
    return { row, act: missing.length > 0 ? 'upd' : 'same', chg: missing.length > 0 ? ['leads'] : [], target: unitNo, plan }
  })
}

/**
 * Returns the units of a row from below the school down to the class; undefined where one of them is impossible, with an error in
 * the row.
 */
function pathOf(row: ReadRow, world: World, fresh: ReadonlyMap<string, PlannedUnit>): PlannedUnit[] | undefined {
  const { naming, schYear, rootNo, periodNames } = world
  const { stdyPrd = '', gradeName: grade = '', className: text = '' } = row.values as Values
  const label = periodNames.get(stdyPrd) ?? ''
  const entrYear = entryYearIn(grade, stdyPrd, schYear, naming)
  if (entrYear === undefined) {
    const grades = gradesOfPeriod(stdyPrd, schYear, naming)
    const meant = nearestText(
      grade,
      grades.map((one) => gradeName(one, naming)),
    )
    const sgst = meant ? [{ val: meant, why: '写法相近' }] : []
    const msg = `${label}没有“${grade}”这个年级，入学年份是 ${grades.at(-1)?.entrYear} 到 ${schYear}`
    row.errs.push(errorOf('gradeName', msg, { code: '没有这个年级', sgst }))
    return undefined
  }
  const years = { stdyPrd, entrYear, curGrade: schYear - entrYear + 1 }
  const name = gradeName(years, naming)
  const clsNo = classNumberIn(text, years, naming) ?? null
  const odd = clsNo === null ? classNameError(text, years, naming) : undefined
  if (odd) {
    row.errs.push(errorOf('className', odd.wrong, odd))
    return undefined
  }
  const top = topOf(row, world)
  if (!top) return undefined
  const steps: Step[] = [
    ...(top.campus ? [step('campus', unitTypes.campus, top.campus)] : []),
    ...(world.hasPeriods(top.key) ? [step('stdyPrd', unitTypes.period, `${label}部`, { stdyPrd })] : []),
    step('gradeName', unitTypes.grade, name, { stdyPrd, entrYear }),
    step('className', unitTypes.class, clsNo === null ? text : className(name, clsNo, naming), { stdyPrd, entrYear, clsNo }),
  ]
  const nodes: PlannedUnit[] = []
  for (const one of steps) {
    const node = nodeAt(row, { world, fresh, parent: nodes.at(-1)?.key ?? rootNo }, one)
    if (!node) return undefined
    nodes.push(node)
  }
  return nodes
}

type Step = { field: string } & Pick<PlannedUnit, 'unitType' | 'unitName' | 'stdyPrd' | 'entrYear' | 'clsNo'>

const step = (field: string, unitType: string, unitName: string, more: Partial<Step> = {}): Step => ({
  field,
  unitType,
  unitName,
  stdyPrd: null,
  entrYear: null,
  clsNo: null,
  ...more,
})

/** Returns the unit above the period or grade of a row: the campus that it names, else the school or its only campus. */
function topOf({ values, errs }: ReadRow, { below, rootNo }: World): { campus?: string; key: string } | undefined {
  const { campus } = values as Values
  const children = below.get(rootNo) ?? []
  const campuses = children.filter(({ unitType }) => unitType === unitTypes.campus)
  const [only, ...more] = campuses
  if (campus) return { campus, key: campuses.find(({ unitName }) => unitName === campus)?.key ?? `new ${campus}` }
  if (!only || children.length > campuses.length) return { key: rootNo }
  if (more.length === 0) return { campus: only.unitName, key: only.key }
  errs.push(errorOf('campus', `学校有 ${campuses.length} 个校区，请写是哪一个`, { code: '没有写校区' }))
  return undefined
}

// Matches a period by what it teaches, a grade by its year, a class by its number or its name.
const isMeant = (unit: PlannedUnit, { unitType, unitName, stdyPrd, entrYear, clsNo }: Step) =>
  unit.unitType === unitType &&
  (unitType === unitTypes.period
    ? unit.stdyPrd === stdyPrd
    : unitType === unitTypes.grade
      ? unit.stdyPrd === stdyPrd && unit.entrYear === entrYear
      : unit.unitName === unitName || (clsNo !== null && unit.clsNo === clsNo))

type At = { world: World; fresh: ReadonlyMap<string, PlannedUnit>; parent: string }

function nodeAt(row: ReadRow, { world, fresh, parent }: At, wanted: Step): PlannedUnit | undefined {
  const siblings = world.below.get(parent) ?? []
  const { field, ...facts } = wanted
  const refuse = (msg: string, code?: string) => void row.errs.push(errorOf(field, msg, code ? { code } : {}))
  const there = siblings.find((unit) => isMeant(unit, wanted))
  if (there) return there.stt === Status.enabled ? there : refuse(`“${there.unitName}”已停用，请先启用`)
  const key = `${parent}/${wanted.unitName}`
  const made = fresh.get(key)
  if (made) return made
  if (!parent.includes('/') && !world.mayMakeBelow(parent)) return refuse('你只管理部分单元，不能在这里新建', '不能在这里新建')
  const selfNo = wanted.entrYear !== null && wanted.clsNo !== null ? classOwnNo(wanted.entrYear, wanted.clsNo) : undefined
  const taken = siblings.find((unit) => unit.unitName === wanted.unitName || (selfNo && unit.selfNo === selfNo))
  if (taken)
    return refuse(
      `已有“${taken.unitName}”，它的${taken.unitName === wanted.unitName ? '名称' : '自编号'}与要建的相同`,
      '已被别的单元使用',
    )
  return { ...facts, key, unitNo: undefined, parent }
}
