import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Call } from '#contract/call.ts'
import { toRequest } from '#contract/wire.ts'

export const rounds = Number(process.env.ROUNDS ?? 7)
export const perRound = Number(process.env.REQUESTS ?? 2000)
export const together = 8

export type Served = { child: ChildProcess; port: number }
export type Measured = { cpu: number; perSecond: number }

/** Describes the measures of a serving process: its CPU so far, its memory now, and the most since it was asked to watch. */
export type Told = { cpu: NodeJS.CpuUsage; rss: number; peak: number }

/** Starts a server of this folder in a process of its own. */
export async function serve(file: string, args: string[]): Promise<Served> {
  const child = fork(join(import.meta.dirname, file), args, {
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

/** Measures microseconds of CPU per request of the serving process, and requests per second. */
export async function measure(served: Served, request: (at: number) => Promise<Buffer>): Promise<Measured> {
  const before = cpuOf(await tell(served))
  const start = performance.now()
  let next = 0
  const worker = async () => {
    while (next < perRound) check(await request(next++))
  }
  await Promise.all(Array.from({ length: together }, worker))
  const seconds = (performance.now() - start) / 1000
  return { cpu: (cpuOf(await tell(served)) - before) / perRound, perSecond: perRound / seconds }
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

/** Measures the bare handler and the product in turns, after a round that warms both up. */
export async function compare(bare: Served, askBare: (at: number) => Promise<Buffer>, ours: Served, askOurs: typeof askBare) {
  await measure(bare, askBare)
  await measure(ours, askOurs)
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ bare: await measure(bare, askBare), ours: await measure(ours, askOurs) })
  return pairs
}

export function reportPairs(title: string, pairs: Pair[]) {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick))
  const line = (bare: number, ours: number, ratio: number) =>
    `裸处理 ${bare.toFixed(0)}   本产品 ${ours.toFixed(0)}   比值 ${ratio.toFixed(2)}`
  const cpu = [of(({ bare }) => bare.cpu), of(({ ours }) => ours.cpu), of(({ ours, bare }) => ours.cpu / bare.cpu)] as const
  const rate = [of((p) => p.bare.perSecond), of((p) => p.ours.perSecond), of((p) => p.ours.perSecond / p.bare.perSecond)] as const
  console.log(`${title}，${rounds} 轮各 ${perRound} 次，${together} 路并发（中位数）`)
  console.log(`  CPU 微秒/次   ${line(...cpu)}（目标 ≤ 2.2）`)
  console.log(`  次/秒         ${line(...rate)}`)
}
