import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makePerson,
  makeSchool,
  type Person,
  rootNo,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { empgrp } from '../../ent/empgrp/empgrp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { entmdl, type ModuleChoice } from './entmdl.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const codesOf = async ({ entNo }: Pick<School, 'entNo'>) =>
  (await operator.client.call(entmdl.getlist, { entNo })).map(({ mdlCode }) => mdlCode)

test('what a school was not given none of its roles can grant, and what it is given again wakes up', async () => {
  const school = await makeSchool(server)
  const [{ client }, { entNo, admin }] = [operator, school]
  expect((await admin.client.answer(empgrp.getlist)).code).toBe(0)
  await client.call(entmdl.deletemdlent, { mdlCode: 'empgrp', entNos: [entNo] })
  expect((await admin.client.answer(empgrp.getlist)).code).toBe(30001)
  await client.call(entmdl.createmdlent, { mdlCode: 'empgrp', entNos: [entNo] })
  expect((await admin.client.answer(empgrp.getlist)).code).toBe(0)
})

test('a module that was taken from several enterprises at once comes back to all of them by undo', async () => {
  const [one, other] = [await makeSchool(server), await makeSchool(server)]
  const { client } = operator
  await client.call(entmdl.deletemdlent, { mdlCode: 'empgrp', entNos: [one.entNo, other.entNo] })
  for (const { admin } of [one, other]) expect((await admin.client.answer(empgrp.getlist)).code).toBe(30001)
  await client.call(history.undo, { op: client.lastOp })
  for (const { admin } of [one, other]) expect((await admin.client.answer(empgrp.getlist)).code).toBe(0)
  expect((await client.answer(history.undo, { op: client.lastOp })).message).toMatch('不能撤销')
})

test('a group comes with its first module and goes with its last', async () => {
  const school = await makeSchool(server)
  const { client } = operator
  await client.call(entmdl.setentmdl, { entNo: school.entNo, mdlCodes: ['org'] })
  expect(await codesOf(school)).toEqual(['gstaff', 'org'])
  await client.call(history.undo, { entNo: school.entNo, op: client.lastOp })
  expect((await codesOf(school)).length).toBeGreaterThan(10)
  await client.call(entmdl.setentmdl, { entNo: school.entNo, mdlCodes: ['photo'] })
  await client.call(entmdl.createmdlent, { mdlCode: 'role', entNos: [school.entNo] })
  expect((await codesOf(school)).sort()).toEqual(['gadm', 'gauth', 'gemp', 'gstaff', 'photo', 'role'])
  await client.call(entmdl.deletemdlent, { mdlCode: 'photo', entNos: [school.entNo] })
  expect((await codesOf(school)).sort()).toEqual(['gadm', 'gauth', 'role'])
  expect((await client.answer(entmdl.createmdlent, { mdlCode: 'goffice', entNos: [school.entNo] })).message).toMatch('请选择模块')
})

test('an enterprise is given of a module what its identity may use, and nothing that is not for it', async () => {
  const [company, agent] = [await makeSchool(server, { idntNo: '010' }), await makeSchool(server, { idntNo: '040' })]
  const { client } = operator
  const refused = await client.answer(entmdl.createmdlent, { mdlCode: 'user', entNos: [agent.entNo, company.entNo] })
  expect(refused).toMatchObject({ code: 10001, message: `模块“平台账号”不适用于“学校${agent.entNo}”的身份` })
  await client.call(entmdl.deletemdlent, { mdlCode: 'mdl', entNos: [company.entNo] })
  await client.call(entmdl.createmdlent, { mdlCode: 'mdl', entNos: [company.entNo] })
  const list = await client.call(entmdl.getlist, { entNo: company.entNo })
  expect(list.find(({ mdlCode }) => mdlCode === 'mdl')?.func).toBe('000004')
  const flat = (nodes: ModuleChoice[]): ModuleChoice[] => nodes.flatMap((node) => [node, ...flat(node.items)])
  const choices = flat(await client.call(entmdl.getmdltreeforset, { entNo: company.entNo }))
  expect(choices.find(({ mdlCode }) => mdlCode === 'mdl')).toMatchObject({ chkFlag: '1', fitFlag: '1', maxFunc: '000004' })
  expect(choices.find(({ mdlCode }) => mdlCode === 'user')).toMatchObject({ chkFlag: '0', fitFlag: '0', maxFunc: '' })
})

