import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../support/harness.ts'
import { pwdHash } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('an unknown name is refused as slowly as a wrong password', async () => {
  const person = await makePerson(await makeSchool(server), { pwdHash: await pwdHash })
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const take = async (kind: 'known' | 'unknown') => {
    await server.owner.query('delete from login_fail')
    const begin = performance.now()
    await clientOf(server).answer(signin.login, { name: kind === 'known' ? person.name : 'nobody-here', pwd: 'wrong' })
    times[kind].push(performance.now() - begin)
  }
  for (let i = 0; i < 18; i++)
    for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) await take(kind)
  // Leaves out the first tries, which warm up.
  const ratio = median(times.known.slice(3)) / median(times.unknown.slice(3))
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.3)
})
