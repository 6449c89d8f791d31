import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDelegations } from '#domain/approvals/delegating.ts'
import { escalateLate } from '#domain/approvals/escalating.ts'
import { box } from '#features/user/box/box.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { makeFlow, makeTwoSteps, pass, step, sttOf, taskOf, todo } from '../../../../../test/support/approvals.ts'
import { asOwner, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { tsk } from '../tsk.contract.ts'
import { delegations } from './tsk.delegations.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const at = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
const hand = (from: Person, to: Person, more: object = {}) =>
  from.client.answer(delegations.delegate, { toNo: to.empNo, sTm: at(-1), eTm: at(24), ...more })

test('while a delegation holds, open and new tasks go to the delegate, named for whom, and afterwards to their owner again', async () => {
  const { start, starter, one, three } = await makeTwoSteps(server)
  const before = await start()
  expect(await hand(one, three)).toMatchObject({ code: 0 })
  expect(await taskOf(one, before)).toBeUndefined()
  expect(await todo(one)).toEqual([])
  const during = await start()
  expect(await taskOf(one, during)).toBeUndefined()
  expect((await three.client.call(tsk.getpage, { tab: 'todo' })).datas).toMatchObject([
    { prcNo: during, forName: '王主任' },
    { prcNo: before, forName: '王主任' },
  ])
  const { datas } = await three.client.call(box.getpage, { tab: 'todo', openFlag: '1' })
  expect(datas).toHaveLength(2)
  await pass(three, during)
  expect((await starter.client.call(prc.get, { prcNo: during })).deeds[0]).toMatchObject({
    empName: '周会计',
    forName: '王主任',
    stt: '2',
  })
  const [{ dlgNo } = { dlgNo: '' }] = await one.client.call(delegations.getdelegations, {})
  expect(await three.client.call(delegations.getdelegations, {})).toMatchObject([
    { mineFlag: '0', empName: '王主任', onFlag: '1' },
  ])
  expect(await three.client.answer(delegations.enddelegation, { dlgNo })).toMatchObject({ code: 10002 })
  await one.client.call(delegations.enddelegation, { dlgNo })
  expect(await taskOf(one, await start())).toBeDefined()
})

test('nobody decides about what they handed in by delegation, and nothing is given on twice', async () => {
  const { start, starter, one, two, three } = await makeTwoSteps(server)
  await hand(one, starter)
  expect(await taskOf(one, await start())).toBeDefined()
  const other = await makeTwoSteps(server)
  await hand(other.one, other.two)
  await hand(other.two, other.three)
  const prcNo = await other.start()
  expect(await taskOf(other.two, prcNo)).toBeDefined()
  expect(await taskOf(other.three, prcNo)).toBeUndefined()
  expect([two.empNo, three.empNo]).not.toContain(starter.empNo)
})

test('a delegation to oneself, into the past, backwards or over another is refused with what is wrong', async () => {
  const { one, two, three, flowNo } = await makeTwoSteps(server)
  const said = async (more: object, to = two) => (await hand(one, to, more)).message
  expect(await said({}, one)).toBe('不能委托给自己')
  expect(await said({ sTm: at(2), eTm: at(1) })).toBe('结束要在开始之后')
  expect(await said({ sTm: at(-3), eTm: at(-2) })).toBe('结束时间已经过去')
  expect(await said({ flowNos: ['W00000000'] })).toBe('所选流程有的已不存在，请重新选择')
  expect(await hand(one, two, { flowNos: [flowNo] })).toMatchObject({ code: 0 })
  expect(await said({}, three)).toMatch(/^这段时间已经委托给李校长（.+），请先结束那个委托，或换一段时间$/)
  expect(await hand(one, three, { sTm: at(24), eTm: at(48) })).toMatchObject({ code: 0 })
})

test('a delegation that begins later takes over what is open then, by the clock', async () => {
  const { start, one, three, entNo } = await makeTwoSteps(server)
  const prcNo = await start()
  await hand(one, three, { sTm: at(1), eTm: at(5) })
  await beginDelegations(server.services, entNo)
  expect(await taskOf(one, prcNo)).toBeDefined()
  await asOwner(server, entNo, (db) => sql`update deleg set s_tm = now() - interval '1 minute'`.execute(db))
  for (const _ of [1, 2]) await beginDelegations(server.services, entNo)
  expect(await taskOf(one, prcNo)).toBeUndefined()
  expect((await three.client.call(prc.get, { prcNo })).deeds).toMatchObject([{ stt: '5' }, { stt: '1', forName: '王主任' }])
})

test('a step that wants two of three goes on when two agree, and says how many are still wanted', async () => {
  const { start, starter, one, two, three } = await makeFlow(server, ({ one, two, three }) => [
    step(1, '会签', { empNos: [one.empNo, two.empNo, three.empNo], mode: 'some', cnt: 2 }),
  ])
  const prcNo = await start()
  await pass(one, prcNo)
  expect(await starter.client.call(prc.get, { prcNo })).toMatchObject({ stt: '1', want: { cnt: 2, doneCnt: 1 } })
  await pass(three, prcNo)
  expect(await sttOf(starter, prcNo)).toBe('2')
  expect(await taskOf(two, prcNo)).toBeUndefined()
})

test('a field that a step hides is seen by others, but not by who decides there', async () => {
  const { start, starter, one, two } = await makeFlow(server, ({ one, two }) => [
    step(1, '主任', { empNos: [one.empNo], hides: ['c3'] }),
    step(2, '校长', { empNos: [two.empNo] }),
  ])
  const prcNo = await start()
  const seen = await one.client.call(prc.get, { prcNo })
  expect(seen.billClmns.map(({ clmnNo }) => clmnNo)).not.toContain('c3')
  expect(Object.keys(seen.vals)).not.toContain('c3')
  expect(await one.client.answer(prc.reveal, { prcNo, clmnNo: 'c3' })).toMatchObject({ code: 10002 })
  await pass(one, prcNo)
  expect(Object.keys((await one.client.call(prc.get, { prcNo })).vals)).not.toContain('c3')
  expect(Object.keys((await two.client.call(prc.get, { prcNo })).vals)).toContain('c3')
  expect(Object.keys((await starter.client.call(prc.get, { prcNo })).vals)).toContain('c3')
})

test('what is not decided in the hours of a step is told to others once, and stays with who decides', async () => {
  const { start, admin, starter, one, entNo } = await makeFlow(server, ({ one }) => [
    step(1, '主任', { empNos: [one.empNo], escHrs: 2, escTo: 'keeper' }),
  ])
  const prcNo = await start()
  await escalateLate(server.services, entNo)
  const titles = async () => (await admin.client.call(box.getpage, { tab: 'notice' })).datas.map(({ title }) => title)
  expect(await titles()).not.toContain('超时未审批：陈老师的请假')
  await asOwner(server, entNo, (db) => sql`update tsk set came_tm = now() - interval '3 hours'`.execute(db))
  for (const _ of [1, 2]) await escalateLate(server.services, entNo)
  expect((await titles()).filter((title) => title === '超时未审批：陈老师的请假')).toHaveLength(1)
  expect(await taskOf(admin, prcNo)).toBeUndefined()
  expect(await taskOf(one, prcNo)).toBeDefined()
  expect(await sttOf(starter, prcNo)).toBe('1')
})
