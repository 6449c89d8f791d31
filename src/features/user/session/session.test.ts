import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  rootNo,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { makeOperator, pwd, pwdHash } from '../../../../test/support/seedSchool.ts'
import { session } from './session.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Gives somebody the records of who signs in, for a department or for enterprises below. */
async function allow({ entNo, empNo }: Person, roleItem: string, dataVal: string, dataType: 'org' | 'ent') {
  const roleNo = `R-${empNo}`
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('role')
      .values({ entNo, roleNo, roleName: `记录${empNo}`, roleItem })
      .execute()
    for (const [mdlCode, pwrNo] of [
      ['session', '000004'],
      ['session', '000005'],
      ['userlgn', '000004'],
    ] as const)
      await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode, pwrNo }).execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal, dataType }).execute()
  })
}

async function makeDepartment({ entNo }: School, orgName: string): Promise<string> {
  const orgNo = `O-${entNo}-${orgName.length}`
  await asOwner(server, entNo, (db) => db.insertInto('org').values({ entNo, orgNo, orgName }).execute())
  return orgNo
}

const signIn = async ({ name }: Person) => clientOf(server).call(signin.login, { name, pwd })
const seen = async ({ client }: Person, input = {}) => {
  const [open, log] = [await client.call(session.getpage, input), await client.call(userLgn.getlogpage, input)]
  const users = (rows: { userNo: string }[]) => [...new Set(rows.map(({ userNo }) => userNo))].toSorted()
  return { open: users(open.datas), log: [...new Set(log.datas.map(({ name }) => name))].toSorted(), rows: open.datas }
}

test('who reaches one department sees and ends the sessions of its people only, and sees their sign-ins', async () => {
  const school = await makeSchool(server)
  const near = await makeDepartment(school, '语文组')
  const secretary = await makePerson(school)
  const inNear = await makePerson({ ...school, orgNo: near }, { pwdHash: await pwdHash })
  const inFar = await makePerson(school, { pwdHash: await pwdHash })
  const all = await seen(school.admin)
  await allow(secretary, '3', near, 'org')
  await signIn(inNear)
  await signIn(inFar)
  await clientOf(server).answer(signin.login, { name: inFar.name, pwd: 'wrong-one' })
  const { open, log } = await seen(secretary)
  expect(open).toEqual([secretary.userNo, inNear.userNo].toSorted())
  expect(log).toEqual([inNear.name])
  const of = (userNo: string) => all.rows.find((row) => row.userNo === userNo)?.sessionNo as number
  expect(await secretary.client.answer(session.end, { sessionNos: [of(inFar.userNo)] })).toMatchObject({ code: 10002 })
  expect(await secretary.client.answer(session.end, { sessionNos: [of(inNear.userNo)] })).toMatchObject({ code: 0 })
})

test('who has the records of the platform for some enterprises sees and ends nothing of others', async () => {
  const [near, far] = [await makeSchool(server), await makeSchool(server)]
  const below = await makeSchool(server, { prtNo: near.entNo })
  const operator = await makePerson({ entNo: rootNo, orgNo: 'O00000001', server } as School, { idntNo: '060' })
  const nobody = await makePerson(far, { pwdHash: await pwdHash })
  const somebody = await makePerson(below, { pwdHash: await pwdHash })
  await allow(operator, '1', near.entNo, 'ent')
  for (const person of [nobody, somebody]) await signIn(person)
  await clientOf(server).answer(signin.login, { name: 'nobody.anywhere', pwd })
  const { open, log } = await seen(operator)
  expect(open).toEqual([near.admin, below.admin, somebody, operator].map(({ userNo }) => userNo).toSorted())
  expect(log).toEqual([somebody.name])
  const { datas } = await far.admin.client.call(session.getpage)
  const other = datas.find(({ userNo }) => userNo === nobody.userNo)?.sessionNo as number
  expect(await operator.client.answer(session.end, { sessionNos: [other] })).toMatchObject({ code: 10002 })
  expect((await operator.client.answer(session.getpage, { entNo: far.entNo })).code).toBe(10002)
  expect((await seen(operator, { entNo: below.entNo })).log).toEqual([somebody.name])
})

test('who reaches other enterprises by another right reads no sign-ins there with this one', async () => {
  const [near, far] = [await makeSchool(server), await makeSchool(server)]
  const operator = await makePerson({ entNo: rootNo, orgNo: 'O00000001', server } as School, { idntNo: '060' })
  await allow(operator, '1', near.entNo, 'ent')
  const { entNo, empNo } = operator
  await asOwner(server, entNo, async (db) => {
    const roleNo = `W-${empNo}`
    await db
      .insertInto('role')
      .values({ entNo, roleNo, roleName: `别的${empNo}`, roleItem: '1' })
      .execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
  })
  await signIn(await makePerson(far, { pwdHash: await pwdHash }))
  expect((await operator.client.call(userLgn.getlogpage, { entNo: far.entNo })).datas).toEqual([])
})

test('everybody sees where they are signed in, and ends others of theirs, never somebody else’s', async () => {
  const school = await makeSchool(server)
  const [person, other] = [await makePerson(school, { pwdHash: await pwdHash }), await makePerson(school)]
  const second = clientOf(server, (await signIn(person)).token)
  const third = clientOf(server, (await signIn(person)).token)
  const own = await person.client.call(session.getown)
  expect(own.map(({ userNo, ownFlag, entName }) => [userNo, ownFlag, entName])).toEqual([
    [person.userNo, '0', `学校${school.entNo}`],
    [person.userNo, '0', `学校${school.entNo}`],
    [person.userNo, '1', `学校${school.entNo}`],
  ])
  const theirs = (await other.client.call(session.getown)).map(({ sessionNo }) => sessionNo)
  const refused = { code: 10002, message: '所选会话有的已经结束，请刷新后再选' }
  expect(await person.client.answer(session.endown, { sessionNos: theirs })).toMatchObject(refused)
  await person.client.call(session.endown, { sessionNos: [own[0]?.sessionNo as number] })
  expect((await third.answer(session.getown)).code).toBe(50008)
  expect((await second.call(session.getown)).length).toBe(2)
  await person.client.call(session.endown, {})
  expect((await second.answer(session.getown)).code).toBe(50008)
  expect((await person.client.call(session.getown)).length).toBe(1)
  expect((await other.client.call(session.getown)).length).toBe(1)
})

test('who acts as somebody is seen by both, and sees and ends none of that one’s sessions', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school)
  const operator = await makeOperator(server)
  const { userNo, idntNo, entNo } = person
  const who = { userNo, idntNo, idntEntNo: entNo, reason: '核对资料', writeFlag: '1' as const }
  const { tokenId } = await operator.client.call(account.imitate, who)
  const actor = clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
  expect((await actor.call(session.getown)).map(({ ownFlag }) => ownFlag)).toEqual(['1'])
  expect(await actor.answer(session.endown, {})).toMatchObject({ code: 30001, message: '模拟登录时不能让对方下线' })
  const imitated = { userNo, imitName: '陈晓雯', ownFlag: '0' }
  expect((await person.client.call(session.getown))[0]).toMatchObject(imitated)
  expect((await operator.client.call(session.getown))[0]).toMatchObject(imitated)
  await person.client.call(session.endown, {})
  expect((await actor.answer(session.getown)).code).toBe(50008)
})
