import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import type { PowerNode } from '#contract/powers.ts'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { changesOf } from '../../../../test/support/seedSchool.ts'
import { rolepwr } from './rolepwr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const [add, edit, view, set] = ['000001', '000003', '000004', '000005']

async function makeRole(roleName = '档案管理员', rolePwrMdls: { mdlCode: string; pwrNos: string[] }[] = []) {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { roleNo } = await client.call(role.createselfrole, { roleName, roleItem: '1' })
  await client.call(rolepwr.set, { roleNo, rolePwrMdls })
  return { school, client, roleNo }
}

const leaves = (nodes: PowerNode[]): PowerNode[] => nodes.flatMap((node) => [node, ...leaves(node.items)])

test('the modules of the school stand as a tree with what the role grants on them', async () => {
  const { client, roleNo } = await makeRole('档案管理员', [{ mdlCode: 'emp', pwrNos: [view, edit] }])
  const tree = await client.call(rolepwr.getmdltree, { roleNo })
  const staff = tree.find(({ code }) => code === 'gstaff')
  expect(staff).toMatchObject({ name: '组织员工', lvl: 1, func: '', pwrNos: [] })
  expect(staff?.items.map(({ name, lvl, pwrNos }) => [name, lvl, pwrNos])).toEqual([
    ['组织架构', 2, []],
    ['员工', 2, []],
    ['员工组', 2, []],
  ])
  // Expects the sign-ins for reading alone, and the accounts of the platform not at all.
  const all = leaves(tree)
  expect(all.find(({ code }) => code === 'userlgn')?.func).toBe(view)
  expect(all.some(({ code }) => code === 'user')).toBe(false)
})

test('what is set replaces all that was there, and writes only what changes', async () => {
  const { school, client, roleNo } = await makeRole('档案管理员', [
    { mdlCode: 'emp', pwrNos: [view, edit] },
    { mdlCode: 'org', pwrNos: [view] },
  ])
  const before = await changesOf(server, school.entNo)
  const wanted = [
    { mdlCode: 'emp', pwrNos: [view] },
    { mdlCode: 'org', pwrNos: [view, add] },
  ]
  await client.call(rolepwr.set, { roleNo, rolePwrMdls: wanted })
  // Expects one right less, one more, and the role itself.
  expect(await changesOf(server, school.entNo)).toBe(before + 3)
  await client.call(rolepwr.set, { roleNo, rolePwrMdls: wanted })
  expect(await changesOf(server, school.entNo)).toBe(before + 3)
  expect((await client.call(rolepwr.getlist, { roleNo })).map(({ mdlCode, pwrNos }) => [mdlCode, pwrNos])).toEqual([
    ['emp', [view]],
    ['org', [add, view]],
  ])
})

test('what is given and taken away holds with the next request, and can be undone', async () => {
  const { school, client, roleNo } = await makeRole('档案管理员', [{ mdlCode: 'emp', pwrNos: [view] }])
  const person = await makePerson(school, { roles: [roleNo] })
  const reads = async () => (await person.client.answer(emp.getpage)).code
  expect(await reads()).toBe(0)
  await client.call(rolepwr.set, { roleNo, rolePwrMdls: [] })
  expect(await reads()).toBe(30001)
  await client.call(history.undo, { op: client.lastOp })
  expect(await reads()).toBe(0)
})

test('nobody hands on more than they hold, but may take it away', async () => {
  const { school, client, roleNo } = await makeRole('档案管理员', [{ mdlCode: 'emp', pwrNos: [view, edit] }])
  const helper = await client.call(role.createselfrole, { roleName: '角色助理', roleItem: '1' })
  const rolePwrMdls = [
    { mdlCode: 'role', pwrNos: [view, set] },
    { mdlCode: 'emp', pwrNos: [view] },
  ]
  await client.call(rolepwr.set, { roleNo: helper.roleNo, rolePwrMdls })
  const assistant = await makePerson(school, { roles: [helper.roleNo] })
  const more = { mdlCode: 'emp', pwrNos: [view, edit, add, set, '000006'] }
  expect(await assistant.client.answer(rolepwr.set, { roleNo, rolePwrMdls: [more] })).toMatchObject({
    code: 30003,
    message: '不能给出自己没有的权限：员工管理·新增、员工管理·设置、员工管理·导入',
  })
  expect(
    await assistant.client.answer(rolepwr.createmdlrolepwr, { mdlCode: 'org', roleNos: [roleNo], pwrNos: [add] }),
  ).toMatchObject({
    code: 30003,
  })
  await assistant.client.call(rolepwr.set, { roleNo, rolePwrMdls: [{ mdlCode: 'emp', pwrNos: [edit] }] })
  expect(await assistant.client.answer(rolepwr.set, { roleNo: helper.roleNo, rolePwrMdls: [more] })).toMatchObject({
    code: 30003,
  })
})

