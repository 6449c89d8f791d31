import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '#contract/shell/user.contract.ts'
import { hashOf } from '#server/base/tokens.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { idnt } from '#features/ecb/idnt/idnt.contract.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'

let server: TestServer
let school: School
let company: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
  company = await makeSchool(server, { idntNo: '010' })
})
afterAll(() => server.close())

type Card = { idntVal: string; idntNo: string; entNo: string }

/** Makes somebody of the school who also works for the company. */
async function withTwo(): Promise<{ person: Person; card: Card }> {
  const person = await makePerson(school, { roles: ['P030ADMIN'] })
  const { empNo } = await makePerson(company, { idntNo: '010', roles: ['P010ADMIN'] })
  const card = { idntNo: '010', entNo: company.entNo, idntVal: empNo }
  await asOwner(server, company.entNo, async (db) => {
    await db.deleteFrom('identity').where('idntVal', '=', empNo).execute()
    await db
      .insertInto('identity')
      .values({ userNo: person.userNo, ...card })
      .execute()
  })
  return { person, card }
}

test('switching answers a token, a one-use number and the entry page of the platform; the former token is dead', async () => {
  const { person, card } = await withTwo()
  const cards = await person.client.call(user.getidnts)
  expect(cards.map(({ idntNo, entName, idntValName }) => [idntNo, entName, idntValName])).toEqual([
    ['010', `学校${company.entNo}`, '陈晓雯'],
    ['030', `学校${school.entNo}`, '陈晓雯'],
  ])
  const { accessToken, tokenId, url } = await person.client.call(user.switch, card)
  expect(url).toBe(`/login/transitPage?tokenId=${tokenId}`)
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50008 })
  expect(await clientOf(server, accessToken).call(user.get)).toMatchObject({ no: person.userNo, ...card, roles: ['P010ADMIN'] })
  const { rows } = await server.owner.query(`select way, result, idnt_no from login_log where user_no = $1`, [person.userNo])
  expect(rows).toEqual([{ way: 'switch', result: 'ok', idnt_no: '010' }])
})

test('the number opens a session of its own once, within a minute, and leaves the token as it is', async () => {
  const { person, card } = await withTwo()
  const { accessToken, tokenId } = await person.client.call(user.switch, card)
  const { rows } = await server.owner.query('select ticket_hash from ticket where idnt_val = $1', [card.idntVal])
  expect(rows).toEqual([{ ticket_hash: hashOf(tokenId) }])
  const stranger = clientOf(server)
  const answers = await Promise.all(Array.from({ length: 5 }, () => stranger.answer(signin.gettokenbyid, { id: tokenId })))
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 20011, 20011, 20011, 20011])
  const [{ token }] = answers.flatMap(({ code, result }) => (code === 0 ? [result] : [])) as [{ token: string }]
  expect(token).not.toBe(accessToken)
  for (const open of [token, accessToken]) expect((await clientOf(server, open).call(user.get)).entNo).toBe(company.entNo)
})

test('the number is good for one minute, and then opens nothing', async () => {
  const { person, card } = await withTwo()
  const { tokenId } = await person.client.call(user.switch, card)
  const { rows } = await server.owner.query(
    'select extract(epoch from end_tm - now())::float8 as left from ticket where idnt_val = $1',
    [card.idntVal],
  )
  expect(rows).toEqual([{ left: expect.closeTo(57, -1) }])
  expect(rows[0].left).toBeLessThanOrEqual(60)
  await server.owner.query('update ticket set end_tm = now()')
  const gone = { code: 20011, message: '登录凭据已失效，请重新登录', result: null }
  expect(await clientOf(server).answer(signin.gettokenbyid, { id: tokenId })).toEqual(gone)
  expect(await clientOf(server).answer(signin.gettokenbyid, { id: 'x'.repeat(43) })).toEqual(gone)
})

test('a platform that is out of use says so, and the token stays good', async () => {
  const { person, card } = await withTwo()
  await server.owner.query(`update info set stt = '2' where type_code = 'IDNT' and info_no = '010'`)
  expect(await person.client.answer(user.switch, card)).toMatchObject({ code: 20010, message: '该平台暂未开通，尽情期待！' })
  expect(await person.client.answer(user.get)).toMatchObject({ code: 0 })
  await server.owner.query(`update info set stt = '1' where type_code = 'IDNT' and info_no = '010'`)
  expect(await person.client.answer(user.switch, card)).toMatchObject({ code: 0 })
})

test('an identity that the product does not know is answered as a platform that is not open', async () => {
  const { person, card } = await withTwo()
  expect(await person.client.answer(user.switch, { ...card, idntNo: '099' })).toMatchObject({
    code: 20010,
    message: '该平台暂未开通，尽情期待！',
  })
})

test('an identity of somebody else is not there', async () => {
  const { person } = await withTwo()
  const other = await makePerson(company, { idntNo: '010' })
  const missing = { code: 10002, message: '记录不存在或不在可访问的范围内' }
  for (const card of [
    { idntNo: '010', entNo: company.entNo, idntVal: other.empNo },
    { idntNo: '060', entNo: school.entNo, idntVal: person.empNo },
    { idntNo: '010', entNo: company.entNo, idntVal: 'E99999' },
  ])
    expect(await person.client.answer(user.switch, card)).toMatchObject(missing)
  expect(await person.client.answer(user.get)).toMatchObject({ code: 0 })
})

test('an identity that was taken away is no longer offered, and its person disabled neither', async () => {
  const { person, card } = await withTwo()
  await server.owner.query(`update emp set stt = '2' where emp_no = $1`, [card.idntVal])
  expect((await person.client.call(user.getidnts)).map(({ idntNo }) => idntNo)).toEqual(['030'])
  expect(await person.client.answer(user.switch, card)).toMatchObject({ code: 10002 })
})

test('only the six identities of the specification are offered, none below them or beside them', async () => {
  const { person, card } = await withTwo()
  const { client } = await makeOperator(server)
  await client.call(idnt.create, { idntNo: '030001', idntName: '教职工', prtNo: '030' })
  await client.call(idnt.create, { idntNo: '035', idntName: '供应商', entrUrl: 'https://supply.example.cn/in' })
  for (const idntNo of ['030001', '035']) {
    await server.owner.query(`update identity set idnt_no = $1 where user_no = $2 and idnt_no not in ('030')`, [
      idntNo,
      person.userNo,
    ])
    expect((await person.client.call(user.getidnts)).map((one) => one.idntNo)).toEqual(['030'])
  }
  expect((await person.client.answer(user.switch, card)).code).not.toBe(0)
})
