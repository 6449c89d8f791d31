import { writeXlsx } from 'hucre/xlsx'
import type { ImportPreview } from '#contract/importing.ts'
import { basePath } from '#contract/wire.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { imp } from '#features/ent/imp/imp.contract.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import type { Person } from '#server/demo/people.ts'
import { makeSecret } from '#server/secret.ts'
import { testKey } from '../test/world.ts'
import { makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { ask, check, median, type Served, serve, tell } from './serving.ts'
import { departmentsOf, people, staffEnterprise } from './staff.ts'

const rows = 5000
const times = Number(process.env.ROUNDS ?? 5)
const importing = 2
const asking = 3
const every = 20
const aims = { 核对: 3000, 写入: 2000, 撤销: undefined }

const heads = ['姓名', '性别', '工号', '手机', '身份证号', '出生日期', '民族', '部门', '岗位', '备注']
const departments = departmentsOf(importing).map(({ orgName }) => orgName)

const rowOf = ({ name, sex, authTel, idNo, brth }: Person, workNo: string, at: number) => {
  const department = departments[(at * 11) % departments.length] as string
  const birth = brth.replace(/(....)(..)(..)/, '$1-$2-$3')
  return [name, sex === 'M' ? '男' : '女', workNo, authTel, idNo, birth, '汉族', department, '教师', '名单里的备注']
}

const newcomers = Array.from({ length: rows }, (_, at) => rowOf(people.adult('19670101', '20060831'), `N${at + 1}`, at))

/** Uploads a list; answers the number of the file. */
async function send({ port }: Served, token: string | undefined, list: string[][]): Promise<string> {
  const form = new FormData()
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: '教职工', rows: [heads, ...list] }] }))
  form.set('file', new File([content], '教职工.xlsx'))
  const url = `http://127.0.0.1:${port}${basePath}${upload.upload.path}?version=v1`
  const answer = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } })
  return resultOf<{ fileNo: string }>(Buffer.from(await answer.arrayBuffer())).fileNo
}

const resultOf = <Result>(body: Buffer): Result => JSON.parse(String(check(body))).result

type Taken = { ms: number; others: number[] }

/** Does some work while somebody else asks for a page of a list every 20 ms; answers how long all that took. */
async function besides<Result>(work: () => Promise<Result>, page: () => Promise<unknown>): Promise<Taken & { result: Result }> {
  const others: number[] = []
  const asked: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const began = performance.now()
    asked.push(page().then(() => others.push(performance.now() - began)))
  }, every)
  const began = performance.now()
  const result = await work()
  const ms = performance.now() - began
  clearInterval(timer)
  await Promise.all(asked)
  return { ms, others, result }
}

/** Imports a list several times over, each time on the same staff: what was written is taken back. */
async function measure(served: Served, tokens: string[], list: string[][], counts: Partial<ImportPreview>) {
  const token = tokens[importing]
  const page = async () => check(await ask(served, tokens[asking], emp.getpage, {}))
  const taken: Record<keyof typeof aims, Taken[]> = { 核对: [], 写入: [], 撤销: [] }
  for (let i = 0; i < times; i++) {
    const fileNo = await send(served, token, list)
    const preview = await besides(async () => resultOf<ImportPreview>(await ask(served, token, emp.importemp, { fileNo })), page)
    const { batchNo } = preview.result
    for (const [name, count] of Object.entries(counts))
      if (preview.result[name as keyof ImportPreview] !== count) throw new Error(`the preview has another ${name}`)
    const write = await besides(async () => check(await ask(served, token, emp.importempcreate, { batchNo })), page)
    const undo = await besides(async () => check(await ask(served, token, imp.undo, { batchNo })), page)
    for (const [name, one] of Object.entries({ 核对: preview, 写入: write, 撤销: undo }))
      taken[name as keyof typeof aims].push(one)
  }
  return taken
}

function report(title: string, taken: Record<keyof typeof aims, Taken[]>) {
  console.log(`${title}，${times} 次（中位数）`)
  for (const [name, list] of Object.entries(taken)) {
    const aim = aims[name as keyof typeof aims]
    const others = list.flatMap((one) => one.others).toSorted((a, b) => a - b)
    const p99 = others[Math.ceil(others.length * 0.99) - 1] ?? 0
    console.log(
      `  ${name} ${(median(list.map(({ ms }) => ms)) / 1000).toFixed(2)} 秒${aim ? `（目标 ≤ ${aim / 1000} 秒）` : ''}   别的企业的列表 ${others.length} 次，p99 ${p99.toFixed(0)} ms，最长 ${others.at(-1)?.toFixed(0)} ms（目标 p99 < 300 ms）`,
    )
  }
}

const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

const postgres = await benchPostgres()
try {
  const secret = makeSecret(testKey)
  let known: Person[] = []
  const { address, tokens } = await makeEnterprises(postgres.url, secret, async (db, at) => {
    if (at === importing) known = await staffEnterprise(db, secret, at, rows)
    if (at === asking) await staffEnterprise(db, secret, at)
  })
  const half = rows / 2
  const changed = known.slice(0, half).map((person, at) => rowOf(person, `G${at + 1}`, at))
  const served = await serve('ours.ts', [address, postgres.folder])
  const before = await tell(served, 'watch')
  console.log(`导入 ${rows} 行 × ${heads.length} 列到已有 ${rows} 名员工的企业，同时每 ${every} ms 查一次另一家企业的列表`)
  report('全部新增', await measure(served, tokens, newcomers, { addCnt: rows }))
  report(
    '一半修改、一半新增',
    await measure(served, tokens, [...changed, ...newcomers.slice(0, half)], { updCnt: half, addCnt: half }),
  )
  console.log(`服务进程的内存   开始 ${mb(before.rss)}   最多 ${mb((await tell(served)).peak)}`)
  served.child.disconnect()
} finally {
  await postgres.stop()
}
