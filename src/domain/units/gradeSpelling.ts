import { type Grade, gradeName, type Naming, studyPeriods, waitingName, yearsOf } from './units.contract.ts'

const digitOf = (letter: string) => (letter === '〇' ? 0 : '零一二三四五六七八九'.indexOf(letter))

// Converts Chinese numbers: 十二 is 12 and 二〇二四 is 2024; 八三 stays two numbers, a grade and its class.
function numbersIn(run: string): string {
  if (/\d/.test(run)) return `‹${Number(run)}›`
  if (run.includes('十')) {
    const [tens = '', ones = ''] = run.split('十')
    return `‹${(tens ? digitOf(tens) : 1) * 10 + (ones ? digitOf(ones) : 0)}›`
  }
  const each = [...run].map(digitOf)
  return each.length === 2 && each[0] !== 0 ? `‹${each[0]}›‹${each[1]}›` : `‹${Number(each.join(''))}›`
}

/** Normalizes a text: numbers in one form, without separators, so that spellings of the same are equal. */
export const normalizeSpelling = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\d+|[零〇一二三四五六七八九十]+/g, numbersIn)
    .replace(/[\s()【】[\].。·・•\-—–_/\\,、:|→>]/g, '')

/** Returns what was written where Excel made a date of it: 8-3 of 2026-08-03 and of 8月3日; undefined for what is no date. */
export function beforeDate(text: string): string | undefined {
  const [, month, day] = text.match(/^\d{4}-0?(\d{1,2})-0?(\d{1,2})/) ?? text.match(/^(\d{1,2})月(\d{1,2})日$/) ?? []
  return month && `${month}-${day}`
}

/** Lists every name of a grade; `weak`: names that count only where no other grade has them. */
export function gradeSpellings({ stdyPrd, curGrade, entrYear }: Grade, naming: Naming): { strong: string[]; weak: string[] } {
  const years = (period: string) => yearsOf(period, naming)
  const [primary, lower] = [years(studyPeriods.primary), years(studyPeriods.lower)]
  const before = { [studyPeriods.lower]: primary, [studyPeriods.upper]: primary + lower }[stdyPrd] ?? 0
  const at = curGrade + before
  const own = gradeName({ stdyPrd, curGrade, entrYear }, { ...naming, style: 'number' })
  const entered = [`${entrYear}级`, `${entrYear}`, `${entrYear % 100}级`]
  if (stdyPrd === studyPeriods.nursery) return { strong: [own, ...entered], weak: [] }
  if (stdyPrd === studyPeriods.vocational)
    return { strong: [own, `职高${curGrade}`, `中职${curGrade}年级`, ...entered], weak: [`${curGrade}`, `${curGrade}年级`] }
  const word = { [studyPeriods.lower]: '初', [studyPeriods.upper]: '高' }[stdyPrd] ?? '小'
  return {
    strong: [
      own,
      `${at}年级`,
      `${at}年`,
      `${at}`,
      ...entered,
      `${word}${curGrade}`,
      `${word}${curGrade}年级`,
      `${word === '小' ? '小学' : `${word}中`}${curGrade}年级`,
    ],
    weak: [`${curGrade}`, `${curGrade}年级`],
  }
}

/** Lists the grades of a period in a school year, from the first on. */
export const gradesOfPeriod = (stdyPrd: string, schYear: number, naming: Naming): Grade[] =>
  Array.from({ length: yearsOf(stdyPrd, naming) }, (_, i) => ({ stdyPrd, curGrade: i + 1, entrYear: schYear - i }))

/** Returns the year of entry in a text about a grade of a period: 2024, 2024级, 八年级; undefined where there is none. */
export function entryYearIn(text: string, stdyPrd: string, schYear: number, naming: Naming): number | undefined {
  const grades = gradesOfPeriod(stdyPrd, schYear, naming)
  const key = normalizeSpelling(text).replace(/入学$/, '')
  const among = (which: 'strong' | 'weak') =>
    grades.find((grade) =>
      [...gradeSpellings(grade, naming)[which], `${grade.entrYear}年`, gradeName(grade, naming)].some(
        (word) => normalizeSpelling(word) === key,
      ),
    )
  return (among('strong') ?? among('weak'))?.entrYear
}

/** Returns the number of a class in a text, behind any name of its grade, or alone; undefined where there is none. */
export function classNumberIn(text: string, grade: Grade, naming: Naming): number | undefined {
  const { strong, weak } = gradeSpellings(grade, naming)
  const key = normalizeSpelling(text)
  const words = ['', ...[...strong, ...weak, gradeName(grade, naming)].map(normalizeSpelling)]
  for (const word of words) {
    const end = key.startsWith(word) ? key.slice(word.length).match(/^‹(\d{1,2})›班?$/) : null
    if (end && Number(end[1]) > 0) return Number(end[1])
  }
  return undefined
}

/** Tells whether a text says that there is no class yet. */
export const isWaiting = (text: string) => normalizeSpelling(text).endsWith(normalizeSpelling(waitingName))

/** Tells whether a text names a class by its number alone. */
export const isBareNumber = (text: string) => /^‹\d+›班?$/.test(normalizeSpelling(text))
