import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hourlyJobsLock, startHourlyJobs } from '#app/server/hourlyJobs.ts'
import { home } from '#features/user/home/home.contract.ts'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { makeSchool, startServer, type TestServer } from '../support/harness.ts'
import { makeOperator } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const over = (who: string) =>
  server.owner.query(
    "insert into login_fail (who, until_tm) values ($1, now() - interval '1 minute') on conflict (who) do nothing",
    [who],
  )
const isKept = async (who: string) => (await server.owner.query('select from login_fail where who = $1', [who])).rowCount === 1

test('the clock forgets tries that lock nobody any more, and leaves the work to another process that has begun it', async () => {
  const other = await server.services.database.sidePool.connect()
  await other.query('select pg_advisory_lock($1)', [hourlyJobsLock])
  await over('address:192.0.2.1')
  const stop = startHourlyJobs(server.services, { first: 1, every: 20 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await isKept('address:192.0.2.1')).toBe(true)
  other.release(true)
  await vi.waitFor(async () => expect(await isKept('address:192.0.2.1')).toBe(false), 60_000)
  await stop()
  await over('address:192.0.2.2')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await isKept('address:192.0.2.2')).toBe(true)
})

const strike = async () => {
  let done = () => {}
  const struck = new Promise<void>((resolve) => (done = resolve))
  const stop = startHourlyJobs(server.services, { first: 1, every: 3600_000 }, () => done())
  await struck
  await stop()
}
const clock = (goodTm: string, seenTm = goodTm, sinceTm = seenTm) =>
  server.owner.query(`update clock_watch set good_tm = now() + $1, seen_tm = now() + $2, since_tm = now() + $3`, [
    goodTm,
    seenTm,
    sinceTm,
  ])
const survives = async () => {
  await over('address:192.0.2.9')
  await strike()
  return isKept('address:192.0.2.9')
}

test('the history has its coming months without a restart, and nobody reads them past the locks', async () => {
  const months = async () =>
    (
      await server.owner.query(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'history'::regclass and inhrelid::regclass::text ~ '\\d' order by 1`,
      )
    ).rows.map(({ name }) => name as string)
  const before = await months()
  const last = before.at(-1) as string
  await server.owner.query(`drop table ${last}`)
  await clock('-30 minutes')
  await strike()
  expect(await months()).toEqual(before)
  await expect(server.services.database.pool.query(`select from ${last}`)).rejects.toThrow('permission denied')
})

test.each([
  ['a clock that is a year ahead of what the service saw last removes nothing by age', ['-1 year'], true],
  ['a clock that was put back behind what the service saw removes nothing by age', ['90 days'], true],
  ['a clock that jumped is not believed after six days', ['-1 year', '-1 hour', '-6 days'], true],
  ['a clock that jumped is believed after a week without another jump', ['-1 year', '-1 hour', '-7 days'], false],
  ['a clock that is put right again is believed at once', ['-30 minutes', '1 year', '1 year'], false],
  ['a weekend without power delays nothing', ['-40 hours', '-40 hours', '-40 days'], false],
] as const)('%s', async (_, seen, kept) => {
  await clock(...(seen as readonly [string, string?, string?]))
  expect(await survives()).toBe(kept)
})

test('while the last sign-in lies in the future nothing is removed by age', async () => {
  await clock('-1 hour')
  await server.owner.query(`insert into login_log (at, name, result) values (now() + interval '1 year', 'x', 'ok')`)
  expect(await survives()).toBe(true)
  await server.owner.query(`insert into login_log (name, result) values ('x', 'ok')`)
  await clock('-1 hour')
  expect(await survives()).toBe(false)
})

test('the operator reads that the clock jumped, and says that it is right; a school reads nothing of it', async () => {
  const { client } = await makeOperator(server)
  const { admin } = await makeSchool(server)
  const task = async (who: typeof client) => (await who.call(home.get)).tasks.find(({ code }) => code === 'clock')
  expect(await task(client)).toBeUndefined()
  await clock('-1 year')
  expect(await survives()).toBe(true)
  expect((await task(client))?.text).toMatch(/^机器的时间现在是 .+，服务上次运行到 .+，相差太多/)
  expect(await task(admin.client)).toBeUndefined()
  expect((await admin.client.answer(pbccfg.believeclock)).code).toBe(30001)
  await client.call(pbccfg.believeclock)
  expect(await task(client)).toBeUndefined()
  expect(await survives()).toBe(false)
})

test('a session that began while the clock was ahead is over when it is put right', async () => {
  const { client, userNo } = (await makeSchool(server)).admin
  await server.owner.query(
    `update session set crt_tm = now() + interval '10 years', seen_tm = now() + interval '10 years', end_tm = now() + interval '10 years 12 hours' where user_no = $1`,
    [userNo],
  )
  expect((await client.answer(home.get)).code).toBe(50014)
})
