import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { asOwner, makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { role } from './role.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const clerk = { roleName: '档案管理员', roleItem: '1', des: '只看员工' }
const view = [{ mdlCode: 'emp', pwrNos: ['000004'] }]

test('an own role is made, found by name, pinyin and number, and stands before those that were given', async () => {
  const { admin } = await makeSchool(server)
  const made = await admin.client.call(role.createselfrole, clerk)
  expect(made).toMatchObject({ ...clerk, roleType: '1', stt: '1', ver: 1 })
  for (const keyWord of ['档案', 'dagly', made.roleNo])
    expect((await admin.client.call(role.getalllist, { keyWord })).map(({ roleNo }) => roleNo)).toEqual([made.roleNo])
  const all = await admin.client.call(role.getalllist, {})
  expect(all.map(({ roleType }) => roleType)).toEqual(['1', '2', '2', '2', '2'])
  expect((await admin.client.call(role.getpbcroleexlist, {})).find(({ roleNo }) => roleNo === 'P030ADMIN')).toMatchObject({
    roleName: '学校管理员',
    empCnt: 1,
  })
})

test('a name is taken once among the live roles of a school, and a deleted role frees it', async () => {
  const { admin } = await makeSchool(server)
  const { roleNo } = await admin.client.call(role.createselfrole, clerk)
  expect(await admin.client.answer(role.createselfrole, clerk)).toMatchObject({
    code: 10003,
    message: '角色名称“档案管理员”已被使用',
  })
  await admin.client.call(role.deleteselfrole, { roleNo })
  await admin.client.call(role.createselfrole, clerk)
})

test('two who edit the same role do not overwrite each other', async () => {
  const { admin } = await makeSchool(server)
  const { roleNo, ver } = await admin.client.call(role.createselfrole, clerk)
  await admin.client.call(role.updateselfrole, { roleNo, ver, roleName: '资料员' })
  expect(await admin.client.answer(role.updateselfrole, { roleNo, ver, des: '改描述' })).toMatchObject({
    code: 10004,
    result: { roleName: '资料员', ver: ver + 1 },
  })
})

test('a deleted role is taken from everybody at once, and undoing that brings back its people, their scope and its powers', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const person = await makePerson(school)
  const { roleNo } = await client.call(role.createselfrole, { ...clerk, roleItem: '3' })
  await client.call(rolepwr.set, { roleNo, rolePwrMdls: view })
  await client.call(emprole.createroleemp, { roleNo, empNos: [person.empNo] })
  const { entNo, orgNo } = school
  await asOwner(server, entNo, (db) =>
    db.insertInto('empdatapwr').values({ entNo, empNo: person.empNo, roleNo, dataVal: orgNo, dataType: 'org' }).execute(),
  )
  const before = await client.call(emprole.getlist, { roleNo })
  expect(before).toMatchObject([{ empName: '陈晓雯', orgName: '教务处', dataCnt: 1, dataNames: ['教务处'] }])
  await client.call(role.deleteselfrolemany, { roleNos: [roleNo] })
  expect(await person.client.answer(emp.getpage)).toMatchObject({ code: 50008 })
  expect(await client.answer(emprole.getlist, { roleNo })).toMatchObject({ code: 10002 })
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(emprole.getlist, { roleNo })).toEqual(before)
  expect((await client.call(rolepwr.getlist, { roleNo })).map(({ mdlCode }) => mdlCode)).toEqual(['emp'])
})

test('a disabled role grants nothing from the next request on, and who holds less does not enable it', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { roleNo } = await client.call(role.createselfrole, clerk)
  await client.call(rolepwr.set, { roleNo, rolePwrMdls: view })
  const person = await makePerson(school, { roles: [roleNo] })
  expect(await person.client.answer(emp.getpage)).toMatchObject({ code: 0 })
  await client.call(role.updateselfrole, { roleNo, stt: '2' })
  expect(await person.client.answer(emp.getpage)).toMatchObject({ code: 30001 })
  const helper = await client.call(role.createselfrole, { roleName: '角色助理', roleItem: '1' })
  await client.call(rolepwr.set, { roleNo: helper.roleNo, rolePwrMdls: [{ mdlCode: 'role', pwrNos: ['000003', '000004'] }] })
  const assistant = await makePerson(school, { roles: [helper.roleNo] })
  expect(await assistant.client.answer(role.updateselfrole, { roleNo, stt: '1' })).toMatchObject({
    code: 30003,
    message: '不能给出自己没有的权限：员工管理·详情',
  })
  await client.call(role.updateselfrole, { roleNo, stt: '1' })
  expect(await person.client.answer(emp.getpage)).toMatchObject({ code: 0 })
})

test('who works in some departments only does not widen a role beyond them', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { roleNo } = await client.call(role.createselfrole, { roleName: '部门助理', roleItem: '3' })
  await client.call(rolepwr.set, { roleNo, rolePwrMdls: [{ mdlCode: 'role', pwrNos: ['000003', '000004'] }] })
  const person = await makePerson(school, { roles: [roleNo] })
  expect(await person.client.answer(role.updateselfrole, { roleNo, roleItem: '1' })).toMatchObject({
    code: 30003,
    message: '“部门助理”不限定部门，超过你自己的范围',
  })
  await person.client.call(role.updateselfrole, { roleNo, des: '帮忙' })
})

test('a role of another school, and a public one, is not found among the own ones', async () => {
  const [one, other] = [await makeSchool(server), await makeSchool(server)]
  const { roleNo } = await one.admin.client.call(role.createselfrole, clerk)
  for (const no of [roleNo, 'P030STAFF']) {
    expect(await other.admin.client.answer(role.updateselfrole, { roleNo: no, roleName: '改名' })).toMatchObject({ code: 10002 })
    expect(await other.admin.client.answer(role.deleteselfrole, { roleNo: no })).toMatchObject({ code: 10002 })
  }
})
