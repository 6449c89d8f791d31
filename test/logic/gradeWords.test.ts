import { expect, test } from 'vitest'
import { gradeName, type Naming, unitTypes, usualNaming } from '#domain/units/units.contract.ts'
import { classNumberIn, entryYearIn } from '#domain/units/gradeSpelling.ts'
import { gradeWords, type NamedUnit } from '#domain/units/gradeWords.ts'

const schYear = 2026
const empty = { prtNo: null, stdyPrd: null, entrYear: null, grdtYear: null, curGrade: null, clsNo: null }

/** Returns grades of periods below something, each with so many classes, named by the rule. */
function grown(prtNo: string, grades: [stdyPrd: string, curGrade: number, classes: number][], naming: Naming): NamedUnit[] {
  return grades.flatMap(([stdyPrd, curGrade, count]) => {
    const entrYear = schYear - curGrade + 1
    const unitNo = `${prtNo}${stdyPrd}${curGrade}`
    const years = { ...empty, stdyPrd, entrYear, grdtYear: entrYear + (stdyPrd === '1' ? 6 : 3) }
    const unitName = gradeName({ stdyPrd, curGrade, entrYear }, naming)
    const grade = { ...years, unitNo, unitName, unitType: unitTypes.grade, prtNo, curGrade }
    const classes = Array.from({ length: count }, (_, i) => ({
      ...years,
      unitNo: `${unitNo}-${i + 1}`,
      unitName: naming.pattern.replace('{grade}', unitName).replace('{n}', String(i + 1)),
      unitType: unitTypes.class,
      prtNo: unitNo,
      clsNo: i + 1,
    }))
    return [grade, ...classes]
  })
}

const whole = (naming: Naming = usualNaming) => {
  const root = { ...empty, unitNo: 'U', unitName: '晨光学校', unitType: unitTypes.school }
  const grades = [1, 2, 3, 4, 5, 6].map((at): [string, number, number] => ['1', at, 12])
  const more = ['2', '3'].flatMap((period) => [1, 2, 3].map((at): [string, number, number] => [period, at, 9]))
  return gradeWords([root, ...grown('U', [...grades, ...more], naming)], naming)
}

test.each([
  ['八年级', 'U22'],
  ['八', 'U22'],
  ['8', 'U22'],
  ['８ 年级', 'U22'],
  ['初二', 'U22'],
  ['初2', 'U22'],
  ['初中二年级', 'U22'],
  ['一', 'U11'],
  ['小一', 'U11'],
  ['高一', 'U31'],
  ['高中一年级', 'U31'],
  ['十年级', 'U31'],
  ['12', 'U33'],
  ['2021级', 'U16'],
  ['21级', 'U16'],
])('the grade %s is understood', (text, no) => {
  expect(whole().gradeIn(text)).toEqual(expect.objectContaining({ no }))
})

test.each([
  ['八年级（3）班', 'U22-3'],
  ['八年级(3)班', 'U22-3'],
  ['八年级3班', 'U22-3'],
  ['八年级三班', 'U22-3'],
  ['八（3）班', 'U22-3'],
  ['八3班', 'U22-3'],
  ['八三班', 'U22-3'],
  ['8.3', 'U22-3'],
  ['8-3班', 'U22-3'],
  ['803', 'U22-3'],
  ['803班', 'U22-3'],
  ['初二3班', 'U22-3'],
  ['初二（03）班', 'U22-3'],
  ['高一 9班', 'U31-9'],
  ['1001', 'U31-1'],
  ['一12班', 'U11-12'],
  ['一年级十二班', 'U11-12'],
  ['2021级5班', 'U16-5'],
])('the class %s is understood, whether the grade is told or not', (text, no) => {
  expect(whole().classIn(text)).toEqual({ no })
  expect(whole().classIn(text, no.slice(0, 3))).toEqual({ no })
})

test.each([['3班'], ['（3）班'], ['三班'], ['3'], ['03班'], ['八年级三班']])('within its grade %s is enough', (text) => {
  expect(whole().classIn(text, 'U22')).toEqual({ no: 'U22-3' })
})

