import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { emppwr, type SourceNode } from './emppwr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const flat = (nodes: SourceNode[]): SourceNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])

async function makeTeacher() {
  const school = await makeSchool(server)
  const person = await makePerson(school, { name: '李娜', roles: ['P030STAFF'] })
  return { school, person, admin: school.admin.client }
}

test('one action is taken from one person and given to another, with the next request', async () => {
  const { person, admin } = await makeTeacher()
  expect((await person.client.call(emp.getpage)).recordCount).toBe(2)
  await admin.call(emppwr.createmdlemppwr, { empNos: [person.empNo], mdlCode: 'emp', pwrNos: ['000004'], addDelFlag: '2' })
  expect(await person.client.answer(emp.getpage)).toMatchObject({ code: 30001, message: '没有权限进行操作' })
  await admin.call(emppwr.updatemdlemppwr, { empNos: [person.empNo], mdlCode: 'emp', pwrNos: ['000003'], addDelFlag: '1' })
  expect(await person.client.answer(emp.update, { empNo: person.empNo, rem: '自己' })).toMatchObject({ code: 0 })
  expect((await person.client.call(emp.getpage)).recordCount).toBe(2)
  await admin.call(emppwr.deletemdlemppwr, { empNos: [person.empNo], mdlCode: 'emp' })
  expect(await person.client.answer(emp.update, { empNo: person.empNo, rem: '自己' })).toMatchObject({ code: 30001 })
  await admin.call(history.undo, { op: admin.lastOp })
  expect(await person.client.answer(emp.update, { empNo: person.empNo, rem: '又' })).toMatchObject({ code: 0 })
})

test('a right that is given and taken at once is refused, and nothing changes', async () => {
  const { person, admin } = await makeTeacher()
  const both = (['1', '2'] as const).map((addDelFlag) => ({ mdlCode: 'emp', pwrNo: '000004', addDelFlag }))
  expect(await admin.answer(emppwr.set, { empNo: person.empNo, mdls: both })).toMatchObject({
    code: 10001,
    message: '例外不能有重复的权限',
  })
  expect(await admin.call(emppwr.getlist, { empNo: person.empNo })).toEqual([])
})

test('the tree says of every action whether it is held and where it comes from', async () => {
  const { person, admin } = await makeTeacher()
  await admin.call(emppwr.set, {
    empNo: person.empNo,
    mdls: [
      { mdlCode: 'emp', pwrNo: '000004', addDelFlag: '2' },
      { mdlCode: 'org', pwrNo: '000003', addDelFlag: '1' },
    ],
  })
  const modules = flat(await admin.call(emppwr.getmdltree, { empNo: person.empNo }))
  const of = (mdlCode: string, pwrNo: string) =>
    modules.find((one) => one.mdlCode === mdlCode)?.pwrs.find((one) => one.pwrNo === pwrNo)
  expect(of('emp', '000004')).toEqual({ pwrNo: '000004', pwrFlag: '0', roleNames: ['教职员工'], addDelFlag: '2' })
  expect(of('org', '000003')).toEqual({ pwrNo: '000003', pwrFlag: '1', roleNames: [], addDelFlag: '1' })
  expect(of('org', '000004')).toEqual({ pwrNo: '000004', pwrFlag: '1', roleNames: ['教职员工'], addDelFlag: null })
  expect(await admin.call(emppwr.getlist)).toMatchObject([
    { empName: '李娜', mdlName: '组织架构', pwrNo: '000003', addDelFlag: '1' },
    { empName: '李娜', mdlName: '员工管理', pwrNo: '000004', addDelFlag: '2' },
  ])
  await admin.call(emppwr.deleteemppwr, { empNo: person.empNo })
  expect(await admin.call(emppwr.getlist, { empNo: person.empNo })).toEqual([])
})

test('nobody gives more than they hold, nor what the school does not have', async () => {
  const { person, admin, school } = await makeTeacher()
  const helper = await makePerson(school, { roles: ['P030STAFF'] })
  const give = { empNos: [helper.empNo], mdlCode: 'emppwr', pwrNos: ['000001', '000004'], addDelFlag: '1' as const }
  await admin.call(emppwr.createmdlemppwr, give)
  const beyond = { empNos: [person.empNo], mdlCode: 'emp', pwrNos: ['000002'], addDelFlag: '1' as const }
  expect(await helper.client.answer(emppwr.createmdlemppwr, beyond)).toMatchObject({
    code: 30003,
    message: expect.stringContaining('员工管理·删除'),
  })
  expect(await helper.client.answer(emppwr.createmdlemppwr, { ...beyond, pwrNos: ['000004'] })).toMatchObject({ code: 0 })
  // Leaves the module catalogue to the platform: a school may look at it, whatever it gives its people.
  const catalogue = { ...beyond, mdlCode: 'mdl', pwrNos: ['000003'] }
  expect(await admin.answer(emppwr.createmdlemppwr, catalogue)).toMatchObject({ code: 10006 })
  expect(await admin.answer(emppwr.createmdlemppwr, { ...beyond, mdlCode: 'user' })).toMatchObject({ code: 10006 })
})
