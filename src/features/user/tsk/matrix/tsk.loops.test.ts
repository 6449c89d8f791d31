import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceLeavers } from '#domain/approvals/leavers.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tasksOf, waitingOf } from '../../../../../test/support/approvalCrowd.ts'
import { filled, makeFlow, pass, step, sttOf, taskOf, todo } from '../../../../../test/support/approvals.ts'
import { type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { tsk } from '../tsk.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const rounds = 20

const makeThree = () =>
  makeFlow(server, ({ one, two, three }) => [
    step(1, '会签', { empNos: [one.empNo, two.empNo], mode: 'all' }),
    step(2, '会计', { empNos: [three.empNo] }),
  ])

const back = async (person: Person, prcNo: string, more: object) =>
  person.client.call(tsk.back, { tskNo: (await taskOf(person, prcNo)) ?? '', word: '再改改', step: 0, ...more })

test('what is returned and handed in again twenty times keeps every deed, asks whom it should, and is read at once', async () => {
  const { start, starter, one, two, three, entNo } = await makeThree()
  const within = { server, entNo }
  const prcNo = await start()
  for (let round = 1; round <= rounds; round++) {
    await pass(one, prcNo, { word: `第 ${round} 次同意` })
    await back(two, prcNo, { word: `第 ${round} 次退回` })
    expect(await waitingOf(within, prcNo)).toEqual({ 0: 1 })
    await starter.client.call(prc.resend, { prcNo, vals: { ...filled, c1: `第 ${round} 次修改` }, chosen: {} })
    expect(await waitingOf(within, prcNo)).toEqual({ 1: 2 })
  }
  const began = performance.now()
  const { deeds, vals, want, task, stt } = await two.client.call(prc.get, { prcNo })
  expect(performance.now() - began).toBeLessThan(1000)
  expect([stt, vals.c1, want, task !== null]).toEqual(['1', `第 ${rounds} 次修改`, { cnt: 2, doneCnt: 0 }, true])
  // Counts two who are asked and one who hands in again in each round, and the two who are asked now.
  expect(deeds).toHaveLength(3 * rounds + 2)
  const words = deeds.map(({ word }) => word)
  for (let round = 1; round <= rounds; round++)
    for (const said of ['同意', '退回']) expect(words.filter((word) => word === `第 ${round} 次${said}`)).toHaveLength(1)
  expect(words.filter((word) => word === '重新提交')).toHaveLength(rounds)
  for (const person of [one, two]) expect(await todo(person)).toEqual(['请审批：陈老师的请假'])
  expect(await todo(starter)).toEqual([])
  await pass(one, prcNo)
  await pass(two, prcNo)
  await pass(three, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
  expect(await waitingOf(within, prcNo)).toEqual({})
  for (const person of [one, two, three]) expect(await todo(person)).toEqual([])
})

test('what goes back and forth between steps twenty times wants every agreement anew, and passes when all agree in one round', async () => {
  const { start, starter, one, two, three, entNo } = await makeThree()
  const within = { server, entNo }
  const prcNo = await start()
  for (let round = 1; round <= rounds; round++) {
    await pass(one, prcNo)
    expect(await waitingOf(within, prcNo)).toEqual({ 1: 1 })
    await pass(two, prcNo)
    expect(await waitingOf(within, prcNo)).toEqual({ 2: 1 })
    await back(three, prcNo, { step: 1, againFlag: round % 2 ? '1' : '0' })
    expect(await waitingOf(within, prcNo)).toEqual({ 1: 2 })
  }
  expect((await tasksOf(within, prcNo)).filter(({ stt }) => stt === '4')).toHaveLength(rounds)
  for (const person of [one, two, three]) await pass(person, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
})

test('who agreed before it was returned and changed is asked in the next step, whatever they agreed to then', async () => {
  const { start, starter, one, two, three, entNo } = await makeFlow(server, ({ one, two, three }) => [
    step(1, '主任', { empNos: [one.empNo, two.empNo] }),
    step(2, '会签', { empNos: [one.empNo, three.empNo], mode: 'all' }),
  ])
  const prcNo = await start()
  await pass(one, prcNo)
  expect(await waitingOf({ server, entNo }, prcNo)).toEqual({ 2: 1 })
  await back(three, prcNo, {})
  await starter.client.call(prc.resend, { prcNo, vals: { ...filled, c1: '改成两个月' }, chosen: {} })
  await pass(two, prcNo)
  expect(await waitingOf({ server, entNo }, prcNo)).toEqual({ 2: 2 })
  await pass(three, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('1')
  await pass(one, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
})

test('what was returned and came back to the step that wanted it is decided there, however often, and the steps between are left alone', async () => {
  const { start, starter, one, two, three, entNo } = await makeThree()
  const prcNo = await start()
  await pass(one, prcNo)
  await pass(two, prcNo)
  for (let round = 1; round <= rounds; round++) {
    await back(three, prcNo, { againFlag: '0' })
    await starter.client.call(prc.resend, { prcNo, vals: filled, chosen: {} })
    expect(await waitingOf({ server, entNo }, prcNo)).toEqual({ 2: 1 })
  }
  await pass(three, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
  expect((await tasksOf({ server, entNo }, prcNo)).filter(({ step: at }) => at === 1)).toHaveLength(2)
})

test('who agreed before it was returned takes over from who is asked now and leaves', async () => {
  const made = await makeFlow(server, ({ two }) => [
    step(1, '分管领导', { who: 'chosen' }),
    step(2, '校长', { empNos: [two.empNo] }),
  ])
  const { start, starter, one, two, admin, entNo } = made
  const prcNo = await start({ chosen: { s1: [admin.empNo] } })
  await pass(admin, prcNo)
  await back(two, prcNo, {})
  await starter.client.call(prc.resend, { prcNo, vals: filled, chosen: { s1: [one.empNo] } })
  await admin.client.call(emp.delete, { empNo: one.empNo })
  await replaceLeavers(server.services, entNo)
  expect(await taskOf(admin, prcNo)).toBeDefined()
  expect(await waitingOf({ server, entNo }, prcNo)).toEqual({ 1: 1 })
})
