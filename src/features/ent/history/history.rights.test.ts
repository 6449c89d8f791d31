import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { emppwr } from '#features/ent/emppwr/emppwr.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  type School,
  sharedServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { pwd, pwdHash } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const [add, remove, edit, view, set] = ['000001', '000002', '000003', '000004', '000005']
const beyond = { code: 30003, result: null }

async function makeRole({ admin }: School, roleName: string, mdlCodes: string[], roleItem = '1') {
  const { roleNo } = await admin.client.call(role.createselfrole, { roleName, roleItem })
  const pwrNos = [add, remove, edit, view, set]
  const held = mdlCodes.map((mdlCode) => ({ mdlCode, pwrNos: mdlCode === 'empdatapwr' ? [view, set] : pwrNos }))
  await admin.client.call(rolepwr.set, { roleNo, rolePwrMdls: held as { mdlCode: string; pwrNos: string[] }[] })
  return roleNo
}

/** Makes somebody who administers the school beside its administrator, and keeps a small role when that ends. */
async function makeDeputy() {
  const school = await makeSchool(server)
  const small = await makeRole(school, '角色助理', ['role', 'emppwr'])
  const deputy = await makePerson(school, { roles: ['P030ADMIN', small], pwdHash: await pwdHash })
  return { school, small, deputy, colleague: await makePerson(school) }
}

/** Takes the large role away; the deputy signs in again and undoes. */
async function undoAfterwards(school: School, deputy: Person, op = deputy.client.lastOp, roleNos = ['P030ADMIN']) {
  const to = { empNos: [deputy.empNo] }
  for (const roleNo of roleNos) await school.admin.client.answer(emprole.deleteroleemp, { roleNo, ...to })
  return undoAgain(deputy, op)
}

async function undoAgain({ name }: Person, op: string) {
  const { token } = await clientOf(server).call(signin.login, { name, pwd })
  return clientOf(server, token).answer(history.undo, { op })
}

test('who gave up a role does not get it back by undoing that', async () => {
  const { school, small, deputy } = await makeDeputy()
  const { empNo, client } = deputy
  await client.call(emprole.set, { empNo, roleNos: [small] })
  const refused = await undoAgain(deputy, client.lastOp)
  expect(refused).toMatchObject(beyond)
  expect(refused.message).toMatch(/^不能给出自己没有的权限：/)
  expect((await school.admin.client.call(emprole.getlist, { empNo })).map(({ roleNo }) => roleNo)).toEqual([small])
})

test('a role that somebody else lost comes back by the hand that still holds what it can do', async () => {
  const { deputy, colleague, small } = await makeDeputy()
  const to = { roleNo: small, empNos: [colleague.empNo] }
  await deputy.client.call(emprole.createroleemp, to)
  await deputy.client.call(emprole.deleteroleemp, to)
  expect(await deputy.client.answer(history.undo, { op: deputy.client.lastOp })).toMatchObject({ code: 0 })
})

test('what was taken out of a role comes back by no hand that no longer holds it', async () => {
  const { school, deputy } = await makeDeputy()
  const roleNo = await makeRole(school, '部门助理', ['org'])
  await deputy.client.call(rolepwr.set, { roleNo, rolePwrMdls: [] })
  expect(await undoAfterwards(school, deputy)).toMatchObject(beyond)
  expect(await school.admin.client.call(rolepwr.getlist, { roleNo })).toEqual([])
})

test('a role that was put out of use or deleted comes back by no hand that no longer holds what it can do', async () => {
  for (const deed of [
    (deputy: Person, roleNo: string) => deputy.client.call(role.updateselfrole, { roleNo, stt: '2' }),
    (deputy: Person, roleNo: string) => deputy.client.call(role.deleteselfrole, { roleNo }),
  ]) {
    const { school, deputy } = await makeDeputy()
    const roleNo = await makeRole(school, '部门助理', ['org'])
    await deed(deputy, roleNo)
    expect(await undoAfterwards(school, deputy)).toMatchObject(beyond)
  }
})

