import { appendFileSync, chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { testKey } from '../support/world.ts'
import { startCluster } from '../../scripts/ha/cluster.mjs'
import type { Client } from '../support/harness.ts'
import { atRate } from '../start/load.ts'
import { changePassword, clientOn, groupsOf } from '../start/scenes.ts'
import { afterwards, cleanUp, healthy, removeFolder, type Run, run, until } from '../start/startup.ts'
import { startListening } from './listening.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

let cluster: Cluster
// Serves every way: with another folder the database would be taken for a copy, of which nothing is sent.
const dataDir = mkdtempSync(join(tmpdir(), 'campus-failover-'))
let pair: Run[]
let clients: Client[]
let listening: Awaited<ReturnType<typeof startListening>>
beforeAll(async () => {
  chmodSync(dataDir, 0o711)
  cluster = await startCluster()
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  await removeFolder(dataDir)
})
afterEach(cleanUp)

// Writes so often for so long, with a fault after some of it; all in seconds.
const [perSecond, seconds, quiet] = [20, Number(process.env.FAILOVER_SECONDS ?? 60), 10]
// Fails for a pause without any success that is longer, in milliseconds.
const mostPause = 45_000

/** Starts two processes on the cluster, signs a person in at both, and lets another one listen for messages there. */
async function startTwo(env: Record<string, string>) {
  const first = await run({ dataDir, env })
  await healthy(first)
  const second = await run({ dataDir, env })
  await healthy(second)
  await until('the password is shown', () => first.output.stdout.includes('初始密码') || token !== '')
  if (token === '') token = (await changePassword(first)).token ?? ''
  pair = [first, second]
  clients = pair.map((one) => clientOn(one, token))
  listening = await startListening(pair, cluster.urls.superuser)
  afterwards(() => listening.close())
}
// Goes on with one session through every fault.
let token = ''

type Fault = { name: string; happen(): Promise<unknown>; hasHit(): Promise<boolean>; mend(): Promise<unknown> }

/** Finds the machine that does so now; throws where none does. */
async function findNode(role: 'leader' | 'follower') {
  let node = await cluster[role]()
  await until(`there is a ${role}`, async () => Boolean((node = await cluster[role]())))
  return node as 'a' | 'b'
}
let gone: 'a' | 'b'
// Has met processes: what never happened proves nothing.
const met = (processes: number) => expect(processes).toBeGreaterThan(0)
const faults: Fault[] = [
  {
    name: 'the machine that leads is lost',
    happen: async () => met(cluster.killMachine((gone = await findNode('leader')))),
    hasHit: async () => (await cluster.leader()) !== gone,
    mend: async () => cluster.startMachine(gone),
  },
  {
    name: 'a planned switch, and then PostgreSQL is killed',
    async happen() {
      const next = await findNode('follower')
      cluster.switchover(await findNode('leader'), next)
      await sleep(15_000)
      expect(await findNode('leader')).toBe(next)
      met(cluster.killPostgres(next))
    },
    hasHit: async () => true,
    mend: async () => {},
  },
  {
    name: 'the machine that follows is lost',
    happen: async () => met(cluster.killMachine((gone = await findNode('follower')))),
    hasHit: async () => (await cluster.follower()) === undefined,
    mend: async () => cluster.startMachine(gone),
  },
  {
    name: 'the machine that leads is frozen for 35 seconds, and wakes',
    async happen() {
      met(cluster.freeze((gone = await findNode('leader'))))
      await sleep(35_000)
      met(cluster.thaw(gone))
    },
    hasHit: async () => (await cluster.leader()) !== gone,
    mend: async () => {},
  },
]

/** Writes at its rate through both processes in turns while the fault happens; answers what users saw, and when. */
async function writeThrough(fault: Fault, prefix: string) {
  const taken: string[] = []
  const refused: string[] = []
  const seen = new Map<string, number>()
  let [longest, last] = [0, performance.now()]
  const note = (code: string) => seen.set(code, (seen.get(code) ?? 0) + 1)
  const write = async (at: number) => {
    const grpName = `${prefix}${at}`
    const answer = await clients[at % 2]
      ?.answer(empgrp.create, { grpName, grpType: '1' })
      .catch((error: unknown) => ({ code: String(error) }))
    const code = String(answer?.code)
    note(code)
    if (code !== '0') return void refused.push(grpName)
    taken.push(grpName)
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  // Hands a job out that is due while the fault lasts, and then another as soon as that can be done, at a time that is still to come
  // when it is answered.
  note(String(await listening.sendLater(quiet + 5)))
  const happening = sleep(quiet * 1000).then(() => fault.happen())
  const handing = sleep((quiet + 1) * 1000).then(async () => {
    for (let code = ''; code !== '0'; await sleep(1000)) note((code = await listening.sendLater(25).then(String, String)))
  })
  await Promise.all([atRate(perSecond, seconds, write), happening, handing])
  return { taken, refused, seen: Object.fromEntries(seen), longest: Math.max(longest, performance.now() - last) }
}

/** Leaves a line for whoever runs the proof: the pause is reported, not only limited. */
const report = (cells: unknown[]) => {
  if (process.env.REPORT) appendFileSync(process.env.REPORT, `| ${cells.join(' | ')} |\n`)
}

const ways = {
  direct: () => ({ DATABASE_URL: cluster.urls.direct }),
  pooled: () => ({ DATABASE_URL: cluster.urls.direct, DATABASE_POOL_URL: cluster.urls.pooled }),
  nodes: () => ({ DATABASE_URL: `${cluster.urls.nodes}?target_session_attrs=read-write` }),
}

// Loses and freezes the machine that leads where the product itself looks for the other; the rest is as in the first way.
const faultsOf = (way: string) =>
  way === 'nodes' ? faults.filter(({ name }) => name.startsWith('the machine that leads')) : faults

for (const [way, env] of Object.entries(ways))
  test(`whatever happens to a machine, nothing acknowledged is lost and nobody hears more than that it is not available: ${way}`, {
    timeout: 900_000,
  }, async () => {
    await startTwo({ SECRET_KEY: testKey, ...env() })
    for (const [at, fault] of faultsOf(way).entries()) {
      const prefix = `${way}${at}x`
      const { taken, refused, seen, longest } = await writeThrough(fault, prefix)
      expect(await fault.hasHit(), fault.name).toBe(true)
      await fault.mend()
      await until(`all is well again after ${fault.name}`, cluster.isHealed)
      await until('both processes are ready', async () =>
        (await Promise.all(pair.map(({ url }) => fetch(`${url}/readyz`)))).every(({ ok }) => ok),
      )
      const there = new Set(await groupsOf(clients[at % 2] as Client))
      const missing = taken.filter((name) => !there.has(name))
      const writtenAllTheSame = refused.filter((name) => there.has(name)).length
      report([
        way,
        fault.name,
        `${taken.length + refused.length} / ${taken.length}`,
        missing.length,
        (longest / 1000).toFixed(1),
        JSON.stringify(seen),
        writtenAllTheSame,
      ])
      expect(missing).toEqual([])
      expect(Object.keys(seen).filter((code) => code !== '0' && code !== String(codes.unavailable[0]))).toEqual([])
      expect(longest).toBeLessThan(mostPause)
      expect(await listening.halfThere()).toBe(0)
      await until('messages are listened for again', async () => (await listening.listeners()) === pair.length)
      await listening.expectHeard()
      await listening.expectAllSent()
    }
  })
