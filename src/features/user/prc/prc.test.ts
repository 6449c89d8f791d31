import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceLeavers } from '#domain/approvals/leavers.ts'
import { box } from '#features/user/box/box.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { filled, leaveColumns, makeFlow, step, taskOf } from '../../../../test/support/approvals.ts'
import { makePerson, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { prc } from './prc.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Makes a flow in which 王主任 decides, then 李校长. */
const twoSteps = (more: object = {}) =>
  makeFlow(server, ({ one, two }) => [
    step(1, '主任审批', { empNos: [one.empNo], ...more }),
    step(2, '校长审批', { empNos: [two.empNo] }),
  ])

const pass = async (person: Person, prcNo: string, more: object = {}) =>
  person.client.call(tsk.pass, { tskNo: (await taskOf(person, prcNo)) ?? '', ...more })
const sttOf = async ({ client }: Person, prcNo: string) => (await client.call(prc.get, { prcNo })).stt
const todo = async ({ client }: Person) =>
  (await client.call(box.getpage, { tab: 'todo', openFlag: '1' })).datas.map(({ title }) => title)

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

test('what is refused is over, needs a word, and asks nobody any more', async () => {
  const { start, starter, one } = await makeFlow(server, ({ one, two }) => [
    step(1, '审批', { empNos: [one.empNo, two.empNo], mode: 'all' }),
  ])
  const prcNo = await start()
  const tskNo = (await taskOf(one, prcNo)) ?? ''
  expect(await one.client.answer(tsk.reject, { tskNo, word: ' ' })).toMatchObject({ code: 10001, message: '原因不能为空' })
  await one.client.call(tsk.reject, { tskNo, word: '人手不够' })
  expect(await sttOf(starter, prcNo)).toBe('3')
  expect(await one.client.answer(tsk.pass, { tskNo })).toMatchObject({ code: 10001, message: '这个申请已经驳回，不用再处理' })
})

test('where all have to agree nobody passes it alone; where one suffices the others are asked no more', async () => {
  const all = await makeFlow(server, ({ one, two }) => [step(1, '会签', { empNos: [one.empNo, two.empNo], mode: 'all' })])
  const first = await all.start()
  await pass(all.one, first)
  expect(await sttOf(all.starter, first)).toBe('1')
  await pass(all.two, first)
  expect(await sttOf(all.starter, first)).toBe('2')
  const any = await makeFlow(server, ({ one, two }) => [step(1, '审批', { empNos: [one.empNo, two.empNo] })])
  const second = await any.start()
  await pass(any.two, second)
  expect(await sttOf(any.starter, second)).toBe('2')
  expect(await todo(any.one)).toEqual([])
  expect(await taskOf(any.one, second)).toBeUndefined()
})

test('two who decide at once do so one after the other, and the second hears that it is done', async () => {
  const { start, starter, one, two } = await makeFlow(server, ({ one, two }) => [
    step(1, '审批', { empNos: [one.empNo, two.empNo] }),
  ])
  const prcNo = await start()
  const tasks = await Promise.all([one, two].map(async (person) => [person, (await taskOf(person, prcNo)) ?? ''] as const))
  const codes = await Promise.all(tasks.map(async ([{ client }, tskNo]) => (await client.answer(tsk.pass, { tskNo })).code))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes).toContain(10001)
  expect((await starter.client.call(prc.get, { prcNo })).deeds.filter(({ stt }) => stt === '2')).toHaveLength(1)
})

