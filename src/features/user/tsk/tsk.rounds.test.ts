import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeFlow, pass, step, sttOf, taskOf, todo } from '../../../../test/support/approvals.ts'
import { handOver } from '#domain/approvals/delegating.ts'
import { escalateLate } from '#domain/approvals/escalating.ts'
import { tellingIn } from '#domain/messages/events.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tsk } from './tsk.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

type Made = Awaited<ReturnType<typeof makeFlow>>

/** Lets 王主任 have somebody decide for them from an hour ago until tomorrow. */
const delegate = ({ entNo, one }: Made, to: { empNo: string }) =>
  server.owner.query(
    `insert into deleg (ent_no, emp_no, to_no, s_tm, e_tm) values ($1, $2, $3, now() - interval '1 hour', now() + interval '1 day')`,
    [entNo, one.empNo, to.empNo],
  )

test('where two of three have to agree, one alone does not pass it, and the third is asked no more', async () => {
  const made = await makeFlow(server, ({ one, two, three }) => [
    step(1, '会签', { empNos: [one.empNo, two.empNo, three.empNo], mode: 'some', cnt: 2 }),
  ])
  const prcNo = await made.start()
  await pass(made.one, prcNo)
  expect(await sttOf(made.starter, prcNo)).toBe('1')
  expect((await made.starter.client.call(prc.get, { prcNo })).want).toEqual({ cnt: 2, doneCnt: 1 })
  await pass(made.three, prcNo)
  expect(await sttOf(made.starter, prcNo)).toBe('2')
  expect(await taskOf(made.two, prcNo)).toBeUndefined()
})

test('who agreed before it was returned has to agree again', async () => {
  const made = await makeFlow(server, ({ one, two, three }) => [
    step(1, '会签', { empNos: [one.empNo, two.empNo, three.empNo], mode: 'some', cnt: 2 }),
  ])
  const prcNo = await made.start()
  await pass(made.one, prcNo)
  const tskNo = (await taskOf(made.two, prcNo)) ?? ''
  await made.two.client.call(tsk.back, { tskNo, step: 0, againFlag: '1', word: '写清楚' })
  await made.starter.client.call(prc.resend, { prcNo, vals: { c1: '改过' }, chosen: {} })
  await pass(made.three, prcNo)
  expect(await sttOf(made.starter, prcNo)).toBe('1')
  await pass(made.one, prcNo)
  expect(await sttOf(made.starter, prcNo)).toBe('2')
})

test('more who have to agree than are named is refused in words', async () => {
  const { admin, flowNo, one, two } = await makeFlow(server, ({ one }) => [step(1, '审批', { empNos: [one.empNo] })])
  const steps = [step(1, '会签', { empNos: [one.empNo, two.empNo], mode: 'some', cnt: 3 })]
  expect(await admin.client.answer(flow.update, { flowNo, steps: steps as never })).toMatchObject({
    code: 10001,
    message: '第 1 步“会签”：只指定了 2 个人，不能要求 3 个人同意',
  })
})

test('a field that a step hides is neither read nor revealed by who decides in it', async () => {
  const { start, one, starter } = await makeFlow(server, ({ one }) => [step(1, '审批', { empNos: [one.empNo], hides: ['c3'] })])
  const prcNo = await start()
  const seen = await one.client.call(prc.get, { prcNo })
  expect(seen.billClmns.map(({ clmnNo }) => clmnNo)).not.toContain('c3')
  expect(seen.vals).not.toHaveProperty('c3')
  expect((await one.client.answer(prc.reveal, { prcNo, clmnNo: 'c3' })).code).toBe(10002)
  expect((await starter.client.call(prc.get, { prcNo })).vals).toMatchObject({ c3: '13912345678' })
})

test('while somebody decides for another, what comes and what is open goes to them, marked so', async () => {
  const made = await makeFlow(server, ({ one }) => [step(1, '审批', { empNos: [one.empNo] })])
  const open = await made.start()
  await delegate(made, made.three)
  await tellingIn(server.services, { entNo: made.entNo, call: 'clock' }, (teller) => handOver(teller, made.entNo, made.one.empNo))
  const fresh = await made.start()
  expect(await todo(made.one)).toEqual([])
  for (const prcNo of [open, fresh]) {
    expect((await made.three.client.call(tsk.getpage, { tab: 'todo' })).datas.find((row) => row.prcNo === prcNo)).toMatchObject({
      forName: '王主任',
    })
    await pass(made.three, prcNo)
    expect((await made.starter.client.call(prc.get, { prcNo })).deeds.at(-1)).toMatchObject({
      empName: '周会计',
      forName: '王主任',
      stt: '2',
    })
  }
})

test('nobody decides by delegation about what they handed in themselves', async () => {
  const made = await makeFlow(server, ({ one }) => [step(1, '审批', { empNos: [one.empNo] })])
  await delegate(made, made.starter)
  const prcNo = await made.start()
  expect(await taskOf(made.one, prcNo)).toBeDefined()
  expect(await taskOf(made.starter, prcNo)).toBeUndefined()
})

test('what is not decided in time is told to those above once, and nobody decides it for the approver', async () => {
  const { start, entNo, one, starter, admin } = await makeFlow(server, ({ one }) => [
    step(1, '审批', { empNos: [one.empNo], escHrs: 24, escTo: 'keeper' }),
  ])
  const prcNo = await start()
  const copies = async () => (await admin.client.call(tsk.getpage, { tab: 'copy' })).datas.filter((row) => row.prcNo === prcNo)
  await escalateLate(server.services, entNo)
  expect(await copies()).toEqual([])
  await asOwner(server, entNo, (db) =>
    db
      .updateTable('tsk')
      .set({ cameTm: new Date(Date.now() - 25 * 3600_000).toISOString() as never })
      .where('prcNo', '=', prcNo)
      .execute(),
  )
  for (const _ of [1, 2]) await escalateLate(server.services, entNo)
  expect(await copies()).toHaveLength(1)
  expect(await sttOf(starter, prcNo)).toBe('1')
  expect(await taskOf(one, prcNo)).toBeDefined()
})

test('nobody agrees twice in one round: a task is not given to who has agreed already', async () => {
  const { start, one, two } = await makeFlow(server, ({ one, two, three }) => [
    step(1, '会签', { empNos: [one.empNo, two.empNo, three.empNo], mode: 'all' }),
  ])
  const prcNo = await start()
  await pass(one, prcNo)
  const tskNo = (await taskOf(two, prcNo)) ?? ''
  expect(await two.client.answer(tsk.giveon, { tskNo, empNo: one.empNo })).toMatchObject({
    message: '王主任已经同意这一步，请选别人',
  })
})

test('what is to be filled in is not passed among several, though it may stay empty', async () => {
  const { start, one } = await makeFlow(server, ({ one }) => [step(1, '办理', { empNos: [one.empNo], fills: ['c4'] })])
  const prcNo = await start()
  const tskNo = (await taskOf(one, prcNo)) ?? ''
  expect(await one.client.call(tsk.many, { tskNos: [tskNo] })).toEqual({
    doneCnt: 0,
    failed: [{ tskNo, title: '陈老师的请假', why: '这一步有要填写的内容，请打开处理' }],
  })
})
