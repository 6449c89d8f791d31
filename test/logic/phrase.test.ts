import { expect, test } from 'vitest'
import { gradeName, type Naming, StudentState, unitTypes, usualNaming } from '#domain/units/units.contract.ts'
import { makeRandom, type Random } from '#app/server/demo/random.ts'
import { gradeWords, type NamedUnit } from '#domain/units/gradeWords.ts'
import { parsePhrase, type Phrase, type Vocabulary } from '#domain/search/phrase.ts'
import { commonWords, type StudentFilter } from '#domain/search/phraseWords.ts'
import { cpuOf } from '../support/cpu.ts'

const schYear = 2026
const empty = { stdyPrd: null, entrYear: null, grdtYear: null, curGrade: null, clsNo: null }
const root = { ...empty, prtNo: null, unitNo: 'U', unitName: '晨光学校', unitType: unitTypes.school }

/** Makes grades of a period, each with four classes. */
function grown([stdyPrd, years]: readonly [string, number], naming: Naming): NamedUnit[] {
  return Array.from({ length: years }, (_, i) => i + 1).flatMap((curGrade) => {
    const entrYear = schYear - curGrade + 1
    const unitNo = `G${stdyPrd}${curGrade}`
    const of = { stdyPrd, entrYear, grdtYear: entrYear + years }
    const unitName = gradeName({ stdyPrd, curGrade, entrYear }, naming)
    const grade = { ...empty, ...of, unitNo, unitName, unitType: unitTypes.grade, prtNo: 'U', curGrade }
    const classes = [1, 2, 3, 4].map((clsNo) => ({
      ...grade,
      unitNo: `${unitNo}-${clsNo}`,
      unitName: naming.pattern.replace('{grade}', unitName).replace('{n}', String(clsNo)),
      unitType: unitTypes.class,
      prtNo: unitNo,
      curGrade: null,
      clsNo,
    }))
    return [grade, ...classes]
  })
}

const labels = new Map([
  ['01', '走读'],
  ['02', '住校'],
  ['11', '班干部'],
  ['12', '特长生'],
  ['31', '家庭经济困难'],
  ['43', '特殊体质/过敏'],
  ['L1', '足球队'],
])
const periods = [
  ['1', 6],
  ['2', 3],
  ['3', 3],
] as const
const schoolOf = (naming: Naming = usualNaming, taught: readonly (readonly [string, number])[] = periods): Vocabulary => ({
  units: gradeWords([root, ...taught.flatMap((period) => grown(period, naming))], naming),
  labels,
})
const school = schoolOf()

/** Describes ways to say each part of a meaning, and the part. */
type Ways = [said: string[], part: Partial<StudentFilter>][]

const units: Ways = [
  [['三年级', '3年级', '小三', '小学三年级', '３年级'], { unitNo: 'G13' }],
  [['八年级', '初二', '初中二年级', '8年级'], { unitNo: 'G22' }],
  [['高一', '高中一年级', '十年级', '高一年级'], { unitNo: 'G31' }],
  [['三年级2班', '三年级（2）班', '三（2）班', '3.2班', '三年级二班'], { unitNo: 'G13-2' }],
  [['初二3班', '八年级（3）班', '八（3）班', '八3班', '803班'], { unitNo: 'G22-3' }],
]
const labelWays: Ways = [
  [['住校', '住校生', '住宿', '寄宿生'], { wts: '02' }],
  [['走读', '走读生'], { wts: '01' }],
  [['班干部'], { wts: '11' }],
  [['特长生', '特长'], { wts: '12' }],
  [['贫困', '困难', '贫困生', '家庭经济困难'], { wts: '31' }],
  [['过敏'], { wts: '43' }],
  [['足球队'], { wts: 'L1' }],
]
const sexes: Ways = [
  [['女生', '女学生', '女孩', '女'], { sex: 'N' }],
  [['男生', '男同学', '男孩子'], { sex: 'M' }],
]
const states: Ways = [
  [['在校', '在读'], { stt: StudentState.learning }],
  [['已毕业', '毕业'], { stt: StudentState.graduated }],
  [['转出', '已转出', '转学'], { stt: StudentState.transferred }],
  [['休学', '休学中'], { stt: StudentState.suspended }],
]
const lacks: Ways = [
  [['没有家长', '没家长', '无家长'], { noPtr: '1' }],
  [['没有手机', '无手机'], { lack: 'authTel' }],
  [['没有身份证', '无身份证号'], { lack: 'idNo' }],
  [['未认证'], { authFlag: '0' }],
]
const nouns = ['', '学生', '同学', '的学生']
const joints = ['', '的', ' ', '　', '、']
const names = ['张伟', '高一鸣', '欧阳晓雯', '王亚男', '阿依古丽·买买提', 'zhangwei', '小明', '马丽']
const relations: [string[], Pick<Phrase, 'wants' | 'relts'>][] = [
  [['家长', '父母', '家长们'], { wants: 'guardians' }],
  [['爸爸', '父亲'], { wants: 'guardians', relts: ['51'] }],
  [['妈妈', '母亲'], { wants: 'guardians', relts: ['52'] }],
  [['班主任'], { wants: 'heads' }],
]
const phones = ['电话', '手机', '手机号', '的电话', '联系方式']

