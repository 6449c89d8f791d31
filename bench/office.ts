import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Call } from '#contract/call.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, entNoOf, makeEnterprises, openSession } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { fillSchool } from './pupils.ts'
import { ask, check, serve, tell } from './serving.ts'

// Measures 300 signed-in people of 50 schools on two processes, each with a call every ten seconds on average, for ten minutes.
const people = 300
const minutes = Number(process.env.MINUTES ?? 10)
const pause = 10_000
const students = 2000

type Work = { name: string; share: number; call: Call; input: (at: number) => Record<string, unknown> }
const works: Work[] = [
  { name: '学生列表', share: 40, call: stu.getpage, input: (at) => ({ pageIndex: 1 + (at % 20), pageSize: 50 }) },
  { name: '按姓名搜索', share: 25, call: stu.getpage, input: (at) => ({ keyWord: ['王芳', '李', 'zs', '陈'][at % 4] }) },
  { name: '首页', share: 10, call: home.get, input: () => ({}) },
  { name: '年级班级', share: 10, call: edcunit.getlist, input: () => ({}) },
  { name: '新建', share: 15, call: empgrp.create, input: (at) => ({ grpName: `组${at}-${process.pid}`, grpType: '1' }) },
]
const shares = works.flatMap((work) => Array.from({ length: work.share }, () => work))

const postgres = await benchPostgres()
try {
  const fill = (db: Parameters<typeof fillSchool>[0], at: number) => fillSchool(db, at, students)
  const { address } = await makeEnterprises(postgres.url, makeSecret(testKey), fill, '030')
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  const tokens: string[] = []
  for (let at = 0; at < people; at++)
    tokens.push(await openSession(pool, { at: at % enterprises, entNo: entNoOf(at % enterprises), idntNo: '030' }))
  await pool.end()
  const pair = [await serve('ours.ts', [address, postgres.folder]), await serve('ours.ts', [address, postgres.folder])] as const
  const taken = new Map<string, number[]>(works.map(({ name }) => [name, []]))
  const refused: string[] = []
  const until = performance.now() + minutes * 60_000
  let count = 0
  const person = async (at: number) => {
    await sleep(Math.random() * pause)
    while (performance.now() < until) {
      const work = shares[Math.floor(Math.random() * shares.length)] as Work
      const began = performance.now()
      await ask(pair[at % 2] as (typeof pair)[0], tokens[at], work.call, work.input(count++))
        .then(check)
        .catch((error: unknown) => refused.push(`${work.name}: ${error}`))
      taken.get(work.name)?.push(performance.now() - began)
      await sleep(Math.random() * 2 * pause)
    }
  }
  const memory = async () => (await Promise.all(pair.map((one) => tell(one)))).map(({ rss }) => Math.round(rss / 2 ** 20))
  const remembered: number[][] = []
  const watching = (async () => {
    for (let minute = 0; minute <= minutes; minute++) {
      await sleep(minute === 0 ? 20_000 : Math.max(0, Math.min(60_000, until - performance.now() - 500)))
      remembered.push(await memory())
    }
  })()
  await Promise.all([watching, ...tokens.map((_, at) => person(at))])
  console.log(`${people} 人，两个进程，${minutes} 分钟，${count} 次调用，失败 ${refused.length} 次`)
  for (const [name, times] of taken) {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (part: number) => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)}`
    console.log(`  ${name}：${sorted.length} 次，中位数 ${at(0.5)} 毫秒，p95 ${at(0.95)}，p99 ${at(0.99)}`)
  }
  console.log(`  内存（MB，每分钟）：${remembered.map((both) => both.join('/')).join(' ')}`)
  for (const why of new Set(refused)) console.log(`  ${why}`)
  if (refused.length > 0) process.exitCode = 1
  for (const { child } of pair) child.disconnect()
} finally {
  await postgres.stop()
}
