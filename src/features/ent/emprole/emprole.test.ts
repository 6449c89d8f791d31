import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { asOwner, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { emprole } from './emprole.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const [view, set] = ['000004', '000005']

async function makeRole(
  { admin }: School,
  roleName: string,
  rolePwrMdls: { mdlCode: string; pwrNos: string[] }[] = [],
  roleItem = '1',
) {
  const { roleNo } = await admin.client.call(role.createselfrole, { roleName, roleItem })
  await admin.client.call(rolepwr.set, { roleNo, rolePwrMdls })
  return roleNo
}

const mayAssign = [{ mdlCode: 'role', pwrNos: [view, set] }]

test('people get a role, in order, and lose it with what they held through it', async () => {
  const school = await makeSchool(server)
  const { entNo, admin } = school
  const roleNo = await makeRole(school, '年级秘书')
  const people = [await makePerson(school, { name: '甲' }), await makePerson(school, { name: '乙' })]
  const empNos = people.map(({ empNo }) => empNo)
  await admin.client.call(emprole.createroleemp, { roleNo, empNos })
  await admin.client.call(emprole.createroleemp, { roleNo, empNos })
  expect((await admin.client.call(emprole.getlist, { roleNo })).map(({ empName, showOrd }) => [empName, showOrd])).toEqual([
    ['甲', 10],
    ['乙', 20],
  ])
  const [empNo = ''] = empNos
  const held = { entNo, empNo, roleNo, dataVal: school.orgNo, dataType: 'org' }
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('empdatapwr').values(held).execute()
    await db.insertInto('empmsgpwr').values(held).execute()
  })
  await admin.client.call(emprole.deleteroleemp, { roleNo, empNos: [empNo] })
  const left = await server.owner.query(
    'select 1 from empdatapwr where ent_no = $1 union all select 1 from empmsgpwr where ent_no = $1',
    [entNo],
  )
  expect(left.rows).toEqual([])
  expect(await admin.client.answer(emprole.deleteroleemp, { roleNo, empNos })).toMatchObject({ code: 10002 })
})

test('the roles of a person are set as a whole; the session of who lost one ends at once', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const roleNo = await makeRole(school, '年级秘书')
  const person = await makePerson(school, { roles: ['P030STAFF'] })
  const { empNo } = person
  const held = async () => (await client.call(emprole.getlist, { empNo })).map(({ roleName }) => roleName)
  await client.call(emprole.set, { empNo, roleNos: ['P030STAFF', roleNo] })
  expect(await held()).toEqual(['年级秘书', '教职员工'])
  expect(await person.client.answer(emprole.getlist, { empNo })).toMatchObject({ code: 30001 })
  await client.call(emprole.set, { empNo, roleNos: [roleNo] })
  expect(await person.client.answer(emprole.getlist, { empNo })).toMatchObject({ code: 50008 })
  await client.call(history.undo, { op: client.lastOp })
  expect(await held()).toEqual(['年级秘书', '教职员工'])
  await client.call(emprole.set, { empNo, roleNos: [] })
  expect(await held()).toEqual([])
})

test('nobody gives a role that can do more than they can themselves', async () => {
  const school = await makeSchool(server)
  const small = await makeRole(school, '看角色', [{ mdlCode: 'role', pwrNos: [view] }])
  const assistant = await makePerson(school, { roles: [await makeRole(school, '角色助理', mayAssign)] })
  const { empNo } = assistant
  await assistant.client.call(emprole.createroleemp, { roleNo: small, empNos: [empNo] })
  const refused = await assistant.client.answer(emprole.createroleemp, { roleNo: 'P030ADMIN', empNos: [empNo] })
  expect(refused).toMatchObject({ code: 30003 })
  expect(refused.message).toMatch(/^不能给出自己没有的权限：\S+·\S+、\S+·\S+等 \d+ 项$/)
  expect(await assistant.client.answer(emprole.set, { empNo, roleNos: ['P030ADMIN'] })).toMatchObject({ code: 30003 })
})

test('who reaches one department gives no role that reaches beyond it', async () => {
  const school = await makeSchool(server)
  const whole = await makeRole(school, '全校', mayAssign)
  const own = await makeRole(school, '部门助理', mayAssign, '3')
  const person = await makePerson(school, { roles: [own] })
  const { entNo, orgNo } = school
  await asOwner(server, entNo, (db) =>
    db.insertInto('empdatapwr').values({ entNo, empNo: person.empNo, roleNo: own, dataVal: orgNo, dataType: 'org' }).execute(),
  )
  const to = { empNos: [(await makePerson(school)).empNo] }
  expect(await person.client.answer(emprole.createroleemp, { roleNo: whole, ...to })).toMatchObject({
    code: 30003,
    message: '“全校”不限定部门，超过你自己的范围',
  })
  await person.client.call(emprole.createroleemp, { roleNo: own, ...to })
})

test('the last administrator stays', async () => {
  const school = await makeSchool(server)
  const { client, empNo } = school.admin
  const refused = { code: 10001, message: '至少要有一名管理员' }
  expect(await client.answer(emprole.set, { empNo, roleNos: ['P030STAFF'] })).toMatchObject(refused)
  expect(await client.answer(emprole.deleteroleemp, { roleNo: 'P030ADMIN', empNos: [empNo] })).toMatchObject(refused)
  const second = await makePerson(school, { roles: ['P030ADMIN'] })
  const [one, other] = await Promise.all([
    client.answer(emprole.deleteroleemp, { roleNo: 'P030ADMIN', empNos: [second.empNo] }),
    second.client.answer(emprole.deleteroleemp, { roleNo: 'P030ADMIN', empNos: [empNo] }),
  ])
  expect([one?.code, other?.code].filter((code) => code === 0).length).toBe(1)
})

test('the order is kept, and a list that changed meanwhile is refused', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const roleNo = await makeRole(school, '年级秘书')
  const empNos = [(await makePerson(school)).empNo, (await makePerson(school)).empNo]
  await client.call(emprole.createroleemp, { roleNo, empNos })
  const empOrds = empNos.toReversed().map((empNo, i) => ({ empNo, showOrd: (i + 1) * 10 }))
  await client.call(emprole.setroleempord, { roleNo, empOrds })
  expect((await client.call(emprole.getlist, { roleNo })).map(({ empNo }) => empNo)).toEqual(empNos.toReversed())
  await client.call(emprole.createroleemp, { roleNo, empNos: [school.admin.empNo] })
  expect(await client.answer(emprole.setroleempord, { roleNo, empOrds })).toMatchObject({ code: 10005 })
})

test('a role that the school was not given, and a person of another school, are not found', async () => {
  const [school, other] = [await makeSchool(server), await makeSchool(server)]
  const { client, empNo } = school.admin
  expect(await client.answer(emprole.createroleemp, { roleNo: 'P020ADMIN', empNos: [empNo] })).toMatchObject({ code: 10002 })
  expect(await client.answer(emprole.createroleemp, { roleNo: 'P030STAFF', empNos: [other.admin.empNo] })).toMatchObject({
    code: 10006,
  })
  expect(await client.answer(emprole.getlist, {})).toMatchObject({ code: 10001, message: '请指定角色或员工' })
})

test('the operator of the platform gives roles in the schools below', async () => {
  const school = await makeSchool(server)
  const operator = await makeOperator(server)
  const { entNo } = school
  const { empNo } = await makePerson(school)
  await operator.client.call(emprole.createroleemp, { entNo, roleNo: 'P030ADMIN', empNos: [empNo] })
  expect((await school.admin.client.call(emprole.getlist, { roleNo: 'P030ADMIN' })).length).toBe(2)
})
