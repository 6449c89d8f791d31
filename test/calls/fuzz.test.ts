import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { sessionEnded } from '#contract/codes.ts'
import { readEnvelope } from '#contract/wire.ts'
import { makePerson, startServer, type TestServer } from '../support/harness.ts'
import { calls, type SeededSchool, seedSchool, pwdHash } from '../support/seedSchool.ts'
import { isSampled } from '../support/sample.ts'
import { workingInput } from '../support/samples.ts'
import { fieldByField, requests, type Wire } from '../support/corruptRequests.ts'

// Runs as a longer proof: FUZZ_RUNS=2000 vitest run test/calls/fuzz.test.ts
const numRuns = Number(process.env.FUZZ_RUNS ?? 4)
const seed = Number(process.env.FUZZ_SEED ?? 20261121)

// Takes one of so many parts of the calls, so that some run beside each other: FUZZ_PART=1/2.
const [part = 1, parts = 1] = (process.env.FUZZ_PART ?? '').split('/').filter(Boolean).map(Number)

let server: TestServer
let school: SeededSchool
let token: string | undefined
const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
const keysOf = () => prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join())
const before = keysOf()
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)

/** Holds the longest time in milliseconds of CPU that the main thread worked without turning to anything else, and on what. */
let longestTask = { took: 0, path: '' }
let asked = ''
let spent = process.threadCpuUsage()
const watch = setInterval(() => {
  const { user, system } = process.threadCpuUsage(spent)
  spent = process.threadCpuUsage()
  const took = (user + system) / 1000
  if (took > longestTask.took) longestTask = { took, path: asked }
}, 5)

/** Holds the milliseconds of CPU that a fixed piece of work takes now and then: what a machine and its neighbours make of it. */
const pieces: number[] = []
const rows = Array.from({ length: 10_000 }, (_, at) => ({ no: String(at).padStart(10, '0'), name: '杨桐', stt: '1', at }))
const weigh = setInterval(() => {
  const begun = process.threadCpuUsage()
  JSON.parse(JSON.stringify(rows))
  const { user, system } = process.threadCpuUsage(begun)
  pieces.push((user + system) / 1000)
  spent = process.threadCpuUsage()
}, 1000)
// Amounts to about 200 ms where a piece takes 8.
const mostPieces = 25

beforeAll(async () => {
  // Begins after the start, which compiles what every call works with.
  setTimeout(() => (longestTask = { took: 0, path: '' }), 20_000).unref()
  for (const event of ['unhandledRejection', 'uncaughtExceptionMonitor'] as const) process.on(event, note)
  server = await startServer()
  school = await seedSchool(server)
  token = school.admin.client.token
})
afterAll(() => {
  clearInterval(watch)
  clearInterval(weigh)
  return server.close()
})

const innards =
  /\n\s*at |\.[jt]s:\d|node_modules|\bselect\b.*\bfrom\b|syntax error|violates|relation "|constraint|ECONN|ENOENT|\/tmp\/|\/work\//i

async function send({ method, path, body, type }: Wire) {
  asked = path
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) }
  const begin = performance.now()
  const response = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) })
  const isFile = response.headers.get('content-type')?.includes('spreadsheet')
  const text = isFile ? JSON.stringify({ code: 0, message: '', result: null }) : await response.text()
  return { status: response.status, text, milliseconds: performance.now() - begin }
}

async function check(wire: Wire, message: string) {
  const { status, text, milliseconds } = await send(wire)
  const envelope = readEnvelope(JSON.parse(text))
  expect(envelope, text).toBeDefined()
  expect(status, text).toBeLessThan(500)
  expect(envelope?.code).not.toBe(69999)
  expect(Object.keys(envelope ?? {}).sort()).toEqual(['code', 'message', 'result'])
  if (envelope?.code === 0) expect(envelope.message).toBe(message)
  else expect(envelope?.message).toMatch(/[\u4e00-\u9fff]/)
  expect(envelope?.message.length).toBeLessThan(300)
  expect(envelope?.code === 0 ? '' : text).not.toMatch(innards)
  expect(milliseconds, 'an answer that hangs').toBeLessThan(20_000)
  // Signs in again after a request that signs out, or changes the password.
  if (sessionEnded.includes(envelope?.code ?? 0))
    token = (await makePerson(school, { roles: ['P030ADMIN'], pwdHash: await pwdHash })).client.token
}

async function forgetTries(call: Call) {
  if (['pwd', 'oldPwd'].some((key) => key in call.input.shape)) await server.owner.query('delete from login_fail')
}

const each = calls.map((call, i) => [call.path, call, i] as const).filter(([, , i]) => i % parts === part - 1)

test.each(each.filter(([path]) => isSampled(path, 6)))('%s answers, whatever a field holds', async (_, call) => {
  for (const wire of fieldByField(call, workingInput(call, school.known))) {
    await forgetTries(call)
    await check(wire, call.message)
  }
})

test.each(each)(
  '%s answers, whatever it is sent',
  async (_, call, i) => {
    const property = fc.asyncProperty(requests(call, school.known), async (wire) => {
      await forgetTries(call)
      await check(wire, call.message)
    })
    await fc.assert(property, { numRuns, seed: seed + i, endOnFailure: numRuns > 200 })
  },
  Math.max(30_000, numRuns * 500),
)

test.skipIf(numRuns < 100)('no request keeps the server from everybody else for long', () => {
  clearInterval(watch)
  const heavy = pieces.toSorted((a, b) => a - b)[Math.floor(pieces.length * 0.95)] ?? 0
  expect(longestTask.took, longestTask.path).toBeLessThan(mostPieces * heavy)
})

test('nothing that was sent stays in the server itself', async () => {
  expect(keysOf()).toEqual(before)
  expect(unhandled).toEqual([])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
