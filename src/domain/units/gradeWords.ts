import { type Naming, unitTypes } from './units.contract.ts'
import { nearestText } from '#server/base/editDistance.ts'
import { beforeDate, normalizeSpelling, gradeSpellings } from './gradeSpelling.ts'

/** Describes a unit as people may name it. */
export type NamedUnit = {
  unitNo: string
  unitName: string
  unitType: string
  prtNo: string | null
  stdyPrd: string | null
  entrYear: number | null
  grdtYear: number | null
  curGrade: number | null
  clsNo: number | null
}

/** Describes the unit that a text means, or why it means none: equal texts have one `code`; `sgst` are names that it may mean. */
export type MeantUnit = { no: string } | { wrong: string; code?: string; sgst?: { val: string; why: string }[] }

/** Describes how written names are resolved to the grades and classes of a school (docs/spec/units.md#grades-and-names). */
export type GradeWords = {
  /** Finds a grade by 八年级, 八, 初二, 2024级, with the unit above it where a name is there twice: 东校区八年级. */
  gradeIn(text: string): MeantUnit
  /** Finds a class by 八年级（3）班, 八3班, 8.3, 803; where the grade is known also by 3班, 三班, （3）班. */
  classIn(text: string, gradeNo?: string): MeantUnit
  /** Finds the one grade with this among its names; undefined where there is none, or are several. */
  gradeCalled(text: string): string | undefined
  /** Finds such a class; within a given grade 3班 is enough. */
  classCalled(text: string, gradeNo?: string): string | undefined
  /** Returns the grade of a class, by number; undefined where there is no such class. */
  gradeOf(classNo: string): string | undefined
  /** Lists the name of each in a workbook. */
  grades: string[]
  classes: string[]
}

// Lists the names of upper units that may precede a unit's name: nothing, the campus, the period, both.
function prefixes(unit: NamedUnit, byNo: ReadonlyMap<string, NamedUnit>): string[] {
  const above = unit.prtNo === null ? undefined : byNo.get(unit.prtNo)
  if (!above) return ['']
  const further = prefixes(above, byNo)
  const isNamed = above.unitType === unitTypes.campus || above.unitType === unitTypes.period
  return isNamed ? further.flatMap((before) => [before, before + normalizeSpelling(above.unitName)]) : further
}

/** Finds the units that a marked text means; a name shared by none of the others counts where there is nothing better. */
class Index {
  private readonly strong = new Map<string, Set<string>>()
  private readonly weak = new Map<string, Set<string>>()
  add(text: string, no: string, isWeak = false) {
    const among = isWeak ? this.weak : this.strong
    const known = among.get(text)
    if (known) known.add(no)
    else among.set(text, new Set([no]))
  }
  get = (text: string): string[] => [...(this.strong.get(text) ?? this.weak.get(text) ?? [])]
}

/** Indexes every name of grades, classes, and classes within their grade. */
function indexOf(units: readonly NamedUnit[], byNo: ReadonlyMap<string, NamedUnit>, naming: Naming) {
  const [grades, classes, within] = [new Index(), new Index(), new Index()]
  const addClass = (unit: NamedUnit, grade: NamedUnit) => {
    const ends = endsOf(unit, grade)
    const words = wordsOf(grade, naming)
    const joined = joinedNumber(grade, unit, naming, 100)
    for (const end of ends) within.add(`${grade.unitNo} ${end}`, unit.unitNo)
    for (const before of prefixes(grade, byNo)) {
      classes.add(before + normalizeSpelling(unit.unitName), unit.unitNo)
      if (joined) for (const end of ['', '班']) classes.add(`${before}‹${joined}›${end}`, unit.unitNo)
      for (const { word, isWeak } of words) for (const end of ends) classes.add(before + word + end, unit.unitNo, isWeak)
    }
  }
  for (const unit of units) {
    const above = byNo.get(unit.prtNo ?? '')
    if (unit.unitType === unitTypes.class && above) addClass(unit, above)
    if (unit.unitType !== unitTypes.grade) continue
    for (const before of prefixes(unit, byNo))
      for (const { word, isWeak } of wordsOf(unit, naming)) grades.add(before + word, unit.unitNo, isWeak)
  }
  return { grades, classes, within }
}

/** Reads the grades and classes among these units, with what lies above them. */
export function gradeWords(units: readonly NamedUnit[], naming: Naming): GradeWords {
  const byNo = new Map(units.map((unit) => [unit.unitNo, unit]))
  const { grades, classes, within } = indexOf(units, byNo, naming)
  const names = fullNames(units, byNo)
  const nameOf = (no: string) => names.get(no) ?? ''
  const ofType = (type: string) => units.filter(({ unitType }) => unitType === type)
  const called = (type: string) => ofType(type).map(({ unitNo }) => nameOf(unitNo))
  const one = (text: string, [first, ...more]: readonly string[], noun: string): MeantUnit | undefined =>
    first === undefined ? undefined : more.length === 0 ? { no: first } : several(text, [first, ...more].map(nameOf), noun)
  const classIn = (text: string, gradeNo?: string): MeantUnit => {
    const before = beforeDate(text)
    if (before) return dated(before, (meant) => classIn(meant, gradeNo), nameOf)
    const key = normalizeSpelling(text)
    const found = classes.get(key)
    if (gradeNo === undefined) return one(text, found, '班级') ?? unknown(`班级“${text}”不存在`, text, called(unitTypes.class))
    const inGrade = within.get(`${gradeNo} ${key}`)
    const fit = inGrade.length > 0 ? inGrade : found.filter((no) => byNo.get(no)?.prtNo === gradeNo)
    if (fit.length === 0 && found[0] !== undefined)
      return { wrong: `“${nameOf(found[0])}”不在${nameOf(gradeNo)}`, code: '班级不在所填的年级里' }
    const there = ofType(unitTypes.class).filter(({ prtNo }) => prtNo === gradeNo)
    // Reads 83班 as the third class of the eighth grade too: only its writer knows.
    const split = there.find((unit) => key.replace('班', '') === `‹${joinedNumber(byNo.get(gradeNo), unit, naming, 10)}›`)
    const wrong = `${nameOf(gradeNo)}没有“${text}”`
    if (split && fit.length === 0) return { wrong, sgst: [{ val: nameOf(split.unitNo), why: '年级和班号连写' }] }
    return (
      one(text, fit, '班级') ??
      unknown(
        wrong,
        text,
        there.map(({ unitNo }) => nameOf(unitNo)),
      )
    )
  }
  return {
    grades: called(unitTypes.grade),
    classes: called(unitTypes.class),
    gradeCalled: (text) => onlyOne(grades.get(normalizeSpelling(text))),
    classCalled: (text, gradeNo) =>
      onlyOne(gradeNo === undefined ? classes.get(normalizeSpelling(text)) : within.get(`${gradeNo} ${normalizeSpelling(text)}`)),
    gradeOf: (classNo) => byNo.get(classNo)?.prtNo ?? undefined,
    gradeIn: (text) =>
      one(text, grades.get(normalizeSpelling(text)), '年级') ?? unknown(`年级“${text}”不存在`, text, called(unitTypes.grade)),
    classIn,
  }
}

