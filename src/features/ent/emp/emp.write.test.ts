import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { empgrp } from '../empgrp/empgrp.contract.ts'
import { org } from '../org/org.contract.ts'
import { emp } from './emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

let phones = 15_000_000_000
const facts = ({ orgNo }: School, more: Record<string, unknown> = {}) => ({
  empName: '高明',
  sex: 'M' as const,
  authTel: String(++phones),
  orgNos: [orgNo],
  ...more,
})
const complaint = (answer: { message: string; result: unknown }) => [
  (answer.result as { errors: { field: string }[] } | null)?.errors?.[0]?.field,
  answer.message,
]

test('an employee is created with departments and groups, and found by name, pinyin, initials, number and phone tail', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const second = (await client.call(org.create, { orgName: '总务处' })).orgNo
  const { grpNo } = await client.call(empgrp.create, { grpName: '值班', grpType: '1' })
  const made = await client.call(emp.create, {
    ...facts(school, { empName: '欧阳•明月', workNo: 'W-18', authTel: '+86 139-1234 7788' }),
    orgNos: [second, school.orgNo],
    orgNo: school.orgNo,
    grpNos: [grpNo],
  })
  expect(made).toMatchObject({
    empName: '欧阳·明月',
    idntNo: '030',
    orgName: '教务处',
    orgNos: [school.orgNo, second],
    grps: [{ no: grpNo, name: '值班' }],
    authTel: '139****7788',
    authFlag: '0',
    sexName: '男',
    sttName: '启用',
  })
  for (const keyWord of ['明月', 'ouyang', 'oymy', 'W-18', '7788', '13912347788', made.empNo])
    expect((await client.call(emp.getpage, { keyWord })).datas.map(({ empNo }) => empNo)).toEqual([made.empNo])
})

test('sex and birth date follow from an ID number of 18 or 15 digits, and may not contradict it', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const idNo = idNoOf('98010119900305002')
  const { sex: _, ...sexless } = facts(school)
  const made = await client.call(emp.create, { ...sexless, idNo })
  expect(made).toMatchObject({ sex: 'N', brth: '19900305', idNo: '••••' })
  const old = await client.call(emp.create, { ...facts(school), idNo: '980101660704001' })
  expect(old).toMatchObject({ sex: 'M', brth: '19660704' })
  expect(complaint(await client.answer(emp.create, { ...facts(school), idNo: idNoOf('98010119900305004') }))).toEqual([
    'sex',
    '性别与身份证号不符',
  ])
  expect(complaint(await client.answer(emp.update, { empNo: made.empNo, sex: '1' }))).toEqual(['sex', '性别与身份证号不符'])
  expect(complaint(await client.answer(emp.update, { empNo: made.empNo, brth: '19900306' }))).toEqual([
    'brth',
    '出生日期与身份证号不符',
  ])
  expect(complaint(await client.answer(emp.create, sexless))).toEqual(['sex', '性别不能为空；有身份证号时由它得出'])
})

test('M, N, F and the national 1 and 2 are understood, and N is answered', async () => {
  const school = await makeSchool(server)
  const sexes = ['M', 'N', 'F', '1', '2', 'U'] as const
  const answers = []
  for (const sex of sexes) answers.push((await school.admin.client.call(emp.create, { ...facts(school), sex })).sex)
  expect(answers).toEqual(['M', 'N', 'N', 'M', 'N', 'U'])
})

test('a work number, ID number or phone of a colleague is refused by its name, and free again after a deletion', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const first = { ...facts(school), workNo: 'W1', idNo: idNoOf('98010119900305003') }
  const { empNo } = await client.call(emp.create, first)
  const refusal = async (more: Record<string, unknown>) =>
    complaint(await client.answer(emp.create, { ...facts(school), ...more }))
  expect(await refusal({ workNo: 'W1' })).toEqual(['workNo', '工号“W1”已被使用'])
  expect(await refusal({ idNo: first.idNo })).toEqual(['idNo', '身份证号已被使用'])
  expect(await refusal({ authTel: first.authTel })).toEqual(['authTel', '认证手机已被使用'])
  await client.call(emp.delete, { empNo })
  await client.call(emp.create, first)
})

test('bad input is refused by the field it is in, and nothing is kept', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { recordCount } = await client.call(emp.getpage)
  const other = await makeSchool(server)
  for (const [more, message] of [
    [{ empName: '高\u0000明' }, '姓名只能有汉字、字母、· 和空格'],
    [{ empName: '高'.repeat(31) }, '姓名最多 30 个字'],
    [{ authTel: '138****0001' }, '认证手机应为 1 开头的 11 位数字'],
    [{ idNo: '12345' }, '身份证号应为 15 位数字，或 17 位数字加一位数字或 X'],
    [{ brth: '20260231' }, '出生日期不是存在的日期'],
    [{ workNo: '甲1' }, '工号只能有字母、数字、- 和 _'],
    [{ orgNos: [] }, '部门不能为空'],
    [{ orgNos: [other.orgNo] }, '所选部门有的已不存在，请刷新后再选'],
    [{ grpNos: ['G1'] }, '所选员工组有的已不存在，请刷新后再选'],
    [{ sex: 3 }, '性别不在可选范围内'],
    [{ code: '1234' }, 'code不是可接受的参数'],
  ] as const)
    expect([more, (await client.answer(emp.create, facts(school, more))).message]).toEqual([more, message])
  expect((await client.call(emp.getpage)).recordCount).toBe(recordCount)
})

