import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { transaction } from '#server/database.ts'
import { prepareDatabase, connectOwner } from '#server/migrate.ts'
import { fillDatabase } from '#server/fill.ts'
import { furnishEnterprise, workOn } from '#server/reference/load.ts'
import { makeSecret } from '#server/secret.ts'
import { issueSession } from '#server/session.ts'
import { rootNo, testKey } from '../test/world.ts'
import { benchPostgres } from './postgres.ts'

const enterprises = 50
const groups = 4000
const rounds = Number(process.env.ROUNDS ?? 7)
const perRound = Number(process.env.REQUESTS ?? 2000)
const together = 8

const secret = makeSecret(testKey)
type Served = { child: ChildProcess; port: number }
type Measured = { cpu: number; perSecond: number }

function key({ grpNo }: { grpNo: string }) {
  return grpNo
}

async function fill(url: string) {
  const owner = await connectOwner(url)
  const address = await prepareDatabase(owner, url, secret)
  await fillDatabase(url, secret, false)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const tokens: string[] = []
  for (let at = 0; at < enterprises; at++) tokens.push(await fillEnterprise(pool, entNoOf(at), at))
  await pool.end()
  await owner.query('vacuum analyze')
  await owner.end()
  return { address, tokens }
}

const entNoOf = (at: number) => `0109${String(at).padStart(6, '0')}`

const fillEnterprise = (pool: pg.Pool, entNo: string, at: number) =>
  transaction(pool, { entNo, call: 'bench' }, async (db) => {
    await workOn(db, entNo)
    const [empNo, userNo] = [`EB${at}`, `9000${at}`]
    await db
      .insertInto('ent')
      .values({ entNo, entName: `企业${at}`, idntNo: '010', prtNo: rootNo })
      .execute()
    await furnishEnterprise(db, entNo, '010')
    await db
      .insertInto('emp')
      .values({ entNo, empNo, idntNo: '010', empName: '测量', sex: 'U', authTel: '10000000000' })
      .execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo: 'P010ADMIN' }).execute()
    await db
      .insertInto('account')
      .values({ userNo, name: `bench${at}`, nickName: '测量', pwdHash: 'none' })
      .execute()
    await db.insertInto('identity').values({ userNo, idntNo: '010', entNo, idntVal: empNo }).execute()
    const rows = Array.from({ length: groups }, (_, i) => ({
      entNo,
      grpNo: `GB${at}-${i}`,
      grpName: `员工组${i}`,
      grpType: '1',
      des: '测量用',
      showOrd: 10 * (i + 1),
    }))
    for (let from = 0; from < groups; from += 1000)
      await db
        .insertInto('empgrp')
        .values(rows.slice(from, from + 1000))
        .execute()
    return (
      await issueSession(
        db,
        { userNo, name: `bench${at}`, idntNo: '010', idntVal: empNo, entNo },
        { pwdHash: 'none', pwdInitial: false },
      )
    ).token
  })

async function serve(file: string, args: string[]): Promise<Served> {
  const child = fork(join(import.meta.dirname, file), args, {
    execArgv: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-name=' + file + '.cpuprofile'] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

const agent = new Agent({ keepAlive: true, maxSockets: together })

function get(port: number, path: string, token?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, path, host: '127.0.0.1', agent, headers: token ? { authorization: `Bearer ${token}` } : {} },
      (answer) => {
        let body = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk) => (body += chunk))
          .on('end', () => resolve(body))
      },
    )
    sent.once('error', reject).end()
  })
}

/** Microseconds of CPU per request of the serving process, and requests per second. */
async function measure({ child }: Served, ask: (at: number) => Promise<string>): Promise<Measured> {
  const before = await cpuOf(child)
  const start = performance.now()
  let next = 0
  const worker = async () => {
    while (next < perRound) {
      const body = await ask(next++)
      if (!body.startsWith('{"code":0,')) throw new Error(`refused: ${body.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
  const seconds = (performance.now() - start) / 1000
  return { cpu: ((await cpuOf(child)) - before) / perRound, perSecond: perRound / seconds }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = await once(child, 'message')
  return cpu.user + cpu.system
}

function report(results: { bare: Measured; ours: Measured }[]) {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const of = (pick: (result: { bare: Measured; ours: Measured }) => number) => median(results.map(pick))
  const ratio = of(({ ours, bare }) => ours.cpu / bare.cpu)
  console.log(
    `员工组分页，${groups * enterprises} 个组，${enterprises} 家企业，${rounds} 轮各 ${perRound} 次，${together} 路并发（中位数）`,
  )
  console.log(
    `  CPU/次   裸处理 ${of(({ bare }) => bare.cpu).toFixed(0)} µs   本产品 ${of(({ ours }) => ours.cpu).toFixed(0)} µs   比值 ${ratio.toFixed(2)}（目标 ≤ 2.2）`,
  )
  console.log(
    `  次/秒    裸处理 ${of(({ bare }) => bare.perSecond).toFixed(0)}   本产品 ${of(({ ours }) => ours.perSecond).toFixed(0)}   比值 ${of(({ ours, bare }) => ours.perSecond / bare.perSecond).toFixed(2)}`,
  )
}

const postgres = await benchPostgres()
try {
  const { address, tokens } = await fill(postgres.url)
  const ours = await serve('ours.ts', [address, postgres.folder])
  const bare = await serve('bare.ts', [postgres.url])
  const rowsOf = (at: number) => [entNoOf(at % enterprises), (at % 200) + 1] as const
  const askOurs = (at: number) =>
    get(ours.port, `/api/services/ent/empgrp/getpage?version=v1&pageIndex=${rowsOf(at)[1]}`, tokens[at % enterprises])
  const askBare = (at: number) => get(bare.port, `/?entNo=${rowsOf(at)[0]}&pageIndex=${rowsOf(at)[1]}`)
  const [one, other] = [JSON.parse(await askOurs(3)), JSON.parse(await askBare(3))]
  if (JSON.stringify(one.result.datas.map(key)) !== JSON.stringify(other.result.datas.map(key)))
    throw new Error('the two do not answer the same rows')
  await measure(bare, askBare)
  await measure(ours, askOurs)
  const results = []
  for (let round = 0; round < rounds; round++)
    results.push({ bare: await measure(bare, askBare), ours: await measure(ours, askOurs) })
  report(results)
  for (const { child } of [ours, bare]) child.disconnect()
} finally {
  await postgres.stop()
}
