import type { Call } from '#contract/call.ts'
import { history } from '#contract/shell/history.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { initials } from '#server/base/search.ts'
import { openLoaded } from './loaded.ts'
import { entNoOf } from './enterprises.ts'
import { names, studentsOf } from './pupils.ts'
import { ask, median, serve, timeOf } from './serving.ts'

// Times calls over what `bench load` left in a folder, one after the other: npm run bench calls FOLDER [words of a title].
const [, , folder, only = ''] = process.argv
if (!folder) throw new Error('npm run bench calls FOLDER')

const times = Number(process.env.TIMES ?? 9)
/** Ends the repetition of a call that takes longer than so many milliseconds. */
const patience = 3000
const [big, small] = [0, 2]

type Input = Record<string, unknown>
/** Describes one call: its title, the call, the milliseconds it may take at most (0: nobody said), and its input each time. */
type Measured = [string, Call, number, (i: number, at: number) => Input]

const name = (i: number) => names[i * 7] ?? ''
const sounds = ['wa', 'zh', 'li', 'xia', 'ng']
const list = (title: string, aim: number, inputOf: (i: number, at: number) => Input): Measured => [
  `学生 ${title}`,
  stu.getpage,
  aim,
  (i, at) => ({ pageSize: 50, ...inputOf(i, at) }),
]
const word = (title: string, wordOf: (i: number) => string): Measured => [
  `搜索 ${title}`,
  search.get,
  60,
  (i) => ({ word: wordOf(i) }),
]

const ofSchools: Measured[] = [
  list('首页', 0, () => ({})),
  list('正常的', 0, () => ({ stt: '1' })),
  list('一个班', 0, (i) => ({ unitNo: `C${i}` })),
  list('一个年级', 0, (i) => ({ unitNo: `G${i % 6}` })),
  list('很远的一页', 0, (_, at) => ({ pageIndex: at === big ? 10_000 : 150 })),
  list('住校的', 300, () => ({ stt: '1', wts: '02' })),
  list('少见的标签', 300, () => ({ stt: '1', wts: '31' })),
  list('住校的女生', 300, () => ({ stt: '1', wts: '02', sex: 'N' })),
  list('女生', 300, () => ({ stt: '1', sex: 'N' })),
  list('没有家长', 300, () => ({ stt: '1', noPtr: '1' })),
  list('有家长', 300, () => ({ stt: '1', noPtr: '0' })),
  list('缺身份证号', 300, () => ({ stt: '1', lack: 'idNo' })),
  list('缺全国学籍号', 300, () => ({ stt: '1', lack: 'unfStuNo' })),
  list('少数民族', 300, () => ({ stt: '1', nation: '02' })),
  list('姓名', 300, (i) => ({ keyWord: name(i) })),
  list('姓名两个字', 300, (i) => ({ keyWord: name(i).slice(0, 2) })),
  list('首字母', 300, (i) => ({ keyWord: initials(name(i)) })),
  list('常见的拼音', 300, (i) => ({ keyWord: sounds[i % 5] })),
  list('姓', 300, (i) => ({ keyWord: name(i).slice(0, 1) })),
  list('学号', 300, (i) => ({ keyWord: `N${1001 + i}` })),
  list('手机后四位', 300, (i) => ({ keyWord: String(1234 + i * 111) })),
  list('手机', 300, (i) => ({ keyWord: `1${String(3000 + i * 3).padStart(10, '0')}` })),
  ['学生 统计', stu.getstatis, 50, () => ({})],
  ['学生 一个年级的统计', stu.getstatis, 50, (i) => ({ unitNo: `G${i % 6}` })],
  ['学生 单元树', stu.gettree, 50, () => ({})],
  ['学籍档案 首页', stuarch.getpage, 0, () => ({ pageSize: 50 })],
  ['学籍档案 缺邮箱', stuarch.getpage, 300, () => ({ pageSize: 50, lack: 'email' })],
  ['家长 首页', ptr.getpage, 0, () => ({ pageSize: 50 })],
  ['家长 没有孩子', ptr.getpage, 300, () => ({ pageSize: 50, noStu: '1' })],
  ['家长 姓名两个字', ptr.getpage, 300, (i) => ({ pageSize: 50, keyWord: name(i).slice(0, 2) })],
  ['家长 统计', ptr.getstatis, 50, () => ({})],
  ['操作记录 首页', history.getpage, 0, () => ({ pageSize: 20 })],
  ['操作记录 很远的一页', history.getpage, 0, (_, at) => ({ pageSize: 20, pageIndex: at === big ? 5000 : 100 })],
  ['操作记录 姓名', history.getpage, 300, (i) => ({ pageSize: 20, keyWord: name(i) })],
  ['操作记录 一名学生', history.gettimeline, 0, (i, at) => ({ kind: 'stu', no: `S${at * 1_000_000 + 5 + i}` })],
  word('姓名', name),
  word('一个字', () => '王'),
  word('两个字', (i) => name(i).slice(0, 2)),
  word('首字母', (i) => initials(name(i))),
  word('常见的拼音', (i) => sounds[i % 5] as string),
  word('学号', (i) => `N${1001 + i}`),
  word('手机后四位', (i) => String(1234 + i * 111)),
  word('手机', (i) => `1${String(3000 + i * 3).padStart(10, '0')}`),
  word('什么也找不到', (i) => `没有这样的人${i}`),
  word('三年级住校的女生', () => '三年级住校的女生'),
  word('没有家长的学生', () => '没有家长的学生'),
  ['首页', home.get, 100, () => ({})],
  ['首页的图表', home.getcharts, 100, () => ({})],
  ['疑似重复', duplicate.getlist, 300, () => ({})],
  ['体检', datacheck.get, 300, () => ({})],
  ['体检 没有家长的', datacheck.getfound, 300, () => ({ rule: 'noPtr', pageSize: 20 })],
]

