import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Action, actions } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { replacedBy } from './matrix/cells.ts'
import { makePersonWithRights } from '../support/personWithRights.ts'
import { calls, type SeededSchool, seedSchool, rawAnswer } from '../support/seedSchool.ts'
import { workingInput } from '../support/samples.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const modules = ['edcunit', 'rollover', 'stu', 'stuarch', 'ptr', 'stuptr', 'ptrarch', 'duplicate', 'datacheck', 'photo', 'imp']
const ofPupils = calls.filter(
  ({ access }) => typeof access !== 'string' && access.some((right) => modules.includes(right.split(':')[0] as string)),
)
// Tells whether it is of the whole school: that there is a year-end is no secret.
const isOfSchool = ({ path }: Call) => path.startsWith('/ent/rollover/')

const keys = ['unitNo', 'prtNo', 'stuNo', 'ptrNo', 'oneNo', 'otherNo', 'keptNo', 'goneNo', 'mrgNo', 'rollNo', 'taskNo', 'applyNo']
const nowhere = 'Z999999999'

/**
 * Seeds a school with its pupils in one class, and somebody with every right over pupils in the class beside it, which has none.
 */
async function seedBeside() {
  const school = await seedSchool(server)
  const [full = ''] = school.known.unitNo as string[]
  const rights = modules.flatMap((module) => (Object.keys(actions) as Action[]).map((action) => `${module}:${action}` as const))
  const { client } = await makePersonWithRights(school, rights, full.replace('UC', 'UE'))
  const known: SeededSchool['known'] = { ...school.known, applyNo: [`LS-${school.entNo}`], datas: [full] }
  const secrets = ['欧阳', '司马', '童住址', '单位丝', '一班', full, known.stuNo, known.ptrNo].flat() as string[]
  const send = async (call: Call, input: Record<string, unknown>) => (await rawAnswer(server, call, input, client.token)).text
  return { school, known, secrets, send }
}

/** Returns the inputs that only the call itself needs, with every filter that names a record. */
function inputsOf(call: Call, known: SeededSchool['known']) {
  const filtered = workingInput(call, known)
  const isNeeded = ([key]: [string, unknown]) => !call.input.shape[key]?.safeParse(undefined).success
  return [filtered, Object.fromEntries(Object.entries(filtered).filter(isNeeded))]
}

test('with every right in one class, nothing is told of the class beside it, by any call', async () => {
  const { known, secrets, send } = await seedBeside()
  for (const call of ofPupils)
    for (const input of inputsOf(call, known)) {
      const told = await send(call, input)
      expect([call.path, input, secrets.filter((secret) => told.includes(secret))]).toEqual([call.path, input, []])
    }
})

test('… what it has answers as what is not there, and stays as it is', async () => {
  const { school, known, send } = await seedBeside()
  const before = await rowsOf(school)
  for (const call of ofPupils) {
    const theirs = workingInput(call, known)
    const missing = replacedBy(theirs, keys, () => nowhere)
    if (!missing || isOfSchool(call)) continue
    expect([call.path, await send(call, theirs)]).toEqual([call.path, await send(call, missing)])
  }
  expect(await rowsOf(school)).toEqual(before)
})

const tables = ['stu', 'ptr', 'stuptr', 'stuarch', 'ptrarch', 'edcunit', 'phtapply', 'stumerge', 'chktask', 'stunotsame']

async function rowsOf({ entNo }: SeededSchool) {
  const read = tables.map(async (table) => {
    const { rows } = await server.owner.query(`select to_jsonb(t) as row from ${table} t where ent_no = $1 order by 1`, [entNo])
    return [table, rows]
  })
  return Object.fromEntries(await Promise.all(read))
}
