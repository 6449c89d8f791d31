import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { searchedTables, searchTextOfRows } from '#server/history/searchTextColumns.ts'
import { asOwner, clientOf, makePerson, type TestServer } from '../support/harness.ts'
import {
  bound,
  calls,
  callerOf,
  changesOf,
  entNoFor,
  isGuarded,
  makeOperator,
  type SeededSchool,
  suitedFor,
  writes,
} from '../support/seedSchool.ts'
import { seedCopies } from '../support/seedCopies.ts'
import { isSampled } from '../support/sample.ts'
import { workingInput } from '../support/samples.ts'

let copies: Awaited<ReturnType<typeof seedCopies>>
let server: TestServer
let school: SeededSchool
beforeAll(async () => {
  copies = await seedCopies(20, lookAtEnd)
  school = await copies.next()
  server = school.server
})
afterAll(() => copies.close())

/** Returns the calls that fail a check: none, so that a failure names the calls. */
async function exceptions(among: Call[], isRight: (call: Call) => Promise<boolean>): Promise<string[]> {
  const wrong: string[] = []
  for (const call of among) if (!(await isRight(call))) wrong.push(call.path)
  return wrong
}

const input = (call: Call) => workingInput(call, school.known)

test('a stranger, and whoever shows a token that never was, is sent to sign in', async () => {
  for (const token of [undefined, 'x'.repeat(43), 'x'.repeat(5000), '']) {
    const stranger = clientOf(server, token)
    expect(
      await exceptions(bound, async (call) => (await stranger.answer(call, input(call))).code === codes.illegalToken[0]),
    ).toEqual([])
  }
})

test('who was given no right is refused everything that needs one, in one sentence, and nothing changes', async () => {
  const nobody = await makePerson(school)
  const before = await changesOf(server, school.entNo)
  const refused = { code: 30001, result: null, message: '没有权限进行操作' }
  for (const call of calls.filter(isGuarded))
    expect([call.path, await nobody.client.answer(call, input(call))]).toEqual([call.path, refused])
  expect(await changesOf(server, school.entNo)).toBe(before)
})

test('each right opens just the calls that ask for it', async () => {
  const all = new Set(calls.flatMap(({ access }) => (typeof access === 'string' ? [] : access)))
  const rights = [...all].filter((right) => isSampled(right))
  // Makes an operator, for at the platform itself every module is there to be given.
  const person = await makeOperator(server, [])
  const guarded = calls.filter(isGuarded)
  for (const [i, right] of rights.entries()) {
    const [mdlCode = '', pwrNo = ''] = right.split(':')
    const { entNo } = person
    await asOwner(server, entNo, async (db) => {
      await db.deleteFrom('emppwr').where('entNo', '=', entNo).where('empNo', '=', person.empNo).execute()
      await db.insertInto('emppwr').values({ entNo, empNo: person.empNo, mdlCode, pwrNo, addDelFlag: '1' }).execute()
    })
    // Picks all calls of the module, and of the others each time other ones.
    const near = (call: Call) => call.access.includes(right) || String(call.access).includes(`${mdlCode}:`)
    const asked = guarded.filter((call, place) => near(call) || place % 32 === i % 32)
    const wrong = asked.map(async (call) => {
      const { code } = await person.client.answer(call, { 没有的参数: '1' })
      return (code !== codes.forbidden[0]) === call.access.includes(right) ? [] : [call.path]
    })
    expect([right, (await Promise.all(wrong)).flat()]).toEqual([right, []])
  }
}, 120_000)

test('a key that a call does not name is refused by that name', async () => {
  const strange = async (call: Call, key: string) => {
    const { client } = await callerOf(call, school)
    const { code, message } = await client.answer(call, { ...input(call), [key]: '1' })
    // Accepts the refusal of forms with a key of every object before they are read.
    return code === codes.invalid[0] && (message.startsWith(`${key}不是可接受的参数`) || (call.body === 'multipart' && key in {}))
  }
  for (const key of ['colour', 'userName', 'ENTNO', 'constructor', 'toString'])
    expect(await exceptions(calls, (call) => strange(call, key))).toEqual([])
})

test('what a call requires is missed, and told as a sentence about its field', async () => {
  const missing = async (call: Call) => {
    const { client } = await callerOf(call, school)
    const required = Object.keys(call.input.shape).filter((key) => !call.input.shape[key]?.safeParse(undefined).success)
    const answers = await Promise.all(
      required.map(async (key) => ({ key, ...(await client.answer(call, { ...input(call), [key]: undefined })) })),
    )
    return answers.every(({ code, key, message, result }) => {
      const { errors } = result as { errors: { field: string }[] }
      return code === codes.invalid[0] && errors.some(({ field }) => field === key) && /不能为空|请输入/.test(message)
    })
  }
  expect(await exceptions(calls, missing)).toEqual([])
})

test('every call takes the number of the caller’s own enterprise', async () => {
  const takes = async (call: Call) => {
    const { client, entNo } = await callerOf(call, school)
    const { code, result } = await client.answer(call, { ...input(call), entNo, 没有的参数: '1' })
    const { errors } = result as { errors: { field: string }[] }
    return code === codes.invalid[0] && errors.every(({ field }) => field === '没有的参数')
  }
  expect(await exceptions(calls, takes)).toEqual([])
})

// Lists calls that ask for a record that no school has of itself; their own tests make them.
const ofOthers = ['/user/mdl/geturl', '/ecb/pbcrole/getmdltree']

test('every read succeeds for who may make it', async () => {
  const answers = bound
    .filter(({ method, path }) => method === 'GET' && !ofOthers.includes(path))
    .map(async (call) => {
      const { client } = await callerOf(call, school)
      const { code, message } = await client.answer(call, { ...input(call), ...entNoFor(call, school) })
      return code === 0 ? [] : [`${call.path} ${code} ${message}`]
    })
  expect((await Promise.all(answers)).flat()).toEqual([])
})

