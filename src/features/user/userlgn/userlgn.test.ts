import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { session } from '#features/user/session/session.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { userLgn } from './userlgn.contract.ts'

let server: TestServer
let pwdHash: string
const pwd = 'Campus2026'
beforeAll(async () => {
  server = await startServer()
  pwdHash = await hashPassword(pwd)
})
afterAll(() => server.close())

test('everybody reads their own sign-ins, and whoever holds the right those of the enterprise', async () => {
  const school = await makeSchool(server)
  const [one, other] = [await makePerson(school, { pwdHash }), await makePerson(school, { pwdHash })]
  for (const { name } of [one, other]) await clientOf(server).call(signin.login, { name, pwd })
  await clientOf(server).answer(signin.login, { name: one.name, pwd: 'wrong-one' })
  const own = await one.client.call(userLgn.getlogpage)
  expect(own.datas.map(({ name, way, rslt, region }) => [name, way, rslt, region])).toEqual([
    [one.name, 'pwd', 'wrongPassword', '本机'],
    [one.name, 'pwd', 'ok', '本机'],
  ])
  const all = await school.admin.client.call(userLgn.getlogpage)
  expect(all.recordCount).toBe(3)
  expect((await school.admin.client.call(userLgn.getlogpage, { rslt: 'wrongPassword' })).recordCount).toBe(1)
  expect((await school.admin.client.call(userLgn.getlogpage, { ownFlag: '1' })).recordCount).toBe(0)
  expect(await one.client.answer(userLgn.getlogpage, { sDt: '20261102', eDt: '20261101' })).toMatchObject({
    message: '截止时间必须大于开始时间',
  })
  const beside = await makeSchool(server)
  expect((await beside.admin.client.call(userLgn.getlogpage)).recordCount).toBe(0)
})

test('the platform sees tries of names that nobody has', async () => {
  const operator = await makeOperator(server)
  await clientOf(server).answer(signin.login, { name: 'nobody.at.all', pwd })
  // Checks that only the beginning is stored of a name, which may have been a password.
  expect((await operator.client.call(userLgn.getlogpage, { keyWord: 'no*' })).datas).toMatchObject([
    { name: 'no***', rslt: 'wrongPassword', entNo: null },
  ])
})

test('who is online is listed, and signed out with the next request; one’s own session is not', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school)
  const { client } = school.admin
  const { datas } = await client.call(session.getpage)
  const [own, theirs] = [datas.find(({ ownFlag }) => ownFlag === '1'), datas.find(({ userNo }) => userNo === person.userNo)]
  expect(datas.length).toBe(2)
  expect(JSON.stringify(datas)).not.toContain('hash')
  await client.call(session.end, { sessionNos: [theirs?.sessionNo as number] })
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50008 })
  expect(await client.answer(session.end, { sessionNos: [own?.sessionNo as number] })).toMatchObject({ code: 10002 })
  const beside = await makeSchool(server)
  expect(await beside.admin.client.answer(session.end, { sessionNos: [own?.sessionNo as number] })).toMatchObject({ code: 10002 })
  expect((await client.call(user.get)).no).toBe(school.admin.userNo)
  expect(await (await makePerson(school)).client.answer(session.getpage)).toMatchObject({ code: 30001 })
})
