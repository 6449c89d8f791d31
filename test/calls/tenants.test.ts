import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { codes } from '#contract/codes.ts'
import { makePerson, makeSchool, startServer, type TestServer } from '../support/harness.ts'
import {
  bound as all,
  changesOf,
  isGuarded,
  makeOperator,
  type SeededSchool,
  seedSchool,
  rawAnswer,
  reads as allReads,
  writes as allWrites,
  recordKeysOf,
} from '../support/seedSchool.ts'
import { permits } from './matrix/expected.ts'
import { isSampled } from '../support/sample.ts'
import { workingInput } from '../support/samples.ts'

// Tells whether a call concerns tenants: not what belongs to no enterprise, or to the caller; the matrix asks who may do it.
const isOwn = ({ place, path }: Call) => place !== 'platform' && place !== 'caller' && !path.startsWith('/ecb/user/')
// Tells whether a school may ask for it inside its enterprise; what was given from above is changed from above.
const isInside = ({ place, path }: Call) => (place === 'enterprise' || place === 'managed') && permits('school', path)
const bound = all.filter((call) => isOwn(call) && isInside(call))
const reads = allReads.filter((call) => bound.includes(call) && call.path !== '/user/mdl/geturl')
const writes = allWrites.filter(isOwn)

// Tests both locks separately: beyond row-level security only the handlers' own conditions hold.
const modes = [
  { lock: 'by the handlers alone', bypassRls: true },
  { lock: 'and by the database', bypassRls: false },
]
// Tests the database's own lock with a sample of the calls, as the first pass asked all of them.
const askedIn = (lock: string, among: Call[]) => (lock === modes[0]?.lock ? among : among.filter(({ path }) => isSampled(path)))
type World = { server: TestServer; mine: SeededSchool; theirs: SeededSchool }
const worlds = new Map<string, World>()
beforeAll(async () => {
  for (const { lock, bypassRls } of modes) {
    const server = await startServer({ bypassRls })
    worlds.set(lock, { server, mine: await seedSchool(server), theirs: await seedSchool(server) })
  }
})
afterAll(() => Promise.all([...worlds.values()].map(({ server }) => server.close())))
const worldOf = (lock: string) => worlds.get(lock) as World

const nowhere = 'Z999999999'

/** Returns the same input with one number replaced, once for every place where a record is named. */
function replaced(value: unknown, keys: readonly string[], by: (key: string) => unknown, key = ''): unknown[] {
  const name = keys.find((known) => key === known || key === `${known}s`)
  if (typeof value === 'string') return name ? [by(name)] : []
  if (Array.isArray(value))
    return value.flatMap((item, i) => replaced(item, keys, by, key).map((changed) => value.with(i, changed)))
  if (typeof value !== 'object' || value === null || value instanceof File) return []
  return Object.entries(value).flatMap(([inner, item]) =>
    replaced(item, keys, by, inner).map((changed) => ({ ...value, [inner]: changed })),
  )
}

test.each(modes)('another enterprise answers as one that does not exist, $lock', async ({ lock }) => {
  const { server, mine, theirs } = worldOf(lock)
  const before = await changesOf(server, theirs.entNo)
  for (const call of askedIn(lock, bound)) {
    const input = workingInput(call, mine.known)
    const [there, missing] = await Promise.all(
      [theirs.entNo, nowhere].map((entNo) => mine.admin.client.answer(call, { ...input, entNo })),
    )
    expect([call.path, there]).toEqual([call.path, missing])
    expect([call.path, missing]).toEqual([call.path, { code: codes.notFound[0], message: codes.notFound[1], result: null }])
  }
  expect(await changesOf(server, theirs.entNo)).toBe(before)
})

test.each(modes)('records of another enterprise answer as missing ones, and nothing of it is told, $lock', async ({ lock }) => {
  const { server, mine, theirs } = worldOf(lock)
  const before = await changesOf(server, theirs.entNo)
  const named = new Set<string>()
  for (const call of askedIn(lock, bound)) {
    const input = workingInput(call, mine.known)
    const keys = recordKeysOf(call, mine)
    const theirOwn = replaced(input, keys, (key) => {
      named.add(key)
      return theirs.known[key]?.[0]
    })
    const missing = replaced(input, keys, () => nowhere)
    for (const [i, foreign] of theirOwn.entries()) {
      const send = (one: unknown) => rawAnswer(server, call, one as Record<string, unknown>, mine.admin.client.token)
      const answer = await send(foreign)
      expect([call.path, i, answer]).toEqual([call.path, i, await send(missing[i])])
      // Treats a list that is downloaded as a read: of what is out of reach it holds nothing.
      if (call.method === 'POST' && call.answers === 'envelope') expect(JSON.parse(answer.text).code).not.toBe(0)
      for (const canary of theirs.canaries) expect(answer.text).not.toContain(canary)
    }
  }
  expect(await changesOf(server, theirs.entNo)).toBe(before)
  const isWhole = askedIn(lock, bound).length === bound.length
  expect([...named].sort()).toEqual(mine.recordKeys.filter((key) => isWhole || named.has(key)).sort())
})

