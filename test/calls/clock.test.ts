import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hourlyJobsLock, startHourlyJobs } from '#app/server/hourlyJobs.ts'
import { startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const over = (who: string) =>
  server.owner.query("insert into login_fail (who, until_tm) values ($1, now() - interval '1 minute')", [who])
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
