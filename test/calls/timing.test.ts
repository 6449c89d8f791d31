import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../support/harness.ts'
import { pwdHash } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

// Counts the work of the server, since the clock of a busy machine tells of its neighbours.
const workSince = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

test('an unknown name costs the server as much as a wrong password', async () => {
  const person = await makePerson(await makeSchool(server), { pwdHash: await pwdHash })
  const spent = { known: 0, unknown: 0 }
  const take = async (kind: keyof typeof spent) => {
    await server.owner.query('delete from login_fail')
    const begun = process.cpuUsage()
    await clientOf(server).answer(signin.login, { name: kind === 'known' ? person.name : 'nobody-here', pwd: 'wrong' })
    return workSince(begun)
  }
  // Warms up first.
  for (const kind of ['known', 'unknown', 'known', 'unknown'] as const) await take(kind)
  for (let i = 0; i < 16; i++)
    for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) spent[kind] += await take(kind)
  const ratio = spent.known / spent.unknown
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.3)
})