test.each([
  ['{grade}{n}班', 'text', '初二3班'],
  ['{n}班', 'cohort', '3班'],
  ['{grade}第{n}班', 'number', '八年级第3班'],
] as const)('whatever a school calls its classes, they are found: %s, %s', (pattern, style, name) => {
  const words = whole({ system: '6-3-3', style, pattern })
  for (const text of [name, '8.3', '初二（3）班']) expect(words.classIn(text, 'U22')).toEqual({ no: 'U22-3' })
})

test('in a school of 5-4-3 the sixth grade is the first of four', () => {
  const naming: Naming = { ...usualNaming, system: '5-4-3' }
  const words = gradeWords(
    grown(
      'U',
      [1, 2, 3, 4].map((at) => ['2', at, 3]),
      naming,
    ),
    naming,
  )
  expect([words.gradeIn('初一'), words.gradeIn('六'), words.gradeIn('初四')]).toEqual([
    { no: 'U21' },
    { no: 'U21' },
    { no: 'U24' },
  ])
})

test('in a school that has the upper grades only, 一 is 高一', () => {
  const words = gradeWords(grown('U', [['3', 1, 3]], usualNaming), usualNaming)
  for (const text of ['一', '2026级', '2029届']) expect(words.gradeIn(text)).toEqual({ no: 'U31' })
  expect(words.classIn('一（2）班')).toEqual({ no: 'U31-2' })
})

test('where two campuses have the same grade, the campus tells which; without it both are named', () => {
  const campuses = ['东校区', '西校区'].map((unitName, i) => ({
    ...empty,
    unitNo: `C${i}`,
    unitName,
    unitType: unitTypes.campus,
  }))
  const all = [...campuses, ...campuses.flatMap(({ unitNo }) => grown(unitNo, [['2', 1, 2]], usualNaming))]
  const words = gradeWords(all, usualNaming)
  expect(words.gradeIn('西校区/七年级')).toEqual({ no: 'C121' })
  expect(words.classIn('东校区七年级（2）班')).toEqual({ no: 'C021-2' })
  expect(words.gradeIn('七年级')).toMatchObject({
    wrong: '有 2 个年级叫“七年级”，请写上级，如 东校区七年级',
    sgst: [{ val: '东校区七年级' }, { val: '西校区七年级' }],
  })
  expect(words.grades).toEqual(['东校区七年级', '西校区七年级'])
  for (const name of words.grades) expect(words.gradeIn(name)).toHaveProperty('no')
  for (const name of words.classes) expect(words.classIn(name)).toHaveProperty('no')
})

test('what is not there is refused with a proposal where one is likely, and never guessed', () => {
  const words = whole()
  expect(words.gradeIn('八年及')).toMatchObject({ wrong: '年级“八年及”不存在', sgst: [{ val: '八年级' }] })
  expect(words.gradeIn('2028届')).toMatchObject({ wrong: '有 3 个年级叫“2028届”，请写上级，如 五年级' })
  expect(words.classIn('99班', 'U22')).toMatchObject({ wrong: '八年级没有“99班”', sgst: [] })
  expect(words.classIn('83班', 'U22')).toMatchObject({ wrong: '八年级没有“83班”', sgst: [{ val: '八年级（3）班' }] })
  expect(words.classIn('九年级（3）班', 'U22')).toMatchObject({ wrong: '“九年级（3）班”不在八年级' })
  expect(words.classIn('3班')).toMatchObject({ wrong: '班级“3班”不存在' })
  expect(words.classIn('2026-08-03', 'U22')).toMatchObject({ code: '被 Excel 当成了日期', sgst: [{ val: '八年级（3）班' }] })
})

test('a year of entry and the number of a class are read by any name', () => {
  const of = (text: string) => entryYearIn(text, '2', schYear, usualNaming)
  expect(['2025', '2025级', '八年级', '初二', '8', '二年级', '2025年入学'].map(of)).toEqual(Array(7).fill(2025))
  expect([of('2019'), of('高一'), of('字')]).toEqual([undefined, undefined, undefined])
  const grade = { stdyPrd: '2', curGrade: 2, entrYear: 2025 }
  const number = (text: string) => classNumberIn(text, grade, usualNaming)
  expect(['3', '3班', '（3）班', '八年级（3）班', '初二3班', '2025级3班'].map(number)).toEqual(Array(6).fill(3))
  expect([number('实验班'), number('0班'), number('九年级3班')]).toEqual([undefined, undefined, undefined])
})
