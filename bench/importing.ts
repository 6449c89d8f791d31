import { writeXlsx } from 'hucre/xlsx'
import type { Call } from '#contract/call.ts'
import type { ImportPreview } from '#contract/importing.ts'
import { basePath } from '#contract/wire.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { ask, check, median, type Served } from './serving.ts'

const every = 20
const steps = ['核对', '写入', '撤销'] as const
type Step = (typeof steps)[number]
type Taken = Record<Step, { ms: number; others: number[] }[]>

export type Asking = { served: Served; token: string | undefined; page: () => Promise<unknown>; times: number }
type Import = { preview: Call; create: Call; rows: string[][]; counts: Partial<ImportPreview> }

const resultOf = <Result>(body: Buffer): Result => JSON.parse(String(check(body))).result

/** Uploads a list and returns the number of the file. */
async function send({ port }: Served, token: string | undefined, rows: string[][]): Promise<string> {
  const form = new FormData()
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: '名单', rows }] }))
  form.set('file', new File([content], '名单.xlsx'))
  const url = `http://127.0.0.1:${port}${basePath}${upload.upload.path}?version=v1`
  const answer = await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } })
  return resultOf<{ fileNo: string }>(Buffer.from(await answer.arrayBuffer())).fileNo
}

/** Does some work while somebody else asks for a page of a list every 20 ms; answers how long all that took. */
async function besides<Result>(work: () => Promise<Result>, page: () => Promise<unknown>) {
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

/** Imports a list several times over, each time on the same people: what was written is undone. */
export async function measureImport(
  { served, token, page, times }: Asking,
  { preview, create, rows, counts }: Import,
): Promise<Taken> {
  const taken: Taken = { 核对: [], 写入: [], 撤销: [] }
  for (let i = 0; i < times; i++) {
    const fileNo = await send(served, token, rows)
    const shown = await besides(async () => resultOf<ImportPreview>(await ask(served, token, preview, { fileNo })), page)
    const { batchNo } = shown.result
    for (const [name, count] of Object.entries(counts))
      if (shown.result[name as keyof ImportPreview] !== count) throw new Error(`the preview has another ${name}`)
    taken.核对.push(shown)
    taken.写入.push(await besides(async () => check(await ask(served, token, create, { batchNo })), page))
    taken.撤销.push(await besides(async () => check(await ask(served, token, imp.undo, { batchNo })), page))
  }
  return taken
}

export function reportImport(title: string, taken: Taken, aims: Partial<Record<Step, number>>) {
  console.log(`${title}，${taken.核对.length} 次（中位数）`)
  for (const step of steps) {
    const list = taken[step]
    const aim = aims[step]
    const others = list.flatMap((one) => one.others).toSorted((a, b) => a - b)
    const p99 = others[Math.ceil(others.length * 0.99) - 1] ?? 0
    console.log(
      `  ${step} ${(median(list.map(({ ms }) => ms)) / 1000).toFixed(2)} 秒${aim ? `（目标 ≤ ${aim / 1000} 秒）` : ''}   别的企业的列表 ${others.length} 次，p99 ${p99.toFixed(0)} ms，最长 ${others.at(-1)?.toFixed(0)} ms（目标 p99 < 300 ms）`,
    )
  }
}
