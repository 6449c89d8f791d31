import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes, sessionEnded } from '#contract/codes.ts'
import { makePerson, startServer, type TestServer } from '../support/harness.ts'
import { calls, isOperators, makeOperator, type SeededSchool, seedSchool, pwdHash } from '../support/seedSchool.ts'
import { isSampled } from '../support/sample.ts'
import { workingInput } from '../support/samples.ts'

let server: TestServer
let school: SeededSchool
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  server = await startServer()
  school = await seedSchool(server)
})
afterAll(() => {
  process.off('unhandledRejection', note)
  return server.close()
})

test('where the database takes no more connections every call says so, and none is left with a failure that nobody hears', async () => {
  const full = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  let left = Infinity
  for (const pool of [server.services.database.pool, server.services.database.sidePool]) {
    const open = pool.connect.bind(pool) as (...given: unknown[]) => unknown
    // Counts connections without a callback, which are for transactions.
    pool.connect = ((...given: unknown[]) => (given.length > 0 || left-- > 0 ? open(...given) : Promise.reject(full))) as never
  }
  const wrong: string[] = []
  let said = 0
  const makeAdmin = async () => makePerson(school, { roles: ['P030ADMIN'], pwdHash: await pwdHash })
  let [admin, operator] = [await makeAdmin(), await makeOperator(server)]
  const asked = calls.filter(({ path }) => isSampled(path))
  for (const call of asked)
    for (const connections of [0, 1, 2, 3, 4]) {
      left = connections
      const before = unhandled.length
      const { code, message } = await (isOperators(call) ? operator : admin).client.answer(call, workingInput(call, school.known))
      if (code === codes.unavailable[0]) said++
      left = Infinity
      if (sessionEnded.includes(code)) [admin, operator] = [await makeAdmin(), await makeOperator(server)]
      if (code === codes.internal[0]) wrong.push(`${call.path} ${code} ${message}`)
      if (unhandled.length > before) wrong.push(`${call.path} ${connections}: ${unhandled.at(-1)}`)
    }
  expect(wrong).toEqual([])
  expect(said).toBeGreaterThan(asked.length)
})
