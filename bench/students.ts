import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { makeSecret } from '#server/secret.ts'
import { initials } from '#server/search.ts'
import { testKey } from '../test/world.ts'
import { enterprises, makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { big, fillSchool, names, rolled, schoolYear, studentsOf } from './pupils.ts'
import { ask, check, median, type Served, serve, timeOf } from './serving.ts'

const times = 30
const small = 2

type Asking = { ours: Served; tokens: string[] }

const page =
  ({ ours, tokens }: Asking, at: number, input: Record<string, unknown>) =>
  async () =>
    check(await ask(ours, tokens[at], stu.getpage, { stt: '1', ...input }))

/** The first page of a small school and of the big one, filters, and keywords against the plain page of the same school. */
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

async function measureYear({ ours, tokens }: Asking) {
  const token = tokens[rolled.at]
  const result = async (call: Parameters<typeof ask>[2], input: object = {}) =>
    JSON.parse(String(check(await ask(ours, token, call, input as Record<string, unknown>)))).result
  const shown = await result(rollover.get)
  const saved = await result(rollover.savedraft, { plan: { ...shown.plan, again: '1' } })
  const { rollNo, sign } = saved
  const done = await timeOf(() => result(rollover.run, { rollNo, sign, schYear: schoolYear + 1 }))
  const looked = await timeOf(() => result(rollover.getundo, { rollNo }))
  const back = await timeOf(() => result(rollover.takeback, { rollNo }))
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  console.log(
    `年终结转，${rolled.students} 人   结转 ${seconds(done)}（目标 ≤ 60 s）   撤销前的核对 ${seconds(looked)}   撤销 ${seconds(back)}`,
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
  await measureYear(asking)
  ours.child.disconnect()
} finally {
  await postgres.stop()
}