test('an exception that added comes back, and one that denied goes, by no hand that no longer holds the right', async () => {
  const { school, deputy, colleague } = await makeDeputy()
  const { client } = deputy
  const of = { empNos: [colleague.empNo], mdlCode: 'org' }
  await client.call(emppwr.createmdlemppwr, { ...of, pwrNos: ['000001'], addDelFlag: '1' })
  await client.call(emppwr.deletemdlemppwr, of)
  const taken = client.lastOp
  await client.call(emppwr.createmdlemppwr, { ...of, pwrNos: ['000002'], addDelFlag: '2' })
  const denied = client.lastOp
  expect(await undoAfterwards(school, deputy, taken)).toMatchObject(beyond)
  expect(await undoAgain(deputy, denied)).toMatchObject(beyond)
})

/** Makes somebody with the rights for one department, who had them for the whole school before. */
async function makeSecretary() {
  const school = await makeSchool(server)
  const { client } = school.admin
  const near = (await client.call(org.create, { orgName: '语文组' })).orgNo
  const limited = await makeRole(school, '部门秘书', ['org', 'role', 'empdatapwr'], '3')
  const whole = await makeRole(school, '全校秘书', ['org', 'role', 'empdatapwr'])
  const secretary = await makePerson({ ...school, orgNo: near }, { roles: [limited], pwdHash: await pwdHash })
  const { entNo } = school
  const held = { entNo, empNo: secretary.empNo, roleNo: limited, dataVal: near, dataType: 'org' }
  await asOwner(server, entNo, (db) => db.insertInto('empdatapwr').values(held).execute())
  const far = (await client.call(org.create, { orgName: '数学组' })).orgNo
  const [there, colleague] = [await makePerson({ ...school, orgNo: near }), await makePerson(school)]
  await client.call(org.createorgemp, { orgNo: far, orgEmps: [{ empNo: colleague.empNo }] })
  const give = () => client.call(emprole.createroleemp, { roleNo: whole, empNos: [secretary.empNo] })
  return { school, near, far, limited, whole, secretary, there, colleague, give }
}

test('who reaches one department by now takes back nothing beyond it', async () => {
  const { school, far, whole, secretary, colleague, give } = await makeSecretary()
  await give()
  await secretary.client.call(org.deleteorgemp, { orgNo: far, empNos: [colleague.empNo] })
  const removed = secretary.client.lastOp
  expect(await undoAfterwards(school, secretary, removed, [whole])).toMatchObject({
    ...beyond,
    message: '有的记录已不在你管理的范围内，不能撤销',
  })
  const { rows } = await server.owner.query('select org_no from orgemp where emp_no = $1', [colleague.empNo])
  expect(rows).toEqual([{ org_no: school.orgNo }])
})

test('whom somebody took out of one of their own departments they bring back', async () => {
  const { near, secretary, there } = await makeSecretary()
  const { orgNo } = await secretary.client.call(org.create, { orgName: '备课组', prtNo: near })
  await secretary.client.call(org.createorgemp, { orgNo, orgEmps: [{ empNo: there.empNo }] })
  await secretary.client.call(org.deleteorgemp, { orgNo, empNos: [there.empNo] })
  expect(await secretary.client.answer(history.undo, { op: secretary.client.lastOp })).toMatchObject({ code: 0 })
  const { rows } = await server.owner.query('select 1 from orgemp where emp_no = $1 and org_no = $2', [there.empNo, orgNo])
  expect(rows.length).toBe(1)
})

test('what people reach through a role is brought back by nobody who reaches a part only', async () => {
  const { school, limited, whole, secretary, there, give } = await makeSecretary()
  const { entNo, orgNo } = school
  await give()
  await school.admin.client.call(emprole.createroleemp, { roleNo: limited, empNos: [there.empNo] })
  const held = { entNo, empNo: there.empNo, roleNo: limited, dataVal: orgNo, dataType: 'org' }
  await asOwner(server, entNo, (db) => db.insertInto('empdatapwr').values(held).execute())
  await secretary.client.call(empdatapwr.set, { empNo: there.empNo, roleNo: limited, dataPwrs: [] })
  expect(await undoAfterwards(school, secretary, secretary.client.lastOp, [whole])).toMatchObject({
    ...beyond,
    message: '你只管部分范围，不能撤销对数据范围的改动',
  })
})
