import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { draft } from '#contract/shell/draft.contract.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

const form = { name: '/ent/emp/update 3000001' }
const typed = JSON.stringify({ changes: { idNo: '110101199003070079' }, before: {}, ver: 1 })

test('a draft is given back with its time until it is deleted, and a newer one takes its place', async () => {
  const { client } = await makePerson(school)
  expect(await client.call(draft.get, form)).toBeNull()
  await client.call(draft.set, { ...form, val: '{}' })
  await client.call(draft.set, { ...form, val: typed })
  expect(await client.call(draft.get, form)).toEqual({ val: typed, updTm: expect.stringMatching(/^20\d{12}$/) })
  expect(await client.call(draft.get, { name: '/ent/emp/update 3000002' })).toBeNull()
  await client.call(draft.delete, form)
  expect(await client.call(draft.get, form)).toBeNull()
})

test('nobody else sees a draft, nor its owner in another enterprise, nor who acts as them', async () => {
  const operator = await makeOperator(server)
  const company = await makeSchool(server, { idntNo: '010' })
  const person = await makePerson(school, { roles: ['P030ADMIN'] })
  const card = { idntNo: '010', entNo: company.entNo, idntVal: company.admin.empNo }
  await asOwner(server, company.entNo, async (db) => {
    await db.deleteFrom('identity').where('idntVal', '=', card.idntVal).execute()
    await db
      .insertInto('identity')
      .values({ userNo: person.userNo, ...card })
      .execute()
  })
  await person.client.call(draft.set, { ...form, val: typed })

  expect(await school.admin.client.call(draft.get, form)).toBeNull()
  const { tokenId } = await operator.client.call(account.imitate, {
    userNo: person.userNo,
    idntNo: '030',
    idntEntNo: school.entNo,
    reason: '核对',
    writeFlag: '1',
  })
  const actor = clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
  expect(await actor.call(draft.get, form)).toBeNull()
  expect(await actor.answer(draft.set, { ...form, val: '{}' })).toMatchObject({ code: 30001 })
  expect(await actor.answer(draft.delete, form)).toMatchObject({ code: 30001 })
  expect(await person.client.call(draft.get, form)).toMatchObject({ val: typed })

  const { accessToken } = await person.client.call(user.switch, card)
  expect(await clientOf(server, accessToken).call(draft.get, form)).toBeNull()
})

test('the database keeps a draft sealed, as the draft of its enterprise', async () => {
  const { client, userNo } = await makePerson(school)
  await client.call(draft.set, { ...form, val: typed })
  const { rows } = await server.owner.query('select * from draft where user_no = $1', [userNo])
  expect(rows).toMatchObject([{ ent_no: school.entNo, name: form.name }])
  expect(JSON.stringify(rows)).not.toContain('110101199003070079')
})

test('after seven days a draft is gone, and the next one that is kept clears it away', async () => {
  const { client, userNo } = await makePerson(school)
  const age = (days: string) =>
    server.owner.query(`update draft set upd_tm = now() - $2::interval where user_no = $1`, [userNo, days])
  await client.call(draft.set, { ...form, val: typed })
  await age('6 days 23 hours')
  expect(await client.call(draft.get, form)).not.toBeNull()
  await age('7 days 1 minute')
  expect(await client.call(draft.get, form)).toBeNull()
  await client.call(draft.set, { name: '/ent/emp/create', val: typed })
  const { rows } = await server.owner.query('select name from draft where user_no = $1', [userNo])
  expect(rows).toEqual([{ name: '/ent/emp/create' }])
})

test('one person has a hundred drafts at most: what is kept stays, the next one is refused, and none is larger than a form', async () => {
  const { client, userNo } = await makePerson(school)
  await server.owner.query(
    `insert into draft select $1, $2, 'f' || i, 'x', now() - i * interval '1 second' from generate_series(1, 100) i`,
    [school.entNo, userNo],
  )
  expect(await client.answer(draft.set, { ...form, val: typed })).toMatchObject({
    code: 10010,
    message: '没有保存的草稿太多，这一份没有留存；请先保存或放弃几份',
  })
  await client.call(draft.set, { name: 'f100', val: typed })
  const { rows } = await server.owner.query('select name from draft where user_no = $1', [userNo])
  expect(rows).toHaveLength(100)
  await client.call(draft.delete, { name: 'f1' })
  await client.call(draft.set, { ...form, val: typed })
  expect(await client.answer(draft.set, { ...form, val: 'x'.repeat(60_001) })).toMatchObject({ code: 10001 })
})

test('the drafts of one person take four megabytes at most', async () => {
  const { client, userNo } = await makePerson(school)
  await server.owner.query(`insert into draft select $1, $2, 'f' || i, repeat('x', 60000), now() from generate_series(1, 69) i`, [
    school.entNo,
    userNo,
  ])
  expect(await client.answer(draft.set, { ...form, val: 'x'.repeat(60_000) })).toMatchObject({ code: 10010 })
  await client.call(draft.set, { ...form, val: '{}' })
})
