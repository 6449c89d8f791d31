import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Right } from '#contract/access.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { emppwr } from '#features/ent/emppwr/emppwr.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { reason } from '#features/ent/reason/reason.contract.ts'
import { session } from '#features/user/session/session.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  type School,
  startServer,
  type TestServer,
} from '../support/harness.ts'
import { makeOperator } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const beyond = { code: 30003 }
const missing = { code: 10002 }
let roles = 0

/** Makes a person with a role of the enterprise's own, held for one department where one is named. */
async function holder(school: Pick<School, 'entNo' | 'orgNo' | 'server'>, rights: Right[], orgs: string[] = [], idntNo = '030') {
  const person = await makePerson(school as School, { idntNo })
  const { entNo, empNo } = person
  const roleNo = `X-${++roles}`
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('role').values({ entNo, roleNo, roleName: roleNo, roleItem: '1' }).execute()
    for (const right of rights) {
      const [mdlCode = '', pwrNo = ''] = right.split(':')
      await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode, pwrNo }).execute()
    }
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    for (const dataVal of orgs)
      await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal, dataType: 'org' }).execute()
  })
  return { ...person, roleNo }
}

test('the operator of a part of the platform does not take over an account that reaches outside it', async () => {
  const root = await makeOperator(server)
  const part = await makeSchool(server, { idntNo: '060' })
  const below = await makePerson(await makeSchool(server, { prtNo: part.entNo }))
  const { rows } = await server.owner.query('select auth_tel from account where user_no = $1', [root.userNo])
  await server.owner.query('delete from identity where user_no = $1', [below.userNo])
  // Certifies the operator's account as an employee below: its password stays out of reach all the same.
  await part.admin.client.answer(emp.auth, { entNo: below.entNo, empNo: below.empNo, authTel: rows[0].auth_tel })
  for (const call of [account.resetpwd, account.unlock, account.delete])
    expect(await part.admin.client.answer(call, { userNo: root.userNo })).toMatchObject(missing)
  expect(await part.admin.client.answer(account.setidnts, { userNo: root.userNo, idnts: [] })).toMatchObject(missing)
})

test('who may certify phones does not become an administrator by certifying one', async () => {
  const school = await makeSchool(server)
  const clerk = await holder(school, ['emp:000004', 'emp:000005'])
  const other = { empNo: school.admin.empNo, authTel: '10099990001' }
  expect((await clerk.client.answer(emp.auth, other)).code).not.toBe(0)
  const staff = await makePerson(school)
  await server.owner.query('delete from identity where user_no = $1', [staff.userNo])
  await clerk.client.call(emp.auth, { empNo: staff.empNo, authTel: '10099990002' })
})

test('at the platform itself, too, nobody hands on what they do not hold', async () => {
  const operator = await makeOperator(server)
  const clerk = await holder({ entNo: operator.entNo, orgNo: 'O00000001', server }, ['role:000005', 'role:000004'], [], '060')
  expect(await clerk.client.answer(emprole.createroleemp, { roleNo: 'P060OPERATOR', empNos: [clerk.empNo] })).toMatchObject(
    beyond,
  )
})

test('whoever is limited to a department lifts neither their own limit nor another’s', async () => {
  const school = await makeSchool(server)
  const rights: Right[] = ['emp:000004', 'emp:000011', 'empdatapwr:000005', 'empdatapwr:000004', 'emppwr:000001', 'role:000005']
  const limited = await holder(school, rights, [school.orgNo])
  const colleague = await makePerson(school, { roles: ['P030STAFF'] })
  const self = { empNo: limited.empNo, roleNo: limited.roleNo }
  expect(await limited.client.answer(empdatapwr.set, { ...self, dataPwrs: [] })).toMatchObject(beyond)
  const byValue = { dataVal: school.orgNo, dataType: 'org', roleNo: limited.roleNo, empNos: [] }
  expect(await limited.client.answer(empdatapwr.setbydataval, byValue)).toMatchObject(beyond)
  expect(await limited.client.answer(emprole.createroleemp, { roleNo: limited.roleNo, empNos: [colleague.empNo] })).toMatchObject(
    beyond,
  )
  const exception = { empNos: [colleague.empNo], mdlCode: 'emp', pwrNos: ['000011'], addDelFlag: '1' }
  expect(await limited.client.answer(emppwr.createmdlemppwr, exception)).toMatchObject(beyond)
})

test('a denial is lifted only by who holds what it took', async () => {
  const school = await makeSchool(server)
  const clerk = await holder(school, ['emppwr:000002', 'emppwr:000004'])
  const empNos = [clerk.empNo]
  await school.admin.client.call(emppwr.createmdlemppwr, { empNos, mdlCode: 'emp', pwrNos: ['000002'], addDelFlag: '2' })
  expect(await clerk.client.answer(emppwr.deletemdlemppwr, { empNos, mdlCode: 'emp' })).toMatchObject(beyond)
})