test('what is returned to its starter is changed and handed in again, and comes back to the step that wanted it', async () => {
  const { start, starter, one, two } = await twoSteps()
  const prcNo = await start()
  await pass(one, prcNo)
  const tskNo = (await taskOf(two, prcNo)) ?? ''
  await two.client.call(tsk.back, { tskNo, step: 0, againFlag: '0', word: '写明去哪里' })
  expect(await sttOf(starter, prcNo)).toBe('4')
  expect(await todo(starter)).toEqual(['请修改后重新提交：陈老师的请假'])
  await starter.client.call(prc.resend, { prcNo, vals: { ...filled, c1: '回老家' }, chosen: {} })
  expect(await todo(starter)).toEqual([])
  expect(await taskOf(one, prcNo)).toBeUndefined()
  expect((await two.client.call(prc.get, { prcNo })).vals).toMatchObject({ c1: '回老家' })
  await pass(two, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
})

test('what is returned to an earlier step walks the steps between again', async () => {
  const { start, starter, one, two } = await twoSteps()
  const prcNo = await start()
  await pass(one, prcNo)
  await two.client.call(tsk.back, { tskNo: (await taskOf(two, prcNo)) ?? '', step: 1, againFlag: '1', word: '再看看课表' })
  expect(await taskOf(two, prcNo)).toBeUndefined()
  await pass(one, prcNo)
  await pass(two, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
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

test('fields of a step are filled in there, by whoever decides, and signed where the step wants it', async () => {
  const { start, starter, one, flowNo } = await makeFlow(
    server,
    ({ one }) => [step(1, '总务处理', { empNos: [one.empNo], fills: ['c4'], signFlag: '1' })],
    leaveColumns.map((column) => (column.clmnNo === 'c4' ? { ...column, mustFlag: '1' as const } : column)),
  )
  const { billClmns } = await starter.client.call(prc.getform, { flowNo })
  expect(billClmns.map(({ clmnNo }) => clmnNo)).toEqual(['c1', 'c2', 'c3'])
  const prcNo = await start({ vals: { ...filled, c4: '自己写的' } })
  const tskNo = (await taskOf(one, prcNo)) ?? ''
  const sign = [[1, 2, 3, 4]]
  expect(await one.client.answer(tsk.pass, { tskNo })).toMatchObject({ code: 10001, message: '请先签名' })
  expect(await one.client.answer(tsk.pass, { tskNo, sign })).toMatchObject({ code: 10001, message: '处理结果不能为空' })
  await one.client.call(tsk.pass, { tskNo, sign, vals: { c4: '已修好', c1: '改写' } })
  const over = await starter.client.call(prc.get, { prcNo })
  expect(over).toMatchObject({ stt: '2', vals: { c1: '家里有事', c4: '已修好' }, deeds: [{ sign }] })
})

test('a task is given to somebody else, who decides instead', async () => {
  const { start, starter, one, three } = await twoSteps()
  const prcNo = await start()
  const tskNo = (await taskOf(one, prcNo)) ?? ''
  expect(await one.client.answer(tsk.giveon, { tskNo, empNo: starter.empNo })).toMatchObject({ message: '不能转交给发起人' })
  await one.client.call(tsk.giveon, { tskNo, empNo: three.empNo, word: '我出差' })
  expect(await todo(one)).toEqual([])
  expect(await todo(three)).toEqual(['请审批：陈老师的请假'])
  await pass(three, prcNo)
  expect((await starter.client.call(prc.get, { prcNo })).deeds[1]).toMatchObject({ empName: '周会计', why: '王主任转交' })
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

test('who decides by what they saw before a change is told so', async () => {
  const { start, one } = await makeFlow(server, ({ one, two }) => [
    step(1, '会签', { empNos: [one.empNo, two.empNo], mode: 'all' }),
  ])
  const prcNo = await start()
  const { ver } = await one.client.call(prc.get, { prcNo })
  expect((await one.client.answer(tsk.pass, { tskNo: (await taskOf(one, prcNo)) ?? '', ver: ver + 1 })).code).toBe(10004)
})

test('several are passed at once, and what cannot be is told and stays', async () => {
  const { start, starter, one } = await twoSteps()
  const [first, second] = [await start(), await start()]
  const tskNos = [await taskOf(one, first), await taskOf(one, second)] as string[]
  await starter.client.call(prc.withdraw, { prcNo: second })
  expect(await one.client.call(tsk.many, { tskNos })).toEqual({
    doneCnt: 1,
    failed: [{ title: '陈老师的请假', why: '发起人已经撤回这个申请，不用再处理' }],
  })
})

test('those to whom a step sends copies see it, and have nothing to do', async () => {
  const { start, one, three } = await makeFlow(server, ({ one, three }) => [
    step(1, '审批', { empNos: [one.empNo], ccNos: [three.empNo] }),
  ])
  const prcNo = await start()
  expect((await three.client.answer(prc.get, { prcNo })).code).toBe(10002)
  await pass(one, prcNo)
  expect((await three.client.call(tsk.getpage, { tab: 'copy' })).datas).toMatchObject([{ prcNo, prcStt: '2' }])
  expect((await three.client.call(prc.get, { prcNo })).task).toBeNull()
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