const some = (random: Random, ways: Ways, odds: number) => (random.between(1, 100) <= odds ? [random.pick(ways)] : [])

/** Draws a set of students, put into words in any order. */
function setOf(random: Random): { said: string; meant: Phrase } {
  const parts = [
    ...some(random, units, 70),
    ...some(random, labelWays, 60),
    ...some(random, sexes, 60),
    ...some(random, states, 20),
    ...some(random, lacks, 20),
  ]
  if (parts.length === 0) return setOf(random)
  const words = parts.map(([ways]) => random.pick(ways)).toSorted(() => random.between(0, 1) * 2 - 1)
  const said = random.pick(['', '所有', '全部', '查 ']) + words.join(random.pick(joints)) + random.pick(nouns)
  if (said.trim().length < 2) return setOf(random)
  return { said, meant: { wants: 'students', of: Object.assign({}, ...parts.map(([, part]) => part)), phone: false } }
}

/** Draws a relation to somebody, or to a class. */
function relationOf(random: Random): { said: string; meant: Phrase } {
  const [ways, wanted] = random.pick(relations)
  const name = random.between(1, 100) <= 70 ? random.pick(names) : undefined
  const unit = name && random.between(1, 100) <= 60 ? [] : [random.pick(units)]
  const who = [...unit.map(([said]) => random.pick(said)), ...(name ? [name] : [])].join(random.pick(['', '的', ' ']))
  const phone = random.between(0, 1) === 1
  const said = `${who}${random.pick(['', '的'])}${random.pick(ways)}${phone ? random.pick(phones) : ''}`
  const of = Object.assign({}, ...unit.map(([, part]) => part))
  return { said, meant: { ...wanted, of, phone, ...(name && { name }) } }
}

test('of 200 phrases put together by chance every one is understood as it was meant', () => {
  const random = makeRandom(20261122)
  const phrases = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? setOf(random) : relationOf(random)))
  expect(new Set(phrases.map(({ said }) => said)).size).toBeGreaterThan(180)
  const wrong = phrases
    .map(({ said, meant }) => ({ said, meant, understood: parsePhrase(said, school) }))
    .filter(({ meant, understood }) => JSON.stringify(sorted(understood)) !== JSON.stringify(sorted(meant)))
  expect(wrong).toEqual([])
})

const sorted = (phrase: Phrase | undefined) =>
  phrase && {
    wants: phrase.wants,
    name: phrase.name,
    relts: phrase.relts,
    phone: phrase.phone,
    of: Object.entries(phrase.of).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  }