test('nobody looks through the eyes of somebody who sees more, or further', async () => {
  const school = await makeSchool(server)
  const staff = await makePerson(school, { roles: ['P030STAFF'] })
  const seen: Right[] = [
    'org:000004',
    'emp:000004',
    'empgrp:000004',
    'emparch:000004',
    'edcunit:000004',
    'mtg:000004',
    'tsk:000004',
    'vst:000004',
    'bill:000004',
    'act:000004',
    'reg:000004',
    'wrk:000004',
    'res:000004',
    'history:000004',
  ]
  const view: Right[] = [...seen, 'reason:000004', 'reason:000005']
  const as = { empNo: staff.empNo, reason: '看看' }
  expect(await (await holder(school, view, [school.orgNo])).client.answer(reason.viewas, as)).toMatchObject(beyond)
  expect(await (await holder(school, view.slice(1))).client.answer(reason.viewas, as)).toMatchObject(beyond)
  const { tokenId } = await (await holder(school, view)).client.call(reason.viewas, as)
  const eyes = clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
  expect((await eyes.call(emp.getpage)).recordCount).toBeGreaterThan(0)
  expect(await eyes.answer(imp.getpage)).toMatchObject({ code: 30001 })
  expect(await eyes.answer(user.getidnts)).toMatchObject({ code: 30001 })
})

test('who may manage accounts acts as nobody who may do more', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const school = await makeSchool(server, { prtNo: part.entNo })
  const clerk = await holder(part, ['user:000004', 'user:000005'], [], '060')
  const as = { userNo: school.admin.userNo, idntNo: '030', idntEntNo: school.entNo, reason: '试', writeFlag: '1' }
  expect(await clerk.client.answer(account.imitate, as)).toMatchObject(beyond)
  expect(await clerk.client.answer(account.imitate, { ...as, writeFlag: '0' })).toMatchObject(beyond)
})

async function impersonation() {
  const school = await makeSchool(server)
  const operator = await makeOperator(server)
  const as = { userNo: school.admin.userNo, idntNo: '030', idntEntNo: school.entNo, reason: '核对', writeFlag: '1' as const }
  const { tokenId } = await operator.client.call(account.imitate, as)
  return {
    school,
    operator,
    client: clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token),
    as,
  }
}

test.each([
  ['the impersonator is disabled', ({ empNo }: Person) => `update emp set stt = '2' where emp_no = '${empNo}'`],
  [
    'a right is denied to the impersonator',
    ({ entNo, empNo }: Person) =>
      `insert into emppwr (ent_no, emp_no, mdl_code, pwr_no, add_del_flag) values ('${entNo}', '${empNo}', 'user', '000005', '2')`,
  ],
  ['the impersonator’s role goes', ({ empNo }: Person) => `delete from emprole where emp_no = '${empNo}'`],
])('an impersonation ends with the next request when %s', async (_, change) => {
  const { operator, client } = await impersonation()
  expect((await client.answer(emp.getpage)).code).toBe(0)
  await server.owner.query(`begin; set local app.ent_no = '${operator.entNo}'; ${change(operator)}; commit`)
  expect(await client.answer(emp.getpage)).toMatchObject({ code: 50008 })
})

test('a tokenId is gone with the session that it came from, and prolongs nothing', async () => {
  const { operator, as, school } = await impersonation()
  const { tokenId } = await operator.client.call(account.imitate, as)
  const { rows } = await server.owner.query('select session_no, end_tm from session where user_no = $1', [operator.userNo])
  await server.owner.query(`update session set end_tm = now() + interval '1 hour' where user_no = $1`, [school.admin.userNo])
  await (await makeOperator(server)).client.call(session.end, { sessionNos: [rows[0].session_no] })
  expect(await clientOf(server).answer(signin.gettokenbyid, { id: tokenId })).toMatchObject({ code: 20011 })
})

test('an account that is somebody else by now does not go on as who it was', async () => {
  const operator = await makeOperator(server)
  const school = await makeSchool(server)
  const staff = await makePerson(school)
  await server.owner.query('delete from identity where user_no = $1', [staff.userNo])
  const idnts = [{ entNo: school.entNo, idntVal: staff.empNo }]
  await operator.client.call(account.setidnts, { userNo: school.admin.userNo, idnts })
  expect((await school.admin.client.answer(emp.getpage)).code).toBe(50008)
})

test('an operator for some enterprises manages the accounts of those alone', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const [near, far] = [await makeSchool(server, { prtNo: part.entNo }), await makeSchool(server, { prtNo: part.entNo })]
  const clerk = await holder(part, ['user:000004', 'user:000005', 'user:000003'], [], '060')
  const { entNo, empNo, roleNo } = clerk
  await asOwner(server, entNo, (db) =>
    db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: near.entNo, dataType: 'ent' }).execute(),
  )
  const seen = (await clerk.client.call(account.getpage, { pageSize: 100 })).datas.map(({ userNo }) => userNo)
  expect([seen.includes(near.admin.userNo), seen.includes(far.admin.userNo)]).toEqual([true, false])
  expect(await clerk.client.answer(account.resetpwd, { userNo: far.admin.userNo })).toMatchObject(missing)
})
