import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceLeavers } from '#domain/approvals/leavers.ts'
import { box } from '#features/user/box/box.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { filled, makeFlow, makeTwoSteps, pass, step, sttOf, taskOf, todo } from '../../../../test/support/approvals.ts'
import { makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { prc } from './prc.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const twoSteps = () => makeTwoSteps(server)

test('what is handed in goes from step to step, each told in their inbox, until it has passed', async () => {
  const { start, starter, one, two } = await twoSteps()
  const prcNo = await start()
  expect(await todo(one)).toEqual(['请审批：陈老师的请假'])
  expect(await todo(two)).toEqual([])
  await pass(one, prcNo, { word: '同意，注意补课' })
  expect(await todo(one)).toEqual([])
  expect(await todo(two)).toEqual(['请审批：陈老师的请假'])
  expect((await starter.client.call(prc.getpage, {})).datas).toMatchObject([
    { stt: '1', stepName: '校长审批', waitFor: '李校长' },
  ])
  await pass(two, prcNo)
  const over = await starter.client.call(prc.get, { prcNo })
  expect(over).toMatchObject({ stt: '2', task: null, ahead: [] })
  expect(over.deeds.map(({ empName, stt, word }) => [empName, stt, word])).toEqual([
    ['王主任', '2', '同意，注意补课'],
    ['李校长', '2', null],
  ])
  const told = (await starter.client.call(box.getpage, { tab: 'notice' })).datas
  expect(told.map(({ title }) => title)).toEqual(['陈老师的请假已通过'])
})

test('nobody but those who have to do with it sees what was handed in, and its numbers are masked for those who decide', async () => {
  const { start, one, three, starter, admin } = await twoSteps()
  const prcNo = await start()
  expect((await three.client.answer(prc.get, { prcNo })).code).toBe(10002)
  expect((await one.client.call(prc.get, { prcNo })).vals).toMatchObject({ c1: '家里有事', c3: '139****5678' })
  expect(await one.client.call(prc.reveal, { prcNo, clmnNo: 'c3' })).toEqual({ value: '13912345678' })
  expect((await starter.client.call(prc.get, { prcNo })).vals).toMatchObject({ c3: '13912345678' })
  expect((await admin.client.call(prc.get, { prcNo })).task).toBeNull()
  expect((await three.client.answer(tsk.pass, { tskNo: (await taskOf(one, prcNo)) ?? '' })).code).toBe(10002)
})

test('a step is walked only where its condition holds', async () => {
  const { start, starter, one, two } = await makeFlow(server, ({ one, two }) => [
    step(1, '主任审批', { empNos: [one.empNo] }),
    step(2, '校长审批', { empNos: [two.empNo], cond: { clmnNo: 'c2', op: 'least', vals: ['3'] } }),
  ])
  const short = await start()
  await pass(one, short)
  expect(await sttOf(starter, short)).toBe('2')
  const long = await start({ vals: { ...filled, c2: 3 } })
  await pass(one, long)
  expect(await taskOf(two, long)).toBeDefined()
})

test('nobody decides about their own: the next step does, or at the end those who look after flows', async () => {
  const { start, starter, one } = await makeFlow(server, ({ starter, one }) => [
    step(1, '主任审批', { empNos: [starter.empNo] }),
    step(2, '校长审批', { empNos: [one.empNo] }),
  ])
  const prcNo = await start()
  expect(await taskOf(starter, prcNo)).toBeUndefined()
  expect(await taskOf(one, prcNo)).toBeDefined()
  const alone = await makeFlow(server, ({ starter }) => [step(1, '审批', { empNos: [starter.empNo] })])
  const own = await alone.start()
  expect(await taskOf(alone.starter, own)).toBeUndefined()
  expect((await alone.admin.client.call(prc.get, { prcNo: own })).deeds).toMatchObject([
    { stt: '1', why: '没有找到审批人，转给流程管理员' },
  ])
})

test('where an approver has left, what comes to their step goes to those who look after flows, and never passes by itself', async () => {
  const { start, admin, one, two, starter } = await twoSteps()
  const prcNo = await start()
  await admin.client.call(emp.delete, { empNo: two.empNo })
  await pass(one, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('1')
  expect(await taskOf(admin, prcNo)).toBeDefined()
})

test('the open task of somebody who leaves goes to who decides now, and the inbox of the others keeps theirs', async () => {
  const { start, starter, admin, one, entNo } = await twoSteps()
  const prcNo = await start()
  await admin.client.call(emp.delete, { empNo: one.empNo })
  for (const _ of [1, 2]) await replaceLeavers(server.services, entNo)
  const { deeds } = await starter.client.call(prc.get, { prcNo })
  expect(deeds).toMatchObject([{ stt: '6' }, { stt: '1', why: '没有找到审批人，转给流程管理员' }])
  expect(await todo(admin)).toEqual(['请重新审批：陈老师的请假'])
  const both = await makeFlow(server, ({ one, two }) => [step(1, '会签', { empNos: [one.empNo, two.empNo], mode: 'all' })])
  const second = await both.start()
  await both.admin.client.call(emp.delete, { empNo: both.one.empNo })
  await replaceLeavers(server.services, both.entNo)
  await pass(both.two, second)
  expect(await sttOf(both.starter, second)).toBe('2')
})

test('who decided in one step is not asked again in the next', async () => {
  const { start, starter, one } = await makeFlow(server, ({ one }) => [
    step(1, '主任审批', { empNos: [one.empNo] }),
    step(2, '校长审批', { empNos: [one.empNo] }),
  ])
  const prcNo = await start()
  await pass(one, prcNo)
  const { stt, deeds } = await starter.client.call(prc.get, { prcNo })
  expect([stt, deeds.map(({ word }) => word)]).toEqual(['2', [null, '上一步已经同意']])
})

test('it is withdrawn until somebody has decided, and then no more', async () => {
  const { start, starter, one } = await twoSteps()
  const early = await start()
  await starter.client.call(prc.withdraw, { prcNo: early })
  expect(await todo(one)).toEqual([])
  expect(await sttOf(starter, early)).toBe('5')
  const late = await start()
  await pass(one, late)
  expect(await starter.client.answer(prc.withdraw, { prcNo: late })).toMatchObject({
    code: 10001,
    message: '已经有人审批，不能撤回，可以请审批人退回',
  })
})

test('the starter chooses who decides where the flow says so, and the leader of their department decides where it says that', async () => {
  const { start, starter, two, flowNo, school } = await makeFlow(server, () => [
    step(1, '部门负责人', { who: 'leader' }),
    step(2, '分管领导', { who: 'chosen' }),
  ])
  expect((await starter.client.call(prc.getform, { flowNo })).picks).toEqual([{ stepNo: 's2', stepName: '分管领导' }])
  expect(await starter.client.answer(prc.start, { flowNo, vals: filled, chosen: {} })).toMatchObject({
    code: 10001,
    message: '请选择“分管领导”的审批人',
  })
  const leader = await makePerson(school, { name: '赵组长', roles: ['P030STAFF'] })
  await server.owner.query("update orgemp set lead_flag = '1' where ent_no = $1 and emp_no = $2", [school.entNo, leader.empNo])
  const prcNo = await start({ chosen: { s2: [two.empNo] } })
  expect((await starter.client.call(prc.get, { prcNo })).deeds).toMatchObject([{ empName: '赵组长' }])
  await pass(leader, prcNo)
  expect(await taskOf(two, prcNo)).toBeDefined()
})

test('a wrong form is refused by its fields and asks nobody; a stopped flow takes nothing more, and what is under way goes on', async () => {
  const { starter, one, admin, flowNo, start } = await twoSteps()
  const refused = await starter.client.answer(prc.start, { flowNo, vals: { c3: '12' }, chosen: {} })
  expect((refused.result as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(['c1', 'c3'])
  expect(await todo(one)).toEqual([])
  const prcNo = await start()
  await admin.client.call(flow.setstt, { flowNo, stt: '3' })
  expect((await starter.client.answer(prc.start, { flowNo, vals: filled, chosen: {} })).code).toBe(10002)
  await pass(one, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('1')
})

test('a starter hastens those who have not decided, once a day', async () => {
  const { start, starter } = await twoSteps()
  const prcNo = await start()
  expect(await starter.client.call(prc.urge, { prcNo })).toEqual({ remindCnt: 1 })
  expect(await starter.client.answer(prc.urge, { prcNo })).toMatchObject({ message: '今天已经提醒过，明天才能再提醒' })
})