test.each([
  ['三年级住校的女生', { wants: 'students', of: { unitNo: 'G13', wts: '02', sex: 'N' } }],
  ['女生 住校 三年级', { wants: 'students', of: { unitNo: 'G13', wts: '02', sex: 'N' } }],
  ['张伟的家长电话', { wants: 'guardians', name: '张伟', phone: true }],
  ['家长电话 张伟', { wants: 'guardians', name: '张伟', phone: true }],
  ['张伟的孩子', { wants: 'children', name: '张伟' }],
  ['张伟的女儿', { wants: 'children', name: '张伟', of: { sex: 'N' } }],
  ['张伟的班主任', { wants: 'heads', name: '张伟' }],
  ['三年级2班的班主任', { wants: 'heads', of: { unitNo: 'G13-2' } }],
  ['三年级的老师', { wants: 'teachers', of: { unitNo: 'G13' } }],
  ['张伟老师的电话', { wants: 'colleague', name: '张伟', phone: true }],
  ['张伟的电话', { wants: 'anybody', name: '张伟', phone: true }],
  ['没有家长的孩子', { wants: 'students', of: { noPtr: '1' } }],
  ['三年级张伟', { wants: 'students', name: '张伟', of: { unitNo: 'G13' } }],
  ['三年级 2班 张伟的妈妈', { wants: 'guardians', name: '张伟', of: { unitNo: 'G13-2' }, relts: ['52'] }],
])('%s is understood', (said, meant) => {
  expect(parsePhrase(said, school)).toEqual({ of: {}, phone: false, ...meant })
})

test('a class is meant by the names that its own school gives', () => {
  const cohorts = schoolOf({ ...usualNaming, style: 'cohort' }, [['1', 6]])
  expect(parsePhrase('2025级3班的女生', cohorts)?.of).toEqual({ unitNo: 'G12-3', sex: 'N' })
  const older = schoolOf({ ...usualNaming, system: '5-4-3' })
  expect(parsePhrase('初二女生', older)?.of).toEqual({ unitNo: 'G22', sex: 'N' })
})

test.each([
  ['张伟'],
  ['王亚男'],
  ['高一鸣'],
  ['家长'],
  ['家长电话'],
  ['家长会'],
  ['班主任'],
  ['女'],
  ['学生'],
  ['电话'],
  ['803'],
  ['13800138000'],
  ['三年级八年级'],
  ['三年级八年级2班'],
  ['男生女生'],
  // Finds the three grades of this school that came in 2024.
  ['2024级的女生'],
  ['住校走读'],
  ['没有手机没有学号'],
  ['住校的家长'],
  ['三年级女生的电话'],
  ['住校的张伟的班主任'],
  ['九年级9班的女生'],
  ['三年级戴眼镜而且喜欢打篮球的女生'],
  ['上周没签到的会议'],
  ['的的的'],
  ['%_'],
  ['<script>'],
  ['女生'.repeat(20)],
  ['爸爸'.repeat(20)],
  ['所有的'.repeat(13)],
])('%s is no phrase: nothing of it is half understood', (said) => {
  expect(parsePhrase(said, school)).toBeUndefined()
})

test('a label that the asker does not see is a word like any other', () => {
  const seen = { ...school, labels: new Map([['02', '住校']]) }
  expect(parsePhrase('三年级住校的女生', seen)).toBeDefined()
  expect(parsePhrase('三年级贫困的女生', seen)?.of.wts).toBeUndefined()
})

test('no word repeated, and no mix of words, takes longer to understand than a phrase of its length', () => {
  const vocabulary = schoolOf()
  const words = [...commonWords.keys(), '三年级', '三班', '三年级二班', '足球队', '李']
  const random = makeRandom(7)
  const repeated = words.flatMap((word) => [word.repeat(Math.floor(40 / word.length)), word.repeat(200)])
  const mixed = Array.from({ length: 300 }, () => {
    const some = Array.from({ length: 3 }, () => random.pick(words))
    return Array.from({ length: 40 }, () => random.pick(some))
      .join('')
      .slice(0, 40)
  })
  const slow: string[] = []
  for (const text of [...repeated, ...mixed, `${'查找'.repeat(19)}女生`]) {
    const understand = () => parsePhrase(text, vocabulary)
    // Tries again what took long, for the machine is not alone.
    if (cpuOf(understand, 1) > 200 && cpuOf(understand) > 200) slow.push(text)
  }
  expect(slow).toEqual([])
})
