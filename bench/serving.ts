import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Call } from '#contract/call.ts'
import { toRequest } from '#contract/wire.ts'
import { cpuOfPostgres } from './postgres.ts'

export const rounds = Number(process.env.ROUNDS ?? 5)
export const perRound = Number(process.env.REQUESTS ?? 2000)
export const together = 8

export type Served = { child: ChildProcess; port: number }
/** Measures a request: microseconds of CPU of the serving process and of PostgreSQL, and how many there were in a second. */
export type Measured = { node: number; postgres: number; perSecond: number }
/** Describes a side of a comparison: a serving process, and how it is asked. */
export type Side = { served: Served; ask: (at: number) => Promise<Buffer> }

/** Describes the measures of a serving process: its CPU so far, its memory now, and the most since it was asked to watch. */
export type Told = { cpu: NodeJS.CpuUsage; rss: number; peak: number }

/** Starts a server of this folder in a process of its own. */
export async function serve(file: string, args: string[]): Promise<Served> {
  const child = fork(join(import.meta.dirname, 'sides', file), args, {
    execArgv: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', `--cpu-prof-name=${file}.cpuprofile`] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

/** Asks a serving process about itself; `watch` begins to look at its memory every 20 ms. */
export async function tell({ child }: Served, word: 'now' | 'watch' = 'now'): Promise<Told> {
  child.send(word)
  const [told] = await once(child, 'message')
  return told
}

const agent = new Agent({ keepAlive: true, maxSockets: together })

type Asked = { port: number; path: string; token?: string | undefined; body?: string | undefined }

/** Returns the body of an answer. */
export function send({ port, path, token, body }: Asked): Promise<Buffer> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: body ? 'POST' : 'GET', host: '127.0.0.1', agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    })
    sent.once('error', reject).end(body)
  })
}

/** Makes a call of the product. */
export function ask({ port }: Served, token: string | undefined, call: Call, input: Record<string, unknown> = {}) {
  const { url, body } = toRequest(call, input)
  return send({ port, token, path: url, body: typeof body === 'string' ? body : undefined })
}

const success = '{"code":0,'

export function check(body: Buffer) {
  if (body.toString('latin1', 0, success.length) !== success) throw new Error(`refused: ${body.toString('utf8', 0, 300)}`)
  return body
}

/** Measures requests of one side, on the PostgreSQL of a folder. */
async function measure({ served, ask: request }: Side, folder: string): Promise<Measured> {
  const before = [cpuOf(await tell(served)), cpuOfPostgres(folder)] as const
  const start = performance.now()
  let next = 0
  const worker = async () => {
    while (next < perRound) check(await request(next++))
  }
  await Promise.all(Array.from({ length: together }, worker))
  const seconds = (performance.now() - start) / 1000
  return {
    node: (cpuOf(await tell(served)) - before[0]) / perRound,
    postgres: (cpuOfPostgres(folder) - before[1]) / perRound,
    perSecond: perRound / seconds,
  }
}

const cpuOf = ({ cpu }: Told) => cpu.user + cpu.system

/** Measures the milliseconds of some work. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export type Pair = { bare: Measured; ours: Measured }

/** Measures two sides on the PostgreSQL of a folder in turns, after a round that warms both up. */
export async function compare(folder: string, bare: Side, ours: Side): Promise<Pair[]> {
  await measure(bare, folder)
  await measure(ours, folder)
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ bare: await measure(bare, folder), ours: await measure(ours, folder) })
  return pairs
}

const both = ({ node, postgres }: Measured) => node + postgres

/** Returns the median ratio of what the product costs to what the bare handler costs, both processes together. */
export const ratioOf = (pairs: Pair[], cost: (measured: Measured) => number = both) =>
  median(pairs.map(({ ours, bare }) => cost(ours) / cost(bare)))

/** Prints what both sides cost; with `most` a ratio of both processes together above it ends the measurement as failed. */
export function reportPairs(title: string, pairs: Pair[], most?: number) {
  const line = (name: string, cost: (measured: Measured) => number, aim = '') => {
    const [bare, ours] = [median(pairs.map((pair) => cost(pair.bare))), median(pairs.map((pair) => cost(pair.ours)))]
    console.log(
      `  ${name}   裸处理 ${bare.toFixed(0)}   本产品 ${ours.toFixed(0)}   比值 ${ratioOf(pairs, cost).toFixed(2)}${aim}`,
    )
  }
  console.log(`${title}，${rounds} 轮各 ${perRound} 次，${together} 路并发（中位数，CPU 微秒/次）`)
  line('node      ', ({ node }) => node)
  line('PostgreSQL', ({ postgres }) => postgres)
  line('合计      ', both, most ? `（目标 1.4，不超过 ${most}）` : '')
  line('次/秒     ', ({ perSecond }) => perSecond)
  if (most && ratioOf(pairs) > most) {
    console.log('  超过了')
    process.exitCode = 1
  }
}

/** Limits what a list of people may cost, both processes together, against the bare handler. */
export const mostTogether = 1.65

/** Writes a result as text with its keys in one order. */
export const byName = (result: unknown) =>
  JSON.stringify(result, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
