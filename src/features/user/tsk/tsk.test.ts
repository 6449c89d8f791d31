import { afterAll, beforeAll, expect, test } from 'vitest'
import { tsk } from './tsk.contract.ts'
import {
  filled,
  leaveColumns,
  makeFlow,
  makeTwoSteps,
  pass,
  step,
  sttOf,
  taskOf,
  todo,
} from '../../../../test/support/approvals.ts'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { prc } from '#features/user/prc/prc.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const twoSteps = () => makeTwoSteps(server)

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
    failed: [{ tskNo: tskNos[1], title: '陈老师的请假', why: '发起人已经撤回这个申请，不用再处理' }],
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