test('only what the module can do, as it was given, is taken; the refusal names the field', async () => {
  const { client, roleNo } = await makeRole()
  const refused = (rolePwrMdls: object[]) => client.answer(rolepwr.set, { roleNo, rolePwrMdls })
  expect(await refused([{ mdlCode: 'userlgn', pwrNos: [add] }])).toMatchObject({
    code: 10001,
    message: `“登录日志”没有 ${add} 这项操作`,
    result: { errors: [{ field: 'rolePwrMdls' }] },
  })
  expect(await refused([{ mdlCode: 'user', pwrNos: [view] }])).toMatchObject({ code: 10001, message: '模块 user 没有开通' })
  expect(await refused([{ mdlCode: 'emp', pwrNos: [view, view] }])).toMatchObject({ code: 10001 })
  expect(
    await refused([
      { mdlCode: 'emp', pwrNos: [view] },
      { mdlCode: 'emp', pwrNos: [] },
    ]),
  ).toMatchObject({ code: 10001 })
  expect(await client.answer(rolepwr.updatemdlrolepwr, { roleNo, mdlCode: 'emp', pwrNos: ['999999'] })).toMatchObject({
    code: 10001,
    result: { errors: [{ field: 'pwrNos' }] },
  })
})

test('one module is given to several roles, changed for one and taken away again', async () => {
  const { client, roleNo } = await makeRole('档案管理员', [{ mdlCode: 'org', pwrNos: [view] }])
  const other = await client.call(role.createselfrole, { roleName: '教务员', roleItem: '1' })
  const holders = async () =>
    (await client.call(rolepwr.getlist, { mdlCode: 'emp' }))
      .filter(({ roleType }) => roleType === '1')
      .map(({ roleName, pwrNos }) => [roleName, pwrNos])
  await client.call(rolepwr.createmdlrolepwr, { mdlCode: 'emp', roleNos: [roleNo, other.roleNo], pwrNos: [view] })
  await client.call(rolepwr.updatemdlrolepwr, { mdlCode: 'emp', roleNo, pwrNos: [edit] })
  expect(await holders()).toEqual([
    ['档案管理员', [edit]],
    ['教务员', [view]],
  ])
  await client.call(rolepwr.deletemdlrolepwr, { mdlCode: 'emp', roleNos: [roleNo] })
  expect(await holders()).toEqual([['教务员', [view]]])
  expect((await client.call(rolepwr.getlist, { roleNo })).map(({ mdlCode }) => mdlCode)).toEqual(['org'])
})

test('the actions on a module go by the name of the specification, too, several with commas between', async () => {
  const { client, roleNo } = await makeRole()
  const held = async () => (await client.call(rolepwr.getlist, { roleNo })).map(({ pwrNo, pwrNos }) => [pwrNo, pwrNos])
  await client.call(rolepwr.createmdlrolepwr, { mdlCode: 'emp', roleNos: [roleNo], pwrNo: view })
  expect(await held()).toEqual([[view, [view]]])
  await client.call(rolepwr.updatemdlrolepwr, { mdlCode: 'emp', roleNo, pwrNo: `${view},${edit}` })
  expect(await held()).toEqual([[[view, edit].toSorted().join(','), [view, edit].toSorted()]])
  const refused = (more: object) => client.answer(rolepwr.updatemdlrolepwr, { mdlCode: 'emp', roleNo, ...more })
  expect(await refused({})).toMatchObject({ code: 10001, message: '操作权限不能为空' })
  expect(await refused({ pwrNo: `${view}，${edit}` })).toMatchObject({ code: 10001 })
})

test('a public role is shown and cannot be changed by a school', async () => {
  const { client } = await makeRole()
  const roleNo = 'P030STAFF'
  const shown = leaves(await client.call(rolepwr.getmdltree, { roleNo })).find(({ code }) => code === 'emp')
  expect(shown?.pwrNos).toEqual([view])
  const refused = { code: 30001, message: '“教职员工”是公共角色，由平台管理' }
  expect(await client.answer(rolepwr.set, { roleNo, rolePwrMdls: [] })).toMatchObject(refused)
  expect(await client.answer(rolepwr.deletemdlrolepwr, { mdlCode: 'emp', roleNos: [roleNo] })).toMatchObject(refused)
})

test('who saves on top of another’s change is told of it', async () => {
  const { client, roleNo } = await makeRole()
  const [{ ver } = { ver: 0 }] = await client.call(role.getselfrolelist, {})
  await client.call(rolepwr.set, { roleNo, ver, rolePwrMdls: [{ mdlCode: 'emp', pwrNos: [view] }] })
  expect(await client.answer(rolepwr.set, { roleNo, ver, rolePwrMdls: [] })).toMatchObject({ code: 10004 })
})
