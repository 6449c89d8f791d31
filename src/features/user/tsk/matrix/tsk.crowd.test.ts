import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceLeavers } from '#domain/approvals/leavers.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { askedOf, type Crowd, makeCrowd, passAll, tasksOf, waitingOf } from '../../../../../test/support/approvalCrowd.ts'
import { filled, pass, sttOf, taskOf, todo } from '../../../../../test/support/approvals.ts'
import { asOwner, makePerson, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { tsk } from '../tsk.contract.ts'

let server: TestServer
let made: Crowd
beforeAll(async () => {
  server = await sharedServer()
  made = await makeCrowd(server)
})
afterAll(() => server.close())

const any = { mode: 'any' } as const
const all = { mode: 'all' } as const
const some = (cnt: number) => ({ mode: 'some' as const, cnt })

/** Ends an employment as the office does. */
const leave = (from: Crowd, empNo: string) => from.admin.client.call(emp.delete, { empNo })

test.each([any, all, some(3)])(
  'where nobody holds the role ($mode), those who look after flows decide, and it never passes by itself',
  async (mode) => {
    await made.decideBy([], mode)
    const prcNo = await made.start()
    expect(await tasksOf(made, prcNo)).toMatchObject([{ step: 1, empNo: made.admin.empNo, stt: '1' }])
    await pass(made.admin, prcNo)
    expect(await waitingOf(made, prcNo)).toEqual({ 2: 1 })
    expect(await sttOf(made.starter, prcNo)).toBe('1')
  },
)

test.each([any, all, some(3)])('where one alone holds the role ($mode), that one suffices', async (mode) => {
  await made.decideBy(made.crowd.slice(0, 1), mode)
  const prcNo = await made.start()
  expect((await made.starter.client.call(prc.get, { prcNo })).want).toBeNull()
  await passAll(await askedOf(made, prcNo))
  expect(await waitingOf(made, prcNo)).toEqual({ 2: 1 })
})

test.each([
  { ...any, wanted: 1 },
  { ...all, wanted: 40 },
  { ...some(3), wanted: 3 },
  { ...some(20), wanted: 20 },
])(
  'of forty ($mode) it goes on when $wanted have agreed, not before, and the others are asked no more',
  async ({ wanted, ...mode }) => {
    await made.decideBy(made.crowd, mode)
    const prcNo = await made.start()
    const asked = await askedOf(made, prcNo)
    expect(asked).toHaveLength(40)
    await passAll(asked.slice(0, wanted - 1))
    expect(await waitingOf(made, prcNo)).toEqual({ 1: 41 - wanted })
    const seen = await made.starter.client.call(prc.get, { prcNo })
    expect(seen.want).toEqual(wanted > 1 ? { cnt: wanted, doneCnt: wanted - 1 } : null)
    await passAll(asked.slice(wanted - 1, wanted))
    expect(await waitingOf(made, prcNo)).toEqual({ 2: 1 })
    expect((await tasksOf(made, prcNo)).filter(({ stt }) => stt === '6')).toHaveLength(40 - wanted)
    expect(await todo(made.crowd.at(-1) as (typeof made.crowd)[0])).toEqual([])
  },
)

test.each([
  { ...any, taken: 1 },
  { ...all, taken: 40 },
  { ...some(7), taken: 7 },
])(
  'forty decide at the same moment ($mode): $taken count, the others hear that it is done, and the next step opens once',
  async ({ taken, ...mode }) => {
    await made.decideBy(made.crowd, mode)
    const before = (await todo(made.two)).length
    const prcNo = await made.start()
    const asked = await askedOf(made, prcNo)
    const answers = await Promise.all(asked.map(({ person, tskNo }) => person.client.answer(tsk.pass, { tskNo })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(taken)
    expect(new Set(answers.filter(({ code }) => code !== 0).map(({ message }) => message))).toEqual(
      new Set(taken < 40 ? ['这一步已经处理过，或已由别人处理'] : []),
    )
    expect(await waitingOf(made, prcNo)).toEqual({ 2: 1 })
    expect((await tasksOf(made, prcNo)).filter(({ stt }) => stt === '2')).toHaveLength(taken)
    expect(await todo(made.two)).toHaveLength(before + 1)
  },
)

test('where some pass, refuse, return and give on at the same moment, one of them decides and the state is that one’s', async () => {
  await made.decideBy(made.crowd, any)
  const prcNo = await made.start()
  const asked = await askedOf(made, prcNo)
  const acts = [
    { call: tsk.pass, more: {}, stt: '1' },
    { call: tsk.reject, more: { word: '不行' }, stt: '3' },
    { call: tsk.back, more: { word: '请改', step: 0 }, stt: '4' },
  ]
  const answers = await Promise.all(
    asked.map(async ({ person, tskNo }, at) => {
      const { call, more, stt } = acts[at % 3] as (typeof acts)[0]
      return { stt, code: (await person.client.answer(call, { tskNo, ...more })).code }
    }),
  )
  const decided = answers.filter(({ code }) => code === 0)
  expect(decided).toHaveLength(1)
  expect(await sttOf(made.starter, prcNo)).toBe(decided[0]?.stt)
  const waiting = Object.values(await waitingOf(made, prcNo)).reduce((sum, count) => sum + count, 0)
  expect(waiting).toBe(decided[0]?.stt === '3' ? 0 : 1)
})

test('the starter withdraws while forty decide: it is withdrawn or went on, and never both', async () => {
  await made.decideBy(made.crowd, any)
  const prcNo = await made.start()
  const asked = await askedOf(made, prcNo)
  const [withdrawn, ...passed] = await Promise.all([
    made.starter.client.answer(prc.withdraw, { prcNo }),
    ...asked.map(({ person, tskNo }) => person.client.answer(tsk.pass, { tskNo })),
  ])
  const went = passed.filter(({ code }) => code === 0).length
  expect([withdrawn?.code === 0 ? 1 : 0, went].reduce((sum, count) => sum + count)).toBe(1)
  expect(await sttOf(made.starter, prcNo)).toBe(went === 1 ? '1' : '5')
  expect(await waitingOf(made, prcNo)).toEqual(went === 1 ? { 2: 1 } : {})
})

test('one of those who all have to agree leaves: the others suffice, and only they are hastened', async () => {
  const other = await makeCrowd(server, 4)
  await other.decideBy(other.crowd, all)
  const prcNo = await other.start()
  await leave(other, other.crowd[0]?.empNo ?? '')
  await replaceLeavers(server.services, other.entNo)
  expect(await waitingOf(other, prcNo)).toEqual({ 1: 3 })
  expect(await other.starter.client.call(prc.urge, { prcNo })).toEqual({ remindCnt: 3 })
  await passAll(await askedOf(other, prcNo))
  expect(await waitingOf(other, prcNo)).toEqual({ 2: 1 })
})

test('the last of those who have to agree leaves: somebody else is asked, and what the others agreed to does not pass it', async () => {
  const other = await makeCrowd(server, 3)
  await other.decideBy(other.crowd, all)
  const prcNo = await other.start()
  await passAll((await askedOf(other, prcNo)).slice(0, 2))
  await leave(other, other.crowd[2]?.empNo ?? '')
  for (const _ of [1, 2]) await replaceLeavers(server.services, other.entNo)
  expect(await sttOf(other.starter, prcNo)).toBe('1')
  expect(await waitingOf(other, prcNo)).toEqual({ 1: 1 })
  await pass(other.admin, prcNo)
  expect(await waitingOf(other, prcNo)).toEqual({ 2: 1 })
})

test('all forty leave: their tasks go to who holds the role by then, once, and without such to those who look after flows', async () => {
  const roleNo = await made.decideBy(made.crowd, some(20))
  const [followed, alone] = [await made.start(), await made.start()]
  for (const { empNo } of made.crowd) await leave(made, empNo)
  for (const _ of [1, 2]) await replaceLeavers(server.services, made.entNo)
  for (const prcNo of [followed, alone]) {
    expect((await tasksOf(made, prcNo)).filter(({ stt }) => stt === '6')).toHaveLength(40)
    expect(await taskOf(made.admin, prcNo)).toBeDefined()
    expect(await waitingOf(made, prcNo)).toEqual({ 1: 1 })
  }
  const heir = await makePerson(made.school, { name: '新评委', roles: ['P030STAFF', roleNo] })
  const later = await made.start()
  expect(await taskOf(heir, later)).toBeDefined()
  await pass(heir, later)
  expect(await waitingOf(made, later)).toEqual({ 2: 1 })
  const heirs = await makeCrowd(server, 2)
  const held = await heirs.decideBy(heirs.crowd.slice(0, 1), any)
  const prcNo = await heirs.start()
  const [left, next] = heirs.crowd
  await leave(heirs, left?.empNo ?? '')
  await asOwner(server, heirs.entNo, (db) =>
    db
      .insertInto('emprole')
      .values({ entNo: heirs.entNo, empNo: next?.empNo ?? '', roleNo: held })
      .execute(),
  )
  await replaceLeavers(server.services, heirs.entNo)
  expect(await askedOf(heirs, prcNo)).toMatchObject([{ person: { empNo: next?.empNo } }])
})

test('where there is nobody at all, nothing is handed in and nothing goes on: it is told, and stays as it was', async () => {
  const other = await makeCrowd(server, 1)
  await other.decideBy(other.crowd, any)
  const prcNo = await other.start()
  await leave(other, other.two.empNo)
  await server.owner.query('delete from emprole where ent_no = $1 and emp_no = $2', [other.entNo, other.admin.empNo])
  const [asked] = await askedOf(other, prcNo)
  expect((await asked?.person.client.answer(tsk.pass, { tskNo: asked.tskNo }))?.message).toBe(
    '“校长”没有人可以审批，请联系管理员调整审批流程',
  )
  expect(await waitingOf(other, prcNo)).toEqual({ 1: 1 })
  await server.owner.query(`update emp set stt = '0' where ent_no = $1 and emp_no = $2`, [other.entNo, asked?.person.empNo])
  await replaceLeavers(server.services, other.entNo)
  expect(await sttOf(other.starter, prcNo)).toBe('1')
  expect(await other.starter.client.answer(prc.start, { flowNo: other.flowNo, vals: filled, chosen: {} })).toMatchObject({
    code: 10001,
    message: '“评审”没有人可以审批，请联系管理员调整审批流程',
  })
})
