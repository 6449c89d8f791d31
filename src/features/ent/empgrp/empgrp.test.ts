import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { empgrp } from './empgrp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const group = (grpName: string) => ({ grpName, grpType: '1', des: '通知' })

test('a created group is found by name, pinyin initials and number', async () => {
  const { admin } = await makeSchool(server)
  const { grpNo, ...made } = await admin.client.call(empgrp.create, group('全体班主任'))
  expect(made).toMatchObject({ grpName: '全体班主任', grpType: '1', stt: '1', ver: 1 })
  for (const keyWord of ['班主', 'qtbzr', grpNo]) {
    const { datas, recordCount } = await admin.client.call(empgrp.getpage, { keyWord })
    expect([recordCount, datas[0]?.grpNo]).toEqual([1, grpNo])
  }
  expect((await admin.client.call(empgrp.getpage, { keyWord: '%' })).recordCount).toBe(0)
})

test('a name is taken once among the live groups of one school, and a deleted group frees it', async () => {
  const { admin } = await makeSchool(server)
  const other = await makeSchool(server)
  const { grpNo } = await admin.client.call(empgrp.create, group('值日组'))
  await other.admin.client.call(empgrp.create, group('值日组'))
  const refused = await admin.client.answer(empgrp.create, group('值日组'))
  expect(refused).toMatchObject({ code: 10003, message: '组名“值日组”已被使用', result: { errors: [{ field: 'grpName' }] } })
  await admin.client.call(empgrp.delete, { grpNo })
  await admin.client.call(empgrp.create, group('值日组'))
})

test('two who edit the same group do not overwrite each other', async () => {
  const { admin } = await makeSchool(server)
  const { grpNo, ver } = await admin.client.call(empgrp.create, group('教研组'))
  const mine = await admin.client.call(empgrp.update, { grpNo, ver, grpName: '语文教研组' })
  expect(mine).toMatchObject({ grpName: '语文教研组', ver: ver + 1, des: '通知' })
  const theirs = await admin.client.answer(empgrp.update, { grpNo, ver, des: '改描述' })
  expect(theirs).toMatchObject({ code: 10004, result: { grpName: '语文教研组', ver: ver + 1 } })
  expect(await admin.client.call(empgrp.update, { grpNo, des: null })).toMatchObject({ des: null, grpName: '语文教研组' })
})

test('members are added once, listed with M or F, counted, and removed', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { grpNo, ver } = await client.call(empgrp.create, group('门卫'))
  const person = await makePerson(school, { name: '买买提·艾力', workNo: 'T01' })
  const empNos = [person.empNo, school.admin.empNo]
  await client.call(empgrp.creatembr, { grpNo, empNos })
  await client.call(empgrp.creatembr, { grpNo, empNos })
  const members = await client.call(empgrp.getmbrlist, { grpNo, keyWord: '艾力' })
  expect(members).toMatchObject([
    { empName: '买买提·艾力', sex: 'F', workNo: 'T01', orgName: '教务处', authTel: expect.stringMatching(/^130\*{4}\d{4}$/) },
  ])
  expect(await client.call(empgrp.getexlist, {})).toMatchObject([{ grpNo, mbrCnt: 2, ver: ver + 2 }])
  await client.call(empgrp.deletembr, { grpNo, empNos: [person.empNo] })
  expect(await client.answer(empgrp.deletembr, { grpNo, empNos: [person.empNo] })).toMatchObject({ code: 10002 })
  expect((await client.call(empgrp.getmbrlist, { grpNo })).length).toBe(1)
})

test('the order is kept, and a list that changed meanwhile is refused', async () => {
  const { admin } = await makeSchool(server)
  const made = [await admin.client.call(empgrp.create, group('甲')), await admin.client.call(empgrp.create, group('乙'))]
  const empGrpOrds = made.toReversed().map(({ grpNo }, i) => ({ grpNo, showOrd: (i + 1) * 10 }))
  await admin.client.call(empgrp.setempgrpord, { empGrpOrds })
  expect((await admin.client.call(empgrp.getlist, {})).map(({ grpName }) => grpName)).toEqual(['乙', '甲'])
  await admin.client.call(empgrp.create, group('丙'))
  expect(await admin.client.answer(empgrp.setempgrpord, { empGrpOrds })).toMatchObject({ code: 10005 })
})

test('who may not manage groups sees the message groups they belong to', async () => {
  const school = await makeSchool(server)
  const member = await makePerson(school, { roles: ['P030STAFF'] })
  const { grpNo } = await school.admin.client.call(empgrp.create, group('全体教师'))
  await school.admin.client.call(empgrp.create, group('行政'))
  await school.admin.client.call(empgrp.creatembr, { grpNo, empNos: [member.empNo] })
  expect((await member.client.call(empgrp.getpwrmsglist, {})).map((one) => one.grpNo)).toEqual([grpNo])
  expect((await school.admin.client.call(empgrp.getpwrmsglist, {})).length).toBe(2)
  expect(await member.client.answer(empgrp.create, group('越权'))).toMatchObject({ code: 30001, message: '没有权限进行操作' })
})

test('bad input is told in Chinese and names the field', async () => {
  const { admin } = await makeSchool(server)
  const say = async (input: Record<string, unknown>) => (await admin.client.answer(empgrp.create, input)).message
  expect(await say({ grpType: '1' })).toBe('组名不能为空')
  expect(await say({ ...group('x'.repeat(31)) })).toBe('组名最多 30 个字')
  expect(await say({ ...group('组'), grpType: '9' })).toBe('组类型不在可选范围内')
  expect(await say({ ...group('组'), colour: 'red' })).toBe('colour不是可接受的参数')
  expect(await say({ ...group('组\u0000') })).toBe('组名含有不允许的字符')
  expect(await say({ ...group('组'), grpName: 5 })).toBe('组名的类型不正确')
})

test('every change leaves what was before it, who made it and by which call', async () => {
  const { admin, entNo } = await makeSchool(server)
  const { grpNo } = await admin.client.call(empgrp.create, group('旧名'))
  await admin.client.call(empgrp.update, { grpNo, grpName: '新名' })
  const { rows } = await server.owner.query(
    `select act, before->>'grp_name' as name, user_no, call from history where ent_no = $1 and tbl = 'empgrp' order by id`,
    [entNo],
  )
  expect(rows).toEqual([
    { act: 'insert', name: null, user_no: admin.userNo, call: '/ent/empgrp/create' },
    { act: 'update', name: '旧名', user_no: admin.userNo, call: '/ent/empgrp/update' },
  ])
})

test('a stranger is refused', async () => {
  expect(await clientOf(server).answer(empgrp.getlist)).toMatchObject({ code: 50008 })
})