// Lists calls without history: sessions are no records of an enterprise, personal data are nobody else's, and a received file is
// none yet.
const leavesNoHistory = [
  '/common/user/logout',
  '/user/user/switch',
  '/user/user/previewjoin',
  '/user/user/sendtelcode',
  '/user/user/sendjoincode',
  '/ent/reason/viewas',
  '/ecb/info/compare',
  '/ecb/pbccfg/believeclock',
  '/ecb/pbccfg/retryjobs',
  '/ecb/pbccfg/release',
  '/ent/chn/test',
  '/ent/chn/match',
  '/ent/chn/retry',
  '/user/session/endown',
  '/user/pref/set',
  '/user/prefer/set',
  '/user/push/subscribe',
  '/user/push/unsubscribe',
  '/user/draft/set',
  '/ent/msg/preview',
  '/ent/hnd/preview',
  '/ent/hnd/getproxy',
  '/ent/flow/try',
  '/user/prc/save',
  '/user/prc/reveal',
  '/user/prc/urge',
  '/user/ans/open',
  '/user/ans/save',
  '/user/box/open',
  '/user/box/receipt',
  '/user/box/readall',
  '/user/draft/delete',
  '/res/res/setfav',
  '/vam/wrk/like',
  '/res/res/setseen',
  '/file/upload/createchunk',
  '/file/upload/dropchunk',
]

// Lists the calls that change what lies in other enterprises than the one that they are asked of: below it, or the caller's own.
const changesElsewhere = [
  '/user/user/join',
  '/user/user/leave',
  '/ecb/ent/create',
  '/ecb/ent/setentord',
  '/ecb/ent/updateprtent',
  '/res/res/setpass',
  '/res/res/setreject',
  '/res/res/create',
  '/res/res/update',
  '/res/res/addversion',
  '/res/res/setscope',
  '/ecb/user/resetpwd',
]

// Leaves out, where other processes answer, the call whose channel only this one can replace.
const isReplaced = ({ path }: Call) => process.env.PROCESSES !== undefined && path === '/user/user/sendtelcode'

test.each(writes.filter((call) => bound.includes(call) && !isReplaced(call)).map((call) => [call.path, call] as const))(
  '%s succeeds, says so, and leaves who changed what',
  async (path, call) => {
    const seeded = await suitedFor(call, await copies.next())
    const { owner } = seeded.server
    const caller = await callerOf(call, seeded)
    const { rows: latest } = await owner.query('select max(id) as id from history')
    const input = { ...workingInput(call, seeded.known), ...entNoFor(call, seeded) }
    const { code, message } = await caller.client.answer(call, input)
    expect([code, message]).toEqual([0, call.message])
    const { rows } = await owner.query(`select distinct user_no, call from history where id > $1 and act <> 'read'`, [
      latest[0].id,
    ])
    if (leavesNoHistory.includes(path)) return expect(rows).toEqual([])
    const kept = await owner.query('select distinct op, user_no, ent_no, call from history where id > $1', [latest[0].id])
    const entNo = entNoFor(call, seeded).entNo ?? caller.entNo
    const theirs = call.path === '/ecb/user/setidnts' ? seeded.entNo : entNo
    // Expects a restored value in history as the change of the record that it is.
    const keptAs = path === '/ent/history/restore' ? '/ent/emp/update' : path
    const one = { op: expect.any(String), user_no: caller.userNo, call: keptAs }
    if (!changesElsewhere.includes(path)) return expect(kept.rows).toEqual([{ ...one, ent_no: theirs }])
    for (const row of kept.rows) expect(row).toMatchObject({ ...one, op: kept.rows[0].op })
  },
)

// Collects what is found in the copies when all calls have been made on them.
const miscounted: unknown[] = []
const otherWords: unknown[] = []
const foundBy = new Set<string>()
let searched: string[] = []

async function lookAtEnd({ owner, ...rest }: TestServer) {
  const { rows } = await owner.query(`
    select * from (select ent_no, unit_no, stt, count(*) as n from stu group by 1, 2, 3) s
    full join (select ent_no, unit_no, stt, sum(cnt) as counted from stu_cnt group by 1, 2, 3) c using (ent_no, unit_no, stt)
    where coalesce(n, 0) <> coalesce(counted, 0)`)
  miscounted.push(...rows)
  const { rows: tables } = await owner.query(`select table_name as name from information_schema.columns
    where column_name = 'search_text' and table_schema = 'public' order by 1`)
  searched = tables.map(({ name }) => name)
  for (const name of searched) {
    const { rows: all } = await owner.query(
      `select to_jsonb(t) ->> 'ent_no' as ent_no, to_jsonb(t)::text as row, search_text from ${name} t where search_text <> ''`,
    )
    for (const [entNo, some] of Map.groupBy(all, (row) => row.ent_no)) {
      const json = some.map(({ row }) => row)
      const words = await asOwner({ owner, ...rest }, entNo ?? '', (db) => searchTextOfRows(db, name, json))
      const wrong = some.filter(({ search_text }, at) => words[at] !== search_text)
      otherWords.push(...wrong.map(({ row }) => [name, row]))
      foundBy.add(name)
    }
  }
}

test('after all of that every class has as many students as are counted', async () => {
  await copies.drop()
  expect(miscounted).toEqual([])
})

test('after all of that everything is found by the words that an undo would give it', () => {
  expect(searchedTables().toSorted()).toEqual(searched)
  expect(otherWords).toEqual([])
  expect([...foundBy].toSorted()).toEqual(searched)
})