test('a school changes nothing of what it was given', async () => {
  const school = await makeSchool(server)
  const inputs = [
    [entmdl.setentmdl, { mdlCodes: ['org'] }],
    [entmdl.createmdlent, { mdlCode: 'org', entNos: [school.entNo] }],
    [entmdl.deletemdlent, { mdlCode: 'org', entNos: [school.entNo] }],
  ] as const
  for (const [call, input] of inputs) expect((await school.admin.client.answer(call, input)).code).toBe(30001)
})

test('an agent gives modules to enterprises below it, and to no other, nor to itself', async () => {
  const agent = await makeSchool(server, { idntNo: '040' })
  const [mine, other] = [await makeSchool(server, { prtNo: agent.entNo }), await makeSchool(server)]
  await operator.client.call(entmdl.deletemdlent, { mdlCode: 'photo', entNos: [mine.entNo, other.entNo] })
  const give = (...entNos: string[]) => agent.admin.client.answer(entmdl.createmdlent, { mdlCode: 'photo', entNos })
  expect((await give(mine.entNo, other.entNo)).code).toBe(10002)
  expect((await give(agent.entNo)).code).toBe(10002)
  expect((await give(mine.entNo)).code).toBe(0)
  expect([await codesOf(mine), await codesOf(other), await codesOf(agent)].map((codes) => codes.includes('photo'))).toEqual([
    true,
    false,
    true,
  ])
  const within = await agent.admin.client.call(entmdl.getentforset, { mdlCode: 'photo' })
  expect(within.map(({ entNo, chkFlag }) => [entNo, chkFlag])).toEqual([[mine.entNo, '1']])
  expect((await agent.admin.client.call(entmdl.getentlist, { mdlCode: 'photo' })).map(({ entNo }) => entNo)).toEqual([mine.entNo])
  await operator.client.call(entmdl.deletemdlent, { mdlCode: 'photo', entNos: [mine.entNo, agent.entNo] })
  expect((await give(mine.entNo)).message).toBe('本单位没有开通模块“照片审核”，不能开通给别的企业')
})

test('an agent gives a module made for some only where it has it itself, and no more of it', async () => {
  const agent = await makeSchool(server, { idntNo: '040' })
  const school = await makeSchool(server, { prtNo: agent.entNo })
  const [mdlCode, entNos] = ['canteen', [school.entNo]]
  await server.owner.query(
    `insert into mdl (mdl_code, tml_type, mdl_name, url, func) values ($1, '001', '食堂', '/x', '000003,000004')`,
    [mdlCode],
  )
  const give = () => agent.admin.client.answer(entmdl.createmdlent, { mdlCode, entNos })
  expect(await give()).toMatchObject({ code: 30003, message: '本单位没有开通模块“食堂”，不能开通给别的企业' })
  expect(await codesOf(school)).not.toContain(mdlCode)
  await operator.client.call(entmdl.createmdlent, { mdlCode, entNos: [agent.entNo] })
  await server.owner.query(
    `begin; set local app.ent_no = '${agent.entNo}'; update entmdl set func = '000004' where mdl_code = '${mdlCode}'; commit`,
  )
  expect((await give()).code).toBe(0)
  const list = await operator.client.call(entmdl.getlist, { entNo: school.entNo })
  expect(list.find((one) => one.mdlCode === mdlCode)?.func).toBe('000004')
})

test('the platform itself keeps its modules', async () => {
  const { client } = operator
  expect((await client.answer(entmdl.deletemdlent, { mdlCode: 'entmdl', entNos: [rootNo] })).message).toMatch('不能移除内置模块')
  expect((await client.answer(entmdl.setentmdl, { entNo: rootNo, mdlCodes: ['org'] })).code).toBe(10016)
})

test('before modules are taken away it is told how many roles and people lose something', async () => {
  const school = await makeSchool(server)
  await makePerson(school, { roles: ['P030STAFF'] })
  await makePerson(school)
  const touched = await operator.client.call(entmdl.gettouched, { entNo: school.entNo, mdlCodes: ['org', 'role'] })
  // Counts the administrator and the member of staff; grade heads and class teachers are roles without holders here.
  expect(touched).toMatchObject({ roleCnt: 4, empCnt: 2 })
  expect(touched.mdls.find(({ mdlCode }) => mdlCode === 'role')).toMatchObject({ roleCnt: 1, empCnt: 1 })
})

test('a bureau sees what the schools below it were given, and changes none of it', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  const { client } = bureau.admin
  expect((await client.call(entmdl.getlist, { entNo: school.entNo })).length).toBeGreaterThan(5)
  expect((await client.answer(entmdl.setentmdl, { entNo: school.entNo, mdlCodes: ['org'] })).code).toBe(30001)
  expect((await client.answer(entmdl.getlist, { entNo: rootNo })).code).toBe(10002)
})
