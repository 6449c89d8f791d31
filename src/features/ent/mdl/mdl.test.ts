import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { emp } from '../emp/emp.contract.ts'
import { empgrp } from '../empgrp/empgrp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { ownMdl } from './mdl.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

type Node = { name: string; items: Node[] }
const drawn = (nodes: Node[]): string =>
  nodes.map(({ name, items }) => name + (items.length > 0 ? `(${drawn(items)})` : '')).join(' ')
const menuOf = async ({ client }: Person) => drawn(await client.call(userMdl.get))
const staff = '组织员工(组织架构 员工(员工管理 员工档案 照片审核) 员工组)'

test('a school names its modules; everybody there sees the name with the next request, and another school does not', async () => {
  const [school, other] = [await makeSchool(server), await makeSchool(server)]
  const teacher = await makePerson(school, { roles: ['P030STAFF'] })
  await school.admin.client.call(ownMdl.update, { mdlCode: 'empgrp', mdlName: '教研组' })
  expect(await menuOf(teacher)).toMatch(/组织员工\(组织架构 员工\(.*\) 教研组\)/)
  expect(await menuOf(other.admin)).toContain(staff)
  const nodes = (await school.admin.client.call(ownMdl.getmdltree)).flatMap(({ items }) => items)
  expect(nodes.find(({ mdlCode }) => mdlCode === 'empgrp')).toMatchObject({ mdlName: '教研组', baseName: '员工组' })
  await school.admin.client.call(ownMdl.update, { mdlCode: 'empgrp', mdlName: null })
  expect(await menuOf(teacher)).toContain('组织员工(组织架构 员工(员工管理 员工档案) 员工组)')
})

test('a module that a school switched off is gone with its rights, and comes back', async () => {
  const { admin } = await makeSchool(server)
  await admin.client.call(ownMdl.update, { mdlCode: 'empgrp', stt: '2' })
  expect(await menuOf(admin)).not.toContain('员工组')
  expect((await admin.client.answer(empgrp.getlist)).code).toBe(30001)
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  expect((await admin.client.answer(empgrp.getlist)).code).toBe(0)
  expect((await admin.client.answer(emp.getlist)).code).toBe(0)
})

test('nobody locks themselves out of this very screen, and groups go with what is in them', async () => {
  const { admin } = await makeSchool(server)
  expect((await admin.client.answer(ownMdl.update, { mdlCode: 'ownmdl', stt: '2' })).message).toMatch('不能关闭“本单位模块”')
  expect((await admin.client.answer(ownMdl.update, { mdlCode: 'gstaff', stt: '2' })).message).toMatch('分组随其中的模块显示')
})

test('modules are put in order and under other groups, and that is taken back', async () => {
  const { admin } = await makeSchool(server)
  const { client } = admin
  const order = (prtCode: string, codes: string[]) =>
    client.answer(ownMdl.setentmdlord, { prtCode, mdlOrds: codes.map((mdlCode, i) => ({ mdlCode, showOrd: (i + 1) * 10 })) })
  expect((await order('gstaff', ['empgrp', 'org', 'gemp'])).code).toBe(0)
  expect(await menuOf(admin)).toContain('组织员工(员工组 组织架构 员工(员工管理 员工档案 照片审核))')
  expect((await order('gstaff', ['empgrp', 'org'])).code).toBe(10005)
  await client.call(ownMdl.updateprtmdl, { prtCode: 'goffice', mdlCodes: ['empgrp'], befNo: 'bill' })
  expect(await menuOf(admin)).toContain('组织员工(组织架构 员工(员工管理 员工档案 照片审核))')
  expect(await menuOf(admin)).toContain(
    '办公服务(发出的消息 审批 请假 收集 回写审核 会议管理 访客记录 员工组 表单模板 审批流程 活动(活动管理 活动报名 作品审核) 资源(资源管理 资源分类))',
  )
  await client.call(history.undo, { op: client.lastOp })
  expect(await menuOf(admin)).toContain('组织员工(员工组 组织架构 员工(员工管理 员工档案 照片审核))')
})

test('groups stay at the top, and modules lie only in groups that the school has', async () => {
  const { admin } = await makeSchool(server)
  const move = (prtCode: string | null, ...mdlCodes: string[]) => admin.client.answer(ownMdl.updateprtmdl, { prtCode, mdlCodes })
  expect((await move('gauth', 'gstaff')).message).toBe('分组之下不能再放分组')
  expect((await move('emp', 'org')).message).toBe('所在分组不是本单位的分组')
  expect((await move(null, 'org')).message).toBe('模块只能放在分组之下')
  expect((await move('gauth', 'user')).code).toBe(10002)
  expect((await move(null, 'gstaff')).code).toBe(0)
  expect(await menuOf(admin)).toMatch(/ 组织员工\(组织架构 员工\([^)]*\) 员工组\)$/)
})

test('a school has an ordinary group where the platform has one entry with tabs, and only there', async () => {
  const { admin } = await makeSchool(server)
  const isSection = async (code: string) =>
    (await admin.client.call(userMdl.get)).flatMap(({ items }) => items).find(({ mdlCode }) => mdlCode === code)?.sect
  expect(await isSection('gemp')).toBe('1')
  await admin.client.call(ownMdl.update, { mdlCode: 'gemp', mdlName: '员工', sect: '0' })
  expect(await isSection('gemp')).toBe('0')
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  expect(await isSection('gemp')).toBe('1')
  expect((await admin.client.answer(ownMdl.update, { mdlCode: 'gstaff', sect: '1' })).message).toMatch(
    '只有内置的分组可以合并显示',
  )
})
