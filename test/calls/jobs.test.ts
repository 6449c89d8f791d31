import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transaction } from '#server/database/database.ts'
import { defineJob, type Job } from '#server/call/backgroundJob.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { rolesOf } from '#server/database/ways.ts'
import { baseOf } from '../support/sights.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { makeOperator } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const done: string[] = []
const quick = { retryLimit: 2, retryDelay: 1, retryDelayMax: 1 }
const noted = defineJob<{ what: string }>({ name: 'noted', title: '记下', run: async (_, { what }) => done.push(what) })
const failing = defineJob<{ what: string }>({
  name: 'failing',
  title: '出错',
  options: quick,
  async run(_, { what }) {
    done.push(what)
    if (done.filter((one) => one === what).length < 2) throw new Error('not yet')
  },
})

const handOut = (job: Job<{ what: string }>, what: string, { at, isLost = false }: { at?: Date; isLost?: boolean } = {}) =>
  transaction(server.services.database.pool, { entNo: 'E' }, async (db) => {
    await server.services.jobs.send(db, job, { what }, at ? { at } : {})
    if (isLost) throw new Error('lost')
  })

/** Works off with so many processes, each with an engine of its own, and ends them. */
async function workOff(count: number, until: () => void) {
  const stops = await Promise.all(
    Array.from({ length: count }, () => openJobs(server.services.database).work(server.services, [noted, failing], 0.5)),
  )
  try {
    await vi.waitFor(until, { timeout: 20_000, interval: 100 })
  } finally {
    await Promise.all(stops.map((stop) => stop()))
  }
}

test('work that a call hands out is done once by one of two processes, and not at all where the call failed, nor before its time', async () => {
  await handOut(noted, 'due')
  await expect(handOut(noted, 'rolled back', { isLost: true })).rejects.toThrow('lost')
  await handOut(noted, 'tomorrow', { at: new Date(Date.now() + 86_400_000) })
  await handOut(failing, 'twice')
  await workOff(2, () => expect(done.length).toBeGreaterThanOrEqual(3))
  expect(done.sort()).toEqual(['due', 'twice', 'twice'])
})

test('whoever calls may hand work out, and neither reads, changes nor removes what others handed out', async () => {
  for (const way of Object.values(rolesOf(baseOf(server)).ways))
    for (const text of ['select data from pgboss.job', "update pgboss.job set data = '{}'", 'delete from pgboss.job']) {
      const client = await server.services.database.pool.connect()
      await client.query(`begin; set local role ${way}`)
      await expect(client.query(text), `${way}: ${text}`).rejects.toThrow(/permission denied/)
      await client.query('rollback')
      client.release()
    }
})

test('the operator sees what failed, and lets it begin again', async () => {
  await server.owner.query(
    "update pgboss.job set state = 'failed', output = '{\"message\": \"gone\"}', completed_on = now() where name = 'noted' and data ->> 'what' = 'tomorrow'",
  )
  const { client } = await makeOperator(server)
  const stateOf = async () => (await client.call(pbccfg.getjobs)).find(({ name }) => name === 'noted')
  expect(await stateOf()).toMatchObject({
    title: '记下',
    waitCnt: 0,
    failCnt: 1,
    why: 'gone',
    lastTm: expect.stringMatching(/^\d{14}$/),
  })
  expect(await client.call(pbccfg.retryjobs, { name: 'noted' })).toEqual({ cnt: 1 })
  expect(await stateOf()).toMatchObject({ waitCnt: 1, failCnt: 0 })
  expect(await client.answer(pbccfg.retryjobs, { name: 'noted' })).toMatchObject({ code: 10001 })
})