const onlyOne = ([first, ...more]: readonly string[]) => (more.length === 0 ? first : undefined)

const several = (text: string, names: readonly string[], noun: string): MeantUnit => ({
  wrong: `有 ${names.length} 个${noun}叫“${text}”，请写上级，如 ${names[0]}`,
  sgst: names.map((val) => ({ val, why: '同名的一个' })),
})

const numbersOf = (text: string) => normalizeSpelling(text).match(/‹\d+›/g)?.join('') ?? ''

// Proposes no name with other numbers than were written.
function unknown(wrong: string, text: string, names: readonly string[]): MeantUnit {
  const meant = nearestText(
    text,
    names.filter((name) => numbersOf(name) === numbersOf(text)),
  )
  return { wrong, sgst: meant ? [{ val: meant, why: '写法相近' }] : [] }
}

/** Lists the normalized words of an existing grade. */
function wordsOf({ unitName, stdyPrd, curGrade, entrYear, grdtYear }: NamedUnit, naming: Naming) {
  const known = stdyPrd !== null && curGrade !== null && entrYear !== null
  const { strong, weak } = known ? gradeSpellings({ stdyPrd, curGrade, entrYear }, naming) : { strong: [], weak: [] }
  const left = grdtYear === null ? [] : [`${grdtYear}届`]
  return [
    ...[unitName, ...strong, ...left].map((word) => ({ word: normalizeSpelling(word), isWeak: false })),
    ...weak.map((word) => ({ word: normalizeSpelling(word), isWeak: true })),
  ]
}

// Lists the names of a class that may follow its grade.
function endsOf({ unitName, clsNo }: NamedUnit, grade: NamedUnit): string[] {
  const [name, above] = [normalizeSpelling(unitName), normalizeSpelling(grade.unitName)]
  const own = [name, ...(name.startsWith(above) && name.length > above.length ? [name.slice(above.length)] : [])]
  return clsNo === null ? own : [...new Set([...own, `‹${clsNo}›班`, `‹${clsNo}›`])]
}

// Returns the joined number: 803 is the third class of the eighth grade; undefined where there is none.
function joinedNumber(grade: NamedUnit | undefined, { clsNo }: NamedUnit, naming: Naming, factor: number): number | undefined {
  const { stdyPrd = null, curGrade = null, entrYear = null } = grade ?? {}
  if (stdyPrd === null || curGrade === null || entrYear === null || clsNo === null || clsNo >= factor) return undefined
  const at = gradeSpellings({ stdyPrd, curGrade, entrYear }, naming).strong.find((word) => /^\d{1,2}$/.test(word))
  return at === undefined ? undefined : Number(at) * factor + clsNo
}

// Returns the name of a unit, with the one above it where another of its type has the same.
function fullNames(units: readonly NamedUnit[], byNo: ReadonlyMap<string, NamedUnit>): Map<string, string> {
  const counts = Map.groupBy(units, ({ unitType, unitName }) => `${unitType} ${unitName}`)
  const before = (unit: NamedUnit): string => {
    const above = byNo.get(unit.prtNo ?? '')
    if (!above) return ''
    const isNamed = above.unitType === unitTypes.campus || above.unitType === unitTypes.period
    return before(above) + (isNamed ? above.unitName : '')
  }
  const isOne = ({ unitType, unitName }: NamedUnit) => counts.get(`${unitType} ${unitName}`)?.length === 1
  return new Map(
    units.map((unit) => {
      const grade = unit.unitType === unitTypes.class ? byNo.get(unit.prtNo ?? '') : undefined
      // Adds the grade to 待分班, which is there once in every grade.
      const own = grade && !unit.unitName.startsWith(grade.unitName) ? grade.unitName + unit.unitName : unit.unitName
      return [unit.unitNo, isOne(unit) ? unit.unitName : before(grade ?? unit) + own]
    }),
  )
}

function dated(day: string, classIn: (text: string) => MeantUnit, nameOf: (no: string) => string): MeantUnit {
  const meant = classIn(day)
  const sgst = 'no' in meant ? [{ val: nameOf(meant.no), why: `原来写的可能是 ${day}` }] : []
  return { wrong: '班级被 Excel 当成了日期，请按文本填写，如 八年级（3）班', code: '被 Excel 当成了日期', sgst }
}
