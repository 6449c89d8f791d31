import { stu } from '#features/ent/stu/stu.contract.ts'
import { makeSecret } from '#server/database/secret.ts'
import { initials } from '#server/base/search.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { measureImport, reportImport } from './importing.ts'
import { big, fillSchool, names, people, rolled, studentsOf } from './pupils.ts'
import { ask, check, median, type Served, serve, timeOf } from './serving.ts'
import { timeYear } from './parts/year.ts'

const times = 30
const small = 2

type Asking = { ours: Served; tokens: string[] }

const page =
  ({ ours, tokens }: Asking, at: number, input: Record<string, unknown>) =>
  async () =>
    check(await ask(ours, tokens[at], stu.getpage, { stt: '1', ...input }))

/**
 * Measures the first page of a small school and of the big one, filters, and keywords against the plain page of the same school.
 */
async function measureLists(asking: Asking) {
  const asked: [string, (i: number) => Record<string, unknown>][] = [
    ['首页', () => ({})],
    ['一个班', (i) => ({ unitNo: `C${i}` })],
    ['一个年级', (i) => ({ unitNo: `G${i % 6}` })],
    ['住校的女生', () => ({ wts: '02', sex: 'N' })],
    ['没有家长', () => ({ noPtr: '1' })],
    ['姓名', (i) => ({ keyWord: names[i * 7] ?? '' })],
    ['首字母', (i) => ({ keyWord: initials(names[i * 7] ?? '') })],
    ['学号', (i) => ({ keyWord: `N${1000 + i}` })],
    ['第 500,000 行', () => ({ pageIndex: 10_000 })],
  ]
  for (const at of [small, big.at]) {
    console.log(`学生列表，每页 50 行，${studentsOf(at)} 人的学校，依次 ${times} 次（中位数）`)
    let plain = 0
    for (const [title, inputOf] of asked) {
      const taken: number[] = []
      for (let i = 0; i < times; i++) taken.push(await timeOf(page(asking, at, inputOf(i))))
      const time = median(taken)
      plain ||= time
      console.log(`  ${title}   ${time.toFixed(1)} ms   是首页的 ${(time / plain).toFixed(2)} 倍`)
    }
  }
}

async function measureExport({ ours, tokens }: Asking) {
  const input = { stt: '1', unitNo: 'G0', flds: ['stuName', 'unitName', 'stdyNo', 'authTel', 'ptrName1', 'ptrTel1'] }
  const time = await timeOf(() => ask(ours, tokens[rolled.at], stu.export, input))
  console.log(`导出一个年级（${Math.round(rolled.students / 6)} 人）   ${(time / 1000).toFixed(2)} s`)
}

const newcomers = 5000
const importing = 3

/** Imports 5,000 new students with a guardian each, while another school's list is read. */
async function measureNewcomers({ ours, tokens }: Asking) {
  const classes = ['（1）班', '（2）班', '（3）班', '（4）班']
  const list = Array.from({ length: newcomers }, (_, i) => {
    const { name, sex, brth, idNo } = people.adult('20190901', '20200831')
    const parent = people.adult('19850101', '19941231', 'F')
    return [
      name,
      sex === 'M' ? '男' : '女',
      '一年级',
      `一年级${classes[i % classes.length]}`,
      idNo,
      brth,
      `X${i}`,
      parent.name,
      '母亲',
      parent.authTel,
    ]
  })
  const heads = ['姓名', '性别', '年级', '班级', '身份证号', '出生日期', '学号', '家长1姓名', '家长1关系', '家长1手机']
  const asked = {
    preview: stu.importnewstu,
    create: stu.importnewstucreate,
    rows: [heads, ...list],
    counts: { addCnt: newcomers },
  }
  const taken = await measureImport(
    { served: ours, token: tokens[importing], page: page({ ours, tokens }, small, {}), times: 3 },
    asked,
  )
  reportImport(
    `导入 ${newcomers} 名新生和家长，到已有 ${studentsOf(importing)} 人的学校，同时每 20 ms 查一次另一所学校的列表`,
    taken,
    {},
  )
}

const block = 500

/** Measures cells of 500 students in one batch, against the form of one student. */
async function measureCells({ ours, tokens }: Asking) {
  const token = tokens[small]
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map(async (pageIndex) => check(await ask(ours, token, stu.getpage, { pageIndex, pageSize: block / 5 }))),
  )
  const stuNos = pages.flatMap((body) => (JSON.parse(String(body)).result.datas as { stuNo: string }[]).map(({ stuNo }) => stuNo))
  const one = async (i: number) => check(await ask(ours, token, stu.update, { stuNo: stuNos[i], rem: `第 ${i} 次` }))
  const many = async (i: number) =>
    check(await ask(ours, token, stu.updatemany, { datas: stuNos.map((stuNo) => ({ stuNo, rem: `第 ${i} 批`, wts: '01' })) }))
  const [single, batch]: [number[], number[]] = [[], []]
  for (let i = 0; i < times; i++) single.push(await timeOf(() => one(i)))
  for (let i = 0; i < times / 3; i++) batch.push(await timeOf(() => many(i)))
  const [usual, whole] = [median(single), median(batch)]
  console.log(
    `表格编辑，一批 ${block} 名学生的两格   ${whole.toFixed(0)} ms   是修改一名的 ${(whole / usual).toFixed(1)} 倍，每名的 ${(whole / usual / block).toFixed(3)} 倍`,
  )
}

async function measureYear({ ours, tokens }: Asking) {
  const { done, looked, back } = await timeYear(ours, tokens[rolled.at])
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  console.log(
    `学年升级，${rolled.students} 人   升级 ${seconds(done)}（目标 ≤ 60 s）   撤销前的核对 ${seconds(looked)}   撤销 ${seconds(back)}`,
  )
}

const postgres = await benchPostgres()
try {
  const { address, tokens } = await makeEnterprises(postgres.url, makeSecret(testKey), fillSchool, '030')
  const total = Array.from({ length: enterprises }, (_, at) => studentsOf(at)).reduce((sum, count) => sum + count, 0)
  console.log(`${total} 名学生，${enterprises} 所学校，最大的一所 ${big.students} 人`)
  const ours = await serve('ours.ts', [address, postgres.folder])
  const asking = { ours, tokens }
  await measureLists(asking)
  await measureExport(asking)
  await measureCells(asking)
  await measureNewcomers(asking)
  await measureYear(asking)
  ours.child.disconnect()
} finally {
  await postgres.stop()
}
