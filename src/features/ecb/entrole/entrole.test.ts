import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { pbcrole } from '#features/ecb/pbcrole/pbcrole.contract.ts'
import { makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { entrole } from './entrole.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

let made = 0
const makeRole = async (idntNo = '030') =>
  (await operator.client.call(pbcrole.create, { roleName: `督导${++made}`, roleItem: '1', idntNo })).roleNo

const publicOnes = async ({ client }: Person) => (await client.call(role.getpbcrolelist, {})).map(({ roleNo }) => roleNo)

test('a role is given to several schools and taken away with everybody who has it; undone, they have it again', async () => {
  const roleNo = await makeRole()
  const [one, other] = [await makeSchool(server), await makeSchool(server)]
  const entNos = [one.entNo, other.entNo]
  await operator.client.call(entrole.createpbcroleent, { roleNo, entNos })
  const person = await makePerson(one, { roles: [roleNo] })
  expect(await operator.client.call(entrole.getentlist, { roleNo })).toMatchObject([
    { entNo: one.entNo, prtName: expect.any(String), idntNo: '030', empCnt: 1 },
    { entNo: other.entNo, empCnt: 0 },
  ])
  expect(await publicOnes(one.admin)).toContain(roleNo)
  await operator.client.call(entrole.deletepbcroleent, { roleNo, entNos })
  const removed = operator.client.lastOp
  expect(await publicOnes(one.admin)).not.toContain(roleNo)
  expect(await person.client.answer(role.getalllist)).toMatchObject({ code: 50008 })
  expect(await operator.client.answer(entrole.deletepbcroleent, { roleNo, entNos })).toMatchObject({ code: 10002 })
  await operator.client.call(history.undo, { op: removed })
  expect(await publicOnes(other.admin)).toContain(roleNo)
  const held = await one.admin.client.call(emprole.getlist, { empNo: person.empNo })
  expect(held.map((one) => one.roleNo)).toEqual([roleNo])
})

test('a role fits enterprises of its own identity alone, and the refusal names both', async () => {
  const [school, company] = [await makeSchool(server), await makeSchool(server, { idntNo: '010' })]
  const roleNo = await makeRole('010')
  const refused = { code: 10001, message: `公共角色“督导${made}”不适用于“学校${school.entNo}”的身份` }
  const { client } = operator
  expect(await client.answer(entrole.createpbcroleent, { roleNo, entNos: [company.entNo, school.entNo] })).toMatchObject(refused)
  expect(await publicOnes(company.admin)).not.toContain(roleNo)
  expect(await client.answer(entrole.setpbcrole, { entNo: school.entNo, roleNos: [roleNo] })).toMatchObject(refused)
  const choice = await client.call(entrole.getentforset, { roleNo, keyWord: company.entNo })
  expect(choice).toMatchObject([{ entNo: company.entNo, chkFlag: '0' }])
  expect(await client.call(entrole.getentforset, { roleNo, keyWord: school.entNo })).toEqual([])
})

test('the public roles of one school are set as a whole', async () => {
  const school = await makeSchool(server)
  const { entNo } = school
  const teacher = await makePerson(school, { roles: ['P030CLASS'] })
  await operator.client.call(entrole.setpbcrole, { entNo, roleNos: ['P030ADMIN', 'P030STAFF'] })
  expect(await publicOnes(school.admin)).toEqual(['P030ADMIN', 'P030STAFF'])
  expect(await school.admin.client.call(emprole.getlist, { empNo: teacher.empNo })).toEqual([])
})

test('what a role opens at a school is within what the school was given', async () => {
  const { entNo } = await makeSchool(server)
  const roleNo = await makeRole()
  const rolePwrMdls = [
    { mdlCode: 'emp', pwrNos: ['000004'] },
    { mdlCode: 'entact', pwrNos: ['000001', '000004'] },
    { mdlCode: 'user', pwrNos: ['000004'] },
  ]
  await operator.client.call(pbcrole.setpwr, { roleNo, rolePwrMdls })
  await operator.client.call(entrole.createpbcroleent, { roleNo, entNos: [entNo] })
  const granted = (await operator.client.call(entrole.getmdltree, { entNo, roleNo }))
    .flatMap(({ items }) => items)
    .flatMap(({ items }) => items)
    .filter(({ pwrNos }) => pwrNos.length > 0)
  expect(granted.map(({ code, pwrNos }) => [code, pwrNos])).toEqual([
    ['emp', ['000004']],
    ['entact', ['000004']],
  ])
})

test('a bureau sees which of its own schools have a role, and gives none', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  const list = await bureau.admin.client.call(entrole.getentlist, { roleNo: 'P030ADMIN' })
  expect(list.map(({ entNo }) => entNo)).toEqual([school.entNo])
  const given = { roleNo: 'P030ADMIN', entNos: [school.entNo] }
  expect(await bureau.admin.client.answer(entrole.createpbcroleent, given)).toMatchObject({ code: 30001 })
  expect(await school.admin.client.answer(entrole.getentlist, { roleNo: 'P030ADMIN' })).toMatchObject({ code: 30001 })
})