const ofBureau: Measured[] = [
  ['企业', ent.getpage, 0, () => ({ pageSize: 20 })],
  ['企业树', ent.gettree, 0, () => ({})],
  ['首页', home.get, 100, () => ({})],
  ['首页的图表', home.getcharts, 100, () => ({})],
  ['各校之间的疑似重复', duplicate.getlist, 300, () => ({})],
  ['各校体检', datacheck.getschools, 300, () => ({})],
  ['一所学校的学生', stu.getpage, 0, () => ({ pageSize: 50, entNo: entNoOf(0) })],
]

const { address, tokens, ofBureau: bureauToken, stop } = await openLoaded(folder)
const ours = await serve('ours.ts', [address, folder])
try {
  for (const at of [small, big]) await report(`${studentsOf(at)} 人的学校`, ofSchools, tokens[at] as string, at)
  await report('教育局', ofBureau, bureauToken, big)
} finally {
  ours.child.disconnect()
  await stop()
}

async function report(whose: string, calls: Measured[], token: string, at: number) {
  console.log(`${whose}，依次 ${times} 次（中位数和 p95，毫秒）`)
  for (const [title, call, aim, inputOf] of calls) {
    if (!title.includes(only)) continue
    const taken: number[] = []
    let told = ''
    for (let i = 0; i < times; i++) {
      const time = await timeOf(async () => {
        told = tellOf(await ask(ours, token, call, inputOf(i, at)))
      })
      taken.push(time)
      if (time > patience && i > 0) break
    }
    // Leaves out the first, which finds nothing in memory and may work out what is kept then.
    const [first = 0, ...counted] = taken
    const missed = aim > 0 && median(counted) > aim ? '  慢' : ''
    console.log(
      `  ${median(counted).toFixed(1).padStart(8)}  p95 ${percentile(counted, 0.95).toFixed(0).padStart(5)}  第一次 ${first.toFixed(0).padStart(6)}  ${aim ? `目标 ${aim}` : ''}  ${title}  ${told}${missed}`,
    )
  }
}

function percentile(values: number[], part: number) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0
}

// Tells how many were found, or why the call was refused.
function tellOf(body: Buffer): string {
  const { code, message, result } = JSON.parse(String(body))
  return code === 0 ? `${result?.recordCount ?? ''}` : `${code} ${message}`
}