test.each(modes)('nothing of another enterprise stands in what a call answers, $lock', async ({ lock }) => {
  const { server, mine, theirs } = worldOf(lock)
  const told = async ({ admin, known }: SeededSchool) => {
    // Leaves out a code on a screen, which changes every few seconds.
    const lasting = askedIn(lock, reads).filter(({ path }) => path !== '/ent/mtg/getmtgqrcode')
    const texts = lasting.map(async (call) => {
      const filtered = workingInput(call, known)
      const whole = Object.fromEntries(
        Object.entries(filtered).filter(([key]) => !call.input.shape[key]?.safeParse(undefined).success),
      )
      const answers = [filtered, whole].map((input) => rawAnswer(server, call, input, admin.client.token))
      // Ignores when somebody was last seen, which rises by the minute.
      return (await Promise.all(answers)).map(({ text }) => text.replace(/"seenTm":"\d+"/g, ''))
    })
    return (await Promise.all(texts)).flat().join()
  }
  const before = await told(mine)
  await seedSchool(server)
  const [here, there] = [await told(mine), await told(theirs)]
  // Expects that not even a count follows what others do.
  expect(here).toEqual(before)
  expect(theirs.canaries.filter((canary) => here.includes(canary))).toEqual([])
  // Checks that they themselves do read it: the search looks for what is there.
  expect(theirs.canaries.filter((canary) => there.includes(canary)).length).toBeGreaterThan(3)
})

// Lists the calls on what is its owner's alone, such as an import.
const ofOneself: Call[] = [imp.getrows, imp.getalike, reg.getcode]
// Tells whether only the own enterprise sees it: meetings, visits and works (docs/spec/data-scope.md#other-enterprises).
const isOfOwn = ({ path }: Call) =>
  /^\/(ent\/(mtg|vst|msg|msgtmpl|hnd|prop|flow|lve|chn|erasure)|user\/(box|ans|prc|tsk|pref|push)|vam\/wrk)\//.test(path)

test('a bureau reads a school below it and changes nothing there', async () => {
  const { server } = worldOf('and by the database')
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await seedSchool(server, { prtNo: bureau.entNo })
  const beside = await seedSchool(server)
  const before = await changesOf(server, school.entNo)
  const ask = (call: Call, { entNo, known }: SeededSchool) =>
    bureau.admin.client.answer(call, { ...workingInput(call, known), entNo })
  for (const call of reads) {
    const isRead = permits('bureau', call.path) && !ofOneself.includes(call) && !isOfOwn(call)
    expect([call.path, (await ask(call, school)).code]).toEqual([call.path, isRead ? 0 : refusedTo(call)])
    expect([call.path, (await ask(call, beside)).code]).toEqual([call.path, refusedTo(call)])
  }
  for (const call of writes.filter((one) => bound.includes(one)))
    expect([call.path, (await ask(call, school)).code]).toEqual([call.path, refusedTo(call)])
  expect(await changesOf(server, school.entNo)).toBe(before)
})

// Returns the expected refusal: forbidden without the right, else missing.
const refusedTo = ({ path }: Call) => (permits('bureau', path) ? codes.notFound[0] : codes.forbidden[0])

test('a school reaches neither the bureau above it nor an enterprise below it', async () => {
  const { server } = worldOf('and by the database')
  const bureau = await makeSchool(server, { idntNo: '020' })
  const { admin, known, entNo } = await seedSchool(server, { prtNo: bureau.entNo })
  const canteen = await makeSchool(server, { idntNo: '050', prtNo: entNo })
  for (const call of bound)
    for (const out of [bureau, canteen])
      expect((await admin.client.answer(call, { ...workingInput(call, known), entNo: out.entNo })).code).toBe(codes.notFound[0])
})

test('the operator of the platform reads any school', async () => {
  const { server } = worldOf('and by the database')
  const caller = await makeOperator(server)
  const { entNo, known } = await seedSchool(server, { caller })
  // Leaves the year-end to the school itself.
  for (const call of reads.filter((one) => isGuarded(one) && permits('operator', one.path) && !isOfOwn(one)))
    expect([call.path, (await caller.client.answer(call, { ...workingInput(call, known), entNo })).code]).toEqual([call.path, 0])
})

// Leaves out what people do in the portal for themselves and their children: an operator is nobody's pupil there.
const isInPortal = ({ path }: Call) => /^\/vam\/(reg\/(enroll|cancel)|wrk\/(create|like|report))$/.test(path)

// Leaves units, students and guardians to the school itself; a list of new students alone goes into a class.
const operatorWrites = writes
  .filter((call) => isGuarded(call) && !isInPortal(call) && call.path !== '/ent/imp/setref')
  .filter((call) => permits('operator', call.path) && isSampled(call.path) && !isOfOwn(call))

test.each(operatorWrites.map((call) => [call.path, call] as const))(
  'the operator of the platform may make %s in any school',
  async (_, call) => {
    const { server } = worldOf('by the handlers alone')
    const caller = await makeOperator(server)
    const { entNo, known } = await seedSchool(server, { caller, forCall: call })
    expect(await caller.client.answer(call, { ...workingInput(call, known), entNo })).toMatchObject({
      code: 0,
      message: call.message,
    })
  },
)

test('a colleague without rights learns no more from a record that exists than from one that does not', async () => {
  const { mine } = worldOf('and by the database')
  const colleague = await makePerson(mine)
  for (const call of bound.filter(isGuarded)) {
    const input = workingInput(call, mine.known)
    const answers = [input, ...replaced(input, mine.recordKeys, () => nowhere)].map((one) =>
      colleague.client.answer(call, one as Record<string, unknown>),
    )
    expect(new Set((await Promise.all(answers)).map(({ code }) => code))).toEqual(new Set([codes.forbidden[0]]))
  }
})