test('what a form leaves out stays, null clears, and a stale form is shown what the record is now', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const made = await client.call(emp.create, { ...facts(school), workNo: 'W1', rem: '旧' })
  const changed = await client.call(emp.update, { empNo: made.empNo, ver: made.ver, workNo: null, empName: '高晓明' })
  expect(changed).toMatchObject({ workNo: null, rem: '旧', empName: '高晓明', orgNos: [school.orgNo] })
  const stale = await client.answer(emp.update, { empNo: made.empNo, ver: made.ver, rem: '新' })
  expect(stale).toMatchObject({ code: 10004, result: { empName: '高晓明', orgNos: [school.orgNo], ver: changed.ver } })
  const second = (await client.call(org.create, { orgName: '总务处' })).orgNo
  expect(await client.call(emp.update, { empNo: made.empNo, orgNo: second })).toMatchObject({ orgNos: [second, school.orgNo] })
})

test('of two who change one employee at the same moment the second is told', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo, ver } = await client.call(emp.create, facts(school))
  const answers = await Promise.all(['甲', '乙'].map((rem) => client.answer(emp.update, { empNo, ver, rem })))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 10004]))
})

test('who is disabled is out at once and comes back when enabled; nobody disables or deletes themselves', async () => {
  const school = await makeSchool(server)
  const { client, empNo: own } = school.admin
  const person = await makePerson(school, { roles: ['P030STAFF'] })
  await client.call(emp.disable, { datas: [person.empNo] })
  expect((await person.client.answer(emp.getpage)).code).toBe(50008)
  expect(await client.call(emp.getstatis, {})).toMatchObject({ total: 2, onCnt: 1, offCnt: 1 })
  await client.call(emp.enable, { datas: [person.empNo] })
  expect((await client.call(emp.getpage, { stt: '1' })).recordCount).toBe(2)
  expect((await client.answer(emp.disable, { datas: [own] })).message).toBe('不能停用自己')
  expect((await client.answer(emp.delete, { empNo: own })).message).toBe('不能删除自己')
  expect((await client.answer(emp.disable, { datas: [person.empNo, 'E0'] })).code).toBe(10002)
})

test('what is counted is what the list shows, under every filter', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [off] = [await client.call(emp.create, { ...facts(school), sex: 'N' }), await client.call(emp.create, facts(school))]
  await client.call(emp.disable, { datas: [off.empNo] })
  for (const filter of [
    {},
    { stt: '1' },
    { stt: '2' },
    { authFlag: '0' },
    { sex: 'N' },
    { orgNo: school.orgNo, sex: 'M' },
  ] as const)
    expect((await client.call(emp.getstatis, filter)).total).toBe((await client.call(emp.getpage, filter)).recordCount)
  expect(await client.call(emp.getstatis, { stt: '2' })).toMatchObject({ total: 1, onCnt: 0, offCnt: 1, womanCnt: 1 })
  for (const call of [emp.getpage, emp.getexpage, emp.getlist, emp.getstatis])
    expect(await client.answer(call, { orgNo: 'NOPE' })).toMatchObject({
      code: 10002,
      message: '所选的部门已不存在，或不在可访问的范围内',
    })
})

test('the list is narrowed by department with or without those below, group, certification and state', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const lower = (await client.call(org.create, { orgName: '初中部', prtNo: school.orgNo })).orgNo
  const { grpNo } = await client.call(empgrp.create, { grpName: '值班', grpType: '1' })
  await client.call(emp.create, { ...facts(school, { orgNos: [lower] }), grpNos: [grpNo] })
  const found = async (filter: Record<string, string>) =>
    (await client.call(emp.getexpage, filter)).datas.map(({ empName }) => empName)
  expect(await found({ orgNo: school.orgNo })).toEqual(['陈晓雯', '高明'])
  expect(await found({ orgNo: school.orgNo, subFlag: '0' })).toEqual(['陈晓雯'])
  expect(await found({ grpNo })).toEqual(['高明'])
  expect(await found({ authFlag: '1' })).toEqual([])
  expect(await found({ roleNo: 'P030ADMIN' })).toEqual(['陈晓雯'])
  expect((await client.call(emp.getorgtree))[0]).toMatchObject({
    emps: [{ empName: '陈晓雯' }],
    items: [{ orgName: '初中部', emps: [{ empName: '高明' }] }],
  })
})
