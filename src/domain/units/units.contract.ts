/** Names the levels of units (docs/spec/units.md#levels). */
export const unitTypes = { school: '1', campus: '2', period: '3', grade: '4', class: '5', group: '6' } as const
export type UnitType = (typeof unitTypes)[keyof typeof unitTypes]

/** Names the study periods (docs/spec/units.md#periods). */
export const studyPeriods = { nursery: '0', primary: '1', lower: '2', upper: '3', vocational: '4', special: '5' } as const
export type StudyPeriod = (typeof studyPeriods)[keyof typeof studyPeriods]

/** Lists the types of units that a unit of a type may lie under. */
export const mayLieUnder: Record<UnitType, readonly UnitType[]> = {
  1: [],
  2: ['1'],
  3: ['1', '2'],
  4: ['1', '2', '3'],
  5: ['4'],
  6: ['5'],
}

/** Returns the number of the root unit of a school, which comes with it. */
export const rootUnitOf = (entNo: string) => `U${entNo}`

/** Names the class of those of a grade who have none yet. */
export const waitingName = '待分班'

/** Names the states of a student (docs/spec/students.md#state). */
export const StudentState = { deleted: '0', learning: '1', graduated: '2', transferred: '3', suspended: '4' } as const
/** Lists the states on the roll: at school, or away for a while. */
export const onRoll = [StudentState.learning, StudentState.suspended] as const

/** Describes how a school counts and names: 6-3-3 or 5-4-3, the style of grade names, the pattern of class names. */
export type Naming = { system: '6-3-3' | '5-4-3'; style: 'number' | 'text' | 'cohort'; pattern: string }

export const usualNaming: Naming = { system: '6-3-3', style: 'number', pattern: '{grade}（{n}）班' }

/** Returns the naming in the settings of an enterprise. */
export const namingFrom = (kept: Record<string, string | undefined>): Naming => ({
  // Casts the values: both settings are lists of these.
  system: (kept.EDC_SYS || usualNaming.system) as Naming['system'],
  style: (kept.GRADE_NAME || usualNaming.style) as Naming['style'],
  pattern: kept.CLASS_NAME?.includes('{n}') ? kept.CLASS_NAME : usualNaming.pattern,
})

const numerals = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** Returns the number of years of a period. */
export function yearsOf(stdyPrd: string, { system }: Pick<Naming, 'system'>): number {
  const [primary, lower, upper] = system.split('-').map(Number) as [number, number, number]
  return ({ 0: 3, 1: primary, 2: lower, 3: upper, 4: 3, 5: 9 } as Record<string, number>)[stdyPrd] ?? upper
}

/** Describes a grade in a year: the period, its year in it (1: the first), and when it entered. */
export type Grade = { stdyPrd: string; curGrade: number; entrYear: number }

/** Returns the name of a grade by the school's rule; beyond its last year it keeps the name of that. */
export function gradeName({ stdyPrd, curGrade, entrYear }: Grade, naming: Naming): string {
  if (naming.style === 'cohort') return `${entrYear}级`
  const years = yearsOf(stdyPrd, naming)
  const grade = Math.min(Math.max(curGrade, 1), years)
  if (stdyPrd === studyPeriods.nursery) return ['小班', '中班', '大班'][grade - 1] as string
  if (stdyPrd === studyPeriods.upper) return `高${numerals[grade]}`
  if (stdyPrd === studyPeriods.vocational) return `职${numerals[grade]}`
  if (stdyPrd !== studyPeriods.lower) return `${numerals[grade]}年级`
  return naming.style === 'text' ? `初${numerals[grade]}` : `${numerals[grade + yearsOf(studyPeriods.primary, naming)]}年级`
}

/** Returns the name of a class: its grade's name and its number in the school's pattern. */
export const className = (grade: string, clsNo: number, { pattern }: Pick<Naming, 'pattern'>) =>
  pattern.replaceAll('{grade}', grade).replaceAll('{n}', String(clsNo))

/** Returns the own number of a class: year of entry and two digits. */
export const classOwnNo = (entrYear: number, clsNo: number) => `${entrYear}${String(clsNo).padStart(2, '0')}`

/** Returns so many numbers that no class has yet, from one on. */
export function freeNumbers(used: ReadonlySet<number>, count: number, from = 1): number[] {
  const free: number[] = []
  for (let clsNo = from; free.length < count; clsNo++) if (!used.has(clsNo)) free.push(clsNo)
  return free
}

/** Returns the school year of entry of a grade that is in this year of its period now. */
export const entryYearOf = (schYear: number, curGrade: number) => schYear - curGrade + 1

/** Returns the age that children of a grade reach in the school year, from 1 September to 31 August. */
export const usualAge = (stdyPrd: string, curGrade: number, { system }: Pick<Naming, 'system'>): number => {
  const primary = yearsOf(studyPeriods.primary, { system })
  const lower = yearsOf(studyPeriods.lower, { system })
  const first = { 0: 3, 1: 6, 2: 6 + primary, 3: 6 + primary + lower, 4: 6 + primary + lower, 5: 6 } as Record<string, number>
  return (first[stdyPrd] ?? 6) + curGrade - 1
}
