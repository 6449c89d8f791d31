import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { asOwner, makePerson, sharedServer, type TestServer, unrecorded } from '../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../test/support/personWithRights.ts'
import { makePrimary, run, schoolTables, snapshot, studentOf } from '../../../../test/support/primarySchool.ts'
import { rollover } from './rollover.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('taken back, every row is as it was', async () => {
  const school = await makePrimary(server)
  const before = await snapshot(school)
  const { rollNo } = await run(school, {
    moves: [
      { stuNo: 'S110', kind: 'repeat', to: { entry: `${rootUnitOf(school.entNo)}/1`, clsNo: 2 }, rsn: '家长申请' },
      { stuNo: 'S410', kind: 'reclass', to: { unitNo: 'C42' }, rsn: '家长申请' },
      { stuNo: 'S211', kind: 'skip', to: { unitNo: 'C31' }, rsn: '学业优秀' },
      { stuNo: 'S612', kind: 'repeat', to: { gradeNo: 'G5' }, rsn: '因病' },
      { stuNo: 'S312', kind: 'transfer', rsn: '随父母迁居' },
      { stuNo: 'S320', kind: 'suspend', rsn: '因病' },
    ],
  })
  expect(await studentOf(school, 'S211')).toMatchObject({ unit_no: 'C31' })
  expect(await studentOf(school, 'S410')).toMatchObject({ unit_no: 'C42', stt: '1' })
  expect(await studentOf(school, 'S312')).toMatchObject({ stt: '3', lv_rsn: '随父母迁居' })
  expect(await studentOf(school, 'S612')).toMatchObject({ stt: '1' })
  const { client } = school.admin
  expect(await client.call(rollover.getundo, { rollNo })).toEqual({ blocks: [], keeps: [], keepCnt: 0 })
  expect(await snapshot(school)).not.toEqual(before)
  await client.call(rollover.takeback, { rollNo })
  const after = await snapshot(school)
  for (const table of schoolTables.filter((name) => name !== 'rollover'))
    expect([table, after[table]]).toEqual([table, before[table]])
  expect((await client.call(rollover.getpage)).datas).toMatchObject([{ rollNo, stt: '3', undoFlag: '0' }])
})

test('a colleague may take it back too, and it says what stays of later work and what stands in the way', async () => {
  const school = await makePrimary(server)
  const { entNo } = school
  const { rollNo } = await run(school)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const change = (text: string) =>
    server.owner.query(`begin; set local app.ent_no = '${entNo}'; set local app.op = '${crypto.randomUUID()}'; ${text}; commit`)
  await change(`update stu set rem = '近视' where ent_no = '${entNo}' and stu_no = 'S610'`)
  const mild = await colleague.client.call(rollover.getundo, { rollNo })
  expect(mild).toEqual({ blocks: [], keeps: ['学生“学生610”的备注'], keepCnt: 1 })
  await change(`update stu set stt = '1' where ent_no = '${entNo}' and stu_no = 'S611'`)
  const blocked = await colleague.client.call(rollover.getundo, { rollNo })
  expect(blocked.blocks).toEqual(['学生“学生611”的状态之后又有改动，不能撤销'])
  expect(await colleague.client.answer(rollover.takeback, { rollNo })).toMatchObject({ code: 10015 })
  await change(`update stu set stt = '2' where ent_no = '${entNo}' and stu_no = 'S611'`)
  await colleague.client.call(rollover.takeback, { rollNo })
  const { rows } = await server.owner.query(`select rem, stt from stu where ent_no = $1 and stu_no = 'S610'`, [entNo])
  expect(rows[0]).toEqual({ rem: '近视', stt: '1' })
})

test('students who came into a new class since keep the year-end from being taken back, by name', async () => {
  const school = await makePrimary(server)
  const { entNo } = school
  const { rollNo } = await run(school)
  const fresh = await server.owner.query(
    `select unit_no from edcunit where ent_no = $1 and unit_name = '一年级（1）班' and stt = '1'`,
    [entNo],
  )
  await asOwner(server, entNo, (db) =>
    db.insertInto('stu').values({ entNo, stuNo: 'SN', stuName: '新同学', unitNo: fresh.rows[0].unit_no, sex: 'F' }).execute(),
  )
  const { client } = school.admin
  expect((await client.call(rollover.getundo, { rollNo })).blocks).toEqual(['年级班级“一年级（1）班”里已有学生，不能撤销'])
  expect(await client.answer(rollover.takeback, { rollNo })).toMatchObject({ code: 10016 })
})

test('after 30 days, and by who manages a part of the school, a year-end is not taken back from the operations either', async () => {
  const school = await makePrimary(server)
  const { client } = school.admin
  await run(school)
  const { lastOp: op } = client
  const part = await makePersonWithRights(school, ['rollover:set', 'history:set', 'history:review'], 'G1')
  expect(await part.client.answer(history.undo, { op })).toMatchObject({
    code: 30001,
    message: '你只管理部分单元，学年升级由管理全校的人来做',
  })
  await unrecorded(server, 'rollover', `update rollover set done_tm = now() - interval '31 days' where ent_no = $1`, [
    school.entNo,
  ])
  const tooLate = '升级已超过 30 天，不能撤销'
  expect(await client.call(history.getundo, { op })).toMatchObject({ blocks: [tooLate] })
  expect(await client.answer(history.undo, { op })).toMatchObject({ code: 10014, message: tooLate })
})
