import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOverdueDeliveries } from '#domain/messages/delivery/deliveries.ts'
import { chn } from '#features/ent/chn/chn.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { startWecom } from '../support/fakes/wecom.ts'
import { makeSchool, startServer, type TestServer } from '../support/harness.ts'
import type { WorkOrder } from '../support/working.process.ts'

// Sends a sample; the proof sends 20,000 over 50 enterprises.
const [enterprises, people, messages] = (process.env.DELIVERIES ?? '3,20,4').split(',').map(Number) as [number, number, number]

let server: TestServer
let fake: Awaited<ReturnType<typeof startWecom>>
const folder = mkdtempSync(join(tmpdir(), 'campus-work-'))
const children: ChildProcess[] = []

beforeAll(async () => {
  server = await startServer()
  const members = Array.from({ length: enterprises * people }, (_, at) => [`user${at}`, { phone: phoneOf(at) }] as const)
  fake = await startWecom(Object.fromEntries(members))
}, 120_000)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  fake.close()
  await server.close()
})

const phoneOf = (at: number) => `139${String(at).padStart(8, '0')}`

async function startWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../support/working.process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  children.push(child)
  const order: WorkOrder = { database: server.services.database.url, folder, allowInside: [fake.target] }
  child.send(order)
  await once(child, 'message')
  return child
}

const rows = async <Row>(text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows as Row[]

/** Makes an enterprise with so many people whom the channel knows, and a message to all of them for each title. */
async function fill(at: number): Promise<string[]> {
  const school = await makeSchool(server)
  const { entNo, orgNo } = school
  const { client } = school.admin
  await client.call(chn.set, {
    chnKind: 'wecom',
    conf: { ...fake.settings, base: `http://${fake.target}` },
    secrets: { corpSecret: fake.settings.corpSecret },
    useFlag: '1',
  })
  await rows(
    `insert into emp (ent_no, emp_no, emp_name, idnt_no, sex, auth_tel, stt) select $1, $1 || 'P' || i, '员工' || i, '030', 'U', '139' || lpad((i + $2::int)::text, 8, '0'), '1'
     from generate_series(0, $3::int - 1) i`,
    [entNo, at * people, people],
  )
  await rows(
    `insert into orgemp (ent_no, org_no, emp_no, mst_flag) select ent_no, $2, emp_no, '1' from emp where ent_no = $1 and emp_no like $1 || 'P%'`,
    [entNo, orgNo],
  )
  for (let one = 0; one < messages; one++)
    await client.call(msg.send, { title: `${entNo} 第 ${one} 条`, msgCls: '3', scope: [{ kind: 'org', no: orgNo }] })
  return [entNo]
}

test('each delivery of two processes, of which one is killed twice, reaches its receiver once, or is listed as unknown', {
  timeout: 900_000,
}, async () => {
  let victim = await startWorker()
  await startWorker()
  const entNos: string[] = []
  for (let at = 0; at < enterprises; at++) {
    entNos.push(...(await fill(at)))
    // Kills one in the middle of its work, twice.
    if (at === Math.floor(enterprises / 3) || at === Math.floor((2 * enterprises) / 3)) {
      await sleep(300)
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      victim = await startWorker()
    }
  }
  const wanted = enterprises * people * messages
  const open = async () =>
    Number((await rows<{ n: string }>(`select count(*) as n from dlv where stt in ('1', '2')`))[0]?.n) +
    Number(
      (
        await rows<{ n: string }>(
          `select count(*) as n from pgboss.job where name = 'route' and state in ('created', 'retry', 'active')`,
        )
      )[0]?.n,
    )
  for (const began = Date.now(); (await open()) > 0 && Date.now() - began < 600_000; ) {
    await sleep(500)
    // Does what the work of the hour does, and lets the time pass that a lease lasts.
    await rows(`update dlv set upd_tm = now() - interval '6 minutes' where stt = '2' and upd_tm < now() - interval '5 seconds'`)
    await rows(`update dlv set run_tm = now() - interval '11 minutes' where stt = '1'`)
    await rows(
      `update pgboss.job set state = 'created', started_on = null where state in ('active', 'retry') and started_on < now() - interval '5 seconds' and name = 'route'`,
    )
    for (const entNo of entNos) await sendOverdueDeliveries(server.services, entNo)
  }
  const states = await rows<{ stt: string; n: number }>('select stt, count(*)::int as n from dlv group by stt order by stt')
  const countOf = (stt: string) => states.find((row) => row.stt === stt)?.n ?? 0
  const arrived = new Map<string, number>()
  for (const { to, message } of fake.sent)
    for (const person of to) {
      const key = `${JSON.stringify(message)} ${person}`
      arrived.set(key, (arrived.get(key) ?? 0) + 1)
    }
  const twice = [...arrived.values()].filter((times) => times > 1).length
  console.info(`deliveries: ${wanted} wanted, ${arrived.size} arrived, ${twice} twice, ${JSON.stringify(states)}`)
  expect(twice).toBe(0)
  // Accounts for every one: taken, or unknown, which may or may not have arrived.
  expect(countOf('3') + countOf('5')).toBe(wanted)
  expect(countOf('3')).toBeLessThanOrEqual(arrived.size)
  expect(arrived.size).toBeLessThanOrEqual(wanted)
  expect(countOf('5')).toBeLessThanOrEqual(2 * 1000)
})
