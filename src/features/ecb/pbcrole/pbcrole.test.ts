import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { entrole } from '#features/ecb/entrole/entrole.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { pbcrole } from './pbcrole.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

let made = 0
const roleOf = (idntNo = '030') => ({ roleName: `值班教师${++made}`, roleItem: '1', idntNo, des: '值班' })

test('a public role is made by the operator, found by its filters, and its name is taken once for one identity', async () => {
  const given = roleOf()
  const { roleNo } = await operator.client.call(pbcrole.create, given)
  const found = await operator.client.call(pbcrole.getlist, { idntNo: '030', roleItem: '1', stt: '1', keyWord: `zbjs${made}` })
  expect(found).toMatchObject([{ roleNo, ...given, entCnt: 0 }])
  expect(await operator.client.answer(pbcrole.create, given)).toMatchObject({ code: 10003 })
  await operator.client.call(pbcrole.create, { ...given, idntNo: '010' })
})

test('a company looks at public roles and changes none; a school has no catalogue of the platform', async () => {
  const school = await makeSchool(server)
  expect(await school.admin.client.answer(pbcrole.getlist, {})).toMatchObject({ code: 30001 })
  const { admin } = await makeSchool(server, { idntNo: '010' })
  const list = await admin.client.call(pbcrole.getlist, {})
  expect(list.find(({ roleNo }) => roleNo === 'P010ADMIN')).toMatchObject({ entCnt: 1 })
  expect(await admin.client.answer(pbcrole.update, { roleNo: 'P010STAFF', roleName: '改名' })).toMatchObject({ code: 30001 })
  expect(await admin.client.answer(pbcrole.setpwr, { roleNo: 'P010STAFF', rolePwrMdls: [] })).toMatchObject({ code: 30001 })
})

test('an administrator of a part of the platform does not change what belongs to all', async () => {
  const { admin } = await makeSchool(server, { idntNo: '060' })
  expect(await admin.client.answer(pbcrole.create, roleOf())).toMatchObject({ code: 30001 })
})

test('what a public role grants changes for its holders with the next request, and can be undone', async () => {
  const { roleNo } = await operator.client.call(pbcrole.create, roleOf())
  const school = await makeSchool(server)
  await operator.client.call(entrole.createpbcroleent, { roleNo, entNos: [school.entNo] })
  const person = await makePerson(school, { roles: [roleNo] })
  const reads = async () => (await person.client.answer(emp.getpage)).code
  expect(await reads()).toBe(30001)
  await operator.client.call(pbcrole.setpwr, { roleNo, rolePwrMdls: [{ mdlCode: 'emp', pwrNos: ['000004'] }] })
  expect(await reads()).toBe(0)
  const { lastOp } = operator.client
  await operator.client.call(history.undo, { op: lastOp })
  expect(await reads()).toBe(30001)
})

test('every module of the platform may be granted, but no action that it does not have', async () => {
  const { roleNo } = await operator.client.call(pbcrole.create, roleOf())
  await operator.client.call(pbcrole.setpwr, { roleNo, rolePwrMdls: [{ mdlCode: 'user', pwrNos: ['000001'] }] })
  const tree = await operator.client.call(pbcrole.getmdltree, { roleNo })
  const found = tree.flatMap(({ items }) => items).flatMap(({ items }) => items)
  expect(found.find(({ code }) => code === 'user')?.pwrNos).toEqual(['000001'])
  expect(
    await operator.client.answer(pbcrole.setpwr, { roleNo, rolePwrMdls: [{ mdlCode: 'userlgn', pwrNos: ['000001'] }] }),
  ).toMatchObject({ code: 10001, message: '“登录日志”没有 000001 这项操作' })
})

test('a role that enterprises have is not deleted, and does not change its identity', async () => {
  const { roleNo } = await operator.client.call(pbcrole.create, roleOf())
  const { entNo } = await makeSchool(server)
  await operator.client.call(entrole.createpbcroleent, { roleNo, entNos: [entNo] })
  expect(await operator.client.answer(pbcrole.delete, { roleNo })).toMatchObject({
    code: 10016,
    message: '1 个企业还有这个角色，请先从这些企业移除',
  })
  expect(await operator.client.answer(pbcrole.update, { roleNo, idntNo: '010' })).toMatchObject({ code: 10016 })
  await operator.client.call(entrole.deletepbcroleent, { roleNo, entNos: [entNo] })
  await operator.client.call(pbcrole.delete, { roleNo })
  expect(await operator.client.answer(pbcrole.getmdltree, { roleNo })).toMatchObject({ code: 10002 })
})

test('the operators cannot lock themselves out', async () => {
  const roleNo = 'P060OPERATOR'
  expect(await operator.client.answer(pbcrole.update, { roleNo, stt: '2' })).toMatchObject({ code: 10001 })
  expect(await operator.client.answer(pbcrole.setpwr, { roleNo, rolePwrMdls: [] })).toMatchObject({ code: 10001 })
  const { entNo } = operator
  expect(await operator.client.answer(entrole.deletepbcroleent, { roleNo, entNos: [entNo] })).toMatchObject({ code: 10001 })
  expect(await operator.client.answer(entrole.setpbcrole, { entNo, roleNos: ['P060ADMIN'] })).toMatchObject({ code: 10001 })
})
