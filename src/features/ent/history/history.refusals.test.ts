import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { group, makeGroups, stateOf, undoAnswer, undoLast } from '../../../../test/support/groups.ts'
import { asOwner, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a later change of the same column refuses and is named, one of another column does not hinder', async () => {
  const { school, client, grpNo } = await makeGroups(server)
  await client.call(empgrp.update, { grpNo, grpName: '甲组' })
  const first = client.lastOp
  await client.call(empgrp.update, { grpNo, des: '改过' })
  await client.call(empgrp.update, { grpNo, grpName: '甲等组' })
  const second = client.lastOp
  expect(await undoAnswer(school, first)).toEqual({
    code: 10015,
    message: '员工组“甲等组”的组名之后又有改动，不能撤销',
    result: null,
  })
  await undoLast(school, second)
  await undoLast(school, first)
  expect(await client.call(empgrp.getlist)).toMatchObject([{ grpName: '甲', des: '改过' }, {}])
  await client.call(empgrp.update, { grpNo, grpName: '甲组' })
  const renamed = client.lastOp
  await client.call(empgrp.delete, { grpNo })
  expect(await undoAnswer(school, renamed)).toMatchObject({ code: 10015, message: '员工组“甲组”已被删除，不能撤销' })
})

test('a group that has members since cannot be un-created, and members do not come back to a group that is gone', async () => {
  const { school, client, grpNo, empNos } = await makeGroups(server)
  const made = await client.call(empgrp.create, group('丙'))
  const creation = client.lastOp
  await client.call(empgrp.creatembr, { grpNo: made.grpNo, empNos })
  expect(await undoAnswer(school, creation)).toEqual({
    code: 10016,
    message: '员工组“丙”里已有员工，不能撤销',
    result: null,
  })
  expect((await client.call(empgrp.getlist)).length).toBe(3)
  await client.call(empgrp.deletembr, { grpNo, empNos })
  const removal = client.lastOp
  await client.call(empgrp.delete, { grpNo })
  expect(await undoAnswer(school, removal)).toMatchObject({ code: 10015, message: '员工组“甲”已被删除，不能撤销' })
})

test('a role comes back with a member who had left the school before it was deleted', async () => {
  const { school, client, empNos } = await makeGroups(server)
  const [empNo = ''] = empNos
  const { roleNo } = await client.call(role.createselfrole, { roleName: '干事', roleItem: '1' })
  await client.call(emprole.createroleemp, { roleNo, empNos: [empNo] })
  await client.call(emp.delete, { empNo })
  const departure = client.lastOp
  await client.call(role.deleteselfrole, { roleNo })
  const deletion = client.lastOp
  await undoLast(school, deletion)
  await undoLast(school, departure)
  expect(await client.call(emprole.getlist, { roleNo })).toMatchObject([{ empNo }])
  // Refuses it where the member leaves afterwards.
  await client.call(role.deleteselfrole, { roleNo })
  const again = client.lastOp
  await client.call(emp.delete, { empNo })
  expect(await undoAnswer(school, again)).toMatchObject({
    code: 10015,
    message: expect.stringMatching(/^员工“.+”已被删除，不能撤销$/),
  })
})

test('a name that was taken meanwhile is told, and nothing is taken back', async () => {
  const { school, client, grpNo } = await makeGroups(server)
  await client.call(empgrp.delete, { grpNo })
  const deletion = client.lastOp
  await client.call(empgrp.create, group('甲'))
  const before = await stateOf(school)
  expect(await undoAnswer(school, deletion)).toMatchObject({ code: 10003, message: '员工组“甲”的名称已被别的记录使用，不能撤销' })
  expect(await stateOf(school)).toEqual(before)
})

test('nothing is taken back twice, also not at the same moment', async () => {
  const { school, client, grpNo, empNos } = await makeGroups(server)
  const writes = [
    () => client.call(empgrp.update, { grpNo, grpName: '甲组' }),
    () => client.call(empgrp.create, group('丁')),
    () => client.call(empgrp.deletembr, { grpNo, empNos }),
    () => client.call(empgrp.delete, { grpNo }),
  ]
  for (const write of writes) {
    await write()
    const op = client.lastOp
    const answers = await Promise.all([undoAnswer(school, op), undoAnswer(school, op)])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 10015])
    expect(await undoAnswer(school, op)).toMatchObject({ code: 10015 })
  }
  await client.call(empgrp.deletembr, { grpNo, empNos })
  await client.call(empgrp.creatembr, { grpNo, empNos })
  await undoLast(school)
  expect(await undoAnswer(school)).toMatchObject({ code: 10015, message: '组成员之后又有改动，不能撤销' })
})

test('what somebody else did, in another school, or nobody, is not there to be taken back', async () => {
  const { school, client } = await makeGroups(server)
  const other = await makeGroups(server)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const { entNo } = school
  // Denies this administrator the right to undo what others did.
  const denied = { entNo, empNo: colleague.empNo, mdlCode: 'history', pwrNo: '000005', addDelFlag: '2' }
  await asOwner(server, entNo, (db) => db.insertInto('emppwr').values(denied).execute())
  const before = await stateOf(school)
  const nothing = { code: 10002, message: '没有可撤销的改动，或它不是你做的', result: null }
  for (const op of [other.client.lastOp, randomUUID()]) expect(await client.answer(history.undo, { op })).toEqual(nothing)
  expect(await colleague.client.answer(history.undo, { op: client.lastOp })).toEqual(nothing)
  expect(await stateOf(school)).toEqual(before)
})

test('a department does not go back below one that lies below it by now', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { orgNo: upper } = await client.call(org.create, { orgName: '上', prtNo: school.orgNo })
  const { orgNo: lower } = await client.call(org.create, { orgName: '下', prtNo: upper })
  await client.call(org.updateprtorg, { prtNo: school.orgNo, orgNos: [lower] })
  const op = client.lastOp
  await client.call(org.updateprtorg, { prtNo: lower, orgNos: [upper] })
  expect(await undoAnswer(school, op)).toMatchObject({ code: 10015, message: '部门“下”的上级部门之后又有改动，不能撤销' })
  await undoLast(school)
  await undoLast(school, op)
})

test('a change that history does not tell of refuses as well', async () => {
  const { school, client, grpNo } = await makeGroups(server)
  await client.call(empgrp.update, { grpNo, grpName: '甲组' })
  await server.owner.query(`begin; set local session_replication_role = replica;
    update empgrp set grp_name = '暗改', ver = ver + 1 where grp_no = '${grpNo}'; commit`)
  expect(await undoAnswer(school)).toMatchObject({ code: 10015, message: '员工组“暗改”之后又有改动，不能撤销' })
})

test('who lost the permission takes nothing back', async () => {
  const { school, client, grpNo } = await makeGroups(server)
  await client.call(empgrp.update, { grpNo, grpName: '甲组' })
  const { entNo } = school
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('emppwr')
      .values({ entNo, empNo: school.admin.empNo, mdlCode: 'empgrp', pwrNo: '000003', addDelFlag: '2' })
      .execute(),
  )
  expect(await undoAnswer(school)).toMatchObject({ code: 30001 })
})
