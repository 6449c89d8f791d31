import { afterAll, beforeAll, expect, test } from 'vitest'
import { chinaTime, VisitState } from '#domain/visits/visits.contract.ts'
import { clientOf, startServer, type TestServer, unrecorded } from '../../../../test/support/harness.ts'
import { enter, type Gate, makeGate, register } from '../../../../test/support/visits.ts'
import { history } from '#contract/shell/history.contract.ts'
import { mVisit } from '../../m/visit/visit.contract.ts'
import { vst } from './vst.contract.ts'

let server: TestServer
let gate: Gate
beforeAll(async () => {
  server = await startServer()
  gate = await makeGate(server)
})
afterAll(() => server.close())

const { waiting, agreed, refused, inside, left, expired, cancelled } = VisitState
const names = {
  [waiting]: '待确认',
  [agreed]: '已同意',
  [refused]: '已拒绝',
  [inside]: '已入校',
  [left]: '已离校',
  [expired]: '已过期',
  [cancelled]: '已取消',
} as const
type State = keyof typeof names

/** Lists the actions on a visit: the call, its name, and where it leads from which states. */
const actions = {
  同意: { call: vst.pass, leads: { [waiting]: agreed } },
  拒绝: { call: vst.reject, more: { answer: '当天外出' }, leads: { [waiting]: refused } },
  取消: { call: vst.cancel, leads: { [waiting]: cancelled, [agreed]: cancelled } },
  登记到访: { call: vst.arrive, leads: { [agreed]: inside } },
  登记离开: { call: vst.leave, leads: { [inside]: left } },
} as const

/** Makes a visit in a state of its own. */
async function visitIn(stt: State): Promise<string> {
  const vstNo = await enter(gate)
  const kept = stt === expired ? agreed : stt
  await server.owner.query('update vst set stt = $2 where vst_no = $1', [vstNo, kept])
  if (stt === expired) await over(vstNo)
  return vstNo
}

const over = (vstNo: string) =>
  unrecorded(
    server,
    'vst',
    `update vst set plan_s_dt = now() - interval '2 hours', plan_e_dt = now() - interval '1 hour' where vst_no = $1`,
    [vstNo],
  )

const cells = Object.keys(names).flatMap((stt) =>
  Object.keys(actions).map((said) => [names[stt as State], said, stt as State] as const),
)

test.each(cells)('a visit that is %s: %s', async (name, said, stt) => {
  const { call, leads, ...rest } = actions[said as keyof typeof actions]
  const vstNo = await visitIn(stt)
  const to = (leads as Record<string, State | undefined>)[stt]
  const { code, message } = await gate.admin.client.answer(call, { vstNo, ...('more' in rest && rest.more) })
  if (to) expect(code).toBe(0)
  else expect([code, message]).toEqual([10001, `这次来访${name}，不能${said}`])
  expect((await gate.admin.client.call(vst.get, { vstNo })).stt).toBe(to ?? stt)
})

test('of a host who agrees and refuses at the same moment one answer counts', async () => {
  const { admin, host } = gate
  for (let round = 0; round < 5; round++) {
    const vstNo = await enter(gate)
    const answers = await Promise.all([
      host.client.answer(vst.pass, { vstNo }),
      admin.client.answer(vst.reject, { vstNo, answer: '外出' }),
      admin.client.answer(vst.pass, { vstNo }),
    ])
    expect(answers.filter(({ code }) => code === 0).length).toBe(1)
  }
})

test('the entry code lets in once and out once, under the name that it belongs to', async () => {
  const { admin } = gate
  const vstNo = await enter(gate)
  await admin.client.call(vst.pass, { vstNo })
  const { passNo } = await admin.client.call(vst.get, { vstNo })
  const at = { passNo: passNo as string, gate: '东门' }
  expect(await admin.client.call(vst.arrive, at)).toEqual({ vstNo, vstName: '欧阳访客', pht: null })
  expect((await admin.client.answer(vst.arrive, at)).message).toBe('这次来访已入校，不能登记到访')
  await admin.client.call(vst.leave, { ...at, gate: '西门' })
  expect(await admin.client.call(vst.get, { vstNo })).toMatchObject({ gate: '东门', outGate: '西门' })
  expect((await admin.client.answer(vst.arrive, at)).message).toBe('没有这个入校码，或来访已过期、已离校')
  expect((await admin.client.answer(vst.arrive, {})).message).toBe('请输入入校码，或在列表里选一次来访')
})

test('nobody is let in before the day', async () => {
  const { client } = gate.admin
  const vstNo = await enter(gate, { c6: chinaTime(48), c7: chinaTime(50) })
  await client.call(vst.pass, { vstNo })
  expect((await client.answer(vst.arrive, { vstNo })).message).toBe('预约的日子还没有到，不能登记到访')
})

test('a visitor calls a visit off, and not when inside', async () => {
  const { admin } = gate
  const key = await register(server, gate, { c1: '临时有事' })
  const [row] = (await admin.client.call(vst.getvstnotepersonalpage, { keyWord: '临时有事' })).datas
  const vstNo = row?.vstNo as string
  await clientOf(server).call(mVisit.cancel, { key })
  expect((await admin.client.answer(vst.pass, { vstNo })).message).toBe('这次来访已取消，不能同意')
  expect((await clientOf(server).answer(mVisit.cancel, { key })).message).toBe('这次来访已取消，不能取消')
})

test('what is over does not wait again, and a code that another visit has got meanwhile is not given back', async () => {
  const { client } = gate.admin
  const undoing = async (op: string) => (await client.answer(history.undo, { op })).message
  const refusedOne = await enter(gate)
  await client.call(vst.reject, { vstNo: refusedOne, answer: '外出' })
  await over(refusedOne)
  // Sets the state as if it had been so before.
  await server.owner.query(
    `update history h set before = before || jsonb_build_object('plan_s_dt', v.plan_s_dt, 'plan_e_dt', v.plan_e_dt)
      from vst v where v.vst_no = $1 and h.tbl = 'vst' and h.key ->> 'vst_no' = $1 and h.before is not null`,
    [refusedOne],
  )
  expect(await undoing(client.lastOp)).toBe('“欧阳访客”的来访时间已过，不能撤销')

  const [called, other] = [await enter(gate), await enter(gate)]
  for (const vstNo of [called, other]) await client.call(vst.pass, { vstNo })
  await client.call(vst.cancel, { vstNo: called })
  const cancelling = client.lastOp
  const { rows } = await server.owner.query('select pass_no from vst where vst_no = $1', [called])
  await server.owner.query('update vst set pass_no = $2 where vst_no = $1', [other, rows[0].pass_no])
  expect(await undoing(cancelling)).toBe('来访“欧阳访客”的入校码已被别的记录使用，不能撤销')
})
