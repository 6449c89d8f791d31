import { afterAll, beforeAll, expect, test } from 'vitest'
import { chinaTime, VisitState } from '#contract/visits.ts'
import { clientOf, startServer, type TestServer } from '../../../../test/harness.ts'
import { enter, type Gate, makeGate, register } from '../../../../test/visits.ts'
import { mHost } from '../../m/host/host.contract.ts'
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

/** What is done with a visit: how, what it is called, and where it leads from which states. */
const actions = {
  同意: { call: vst.pass, leads: { [waiting]: agreed } },
  拒绝: { call: vst.reject, more: { answer: '当天外出' }, leads: { [waiting]: refused } },
  取消: { call: vst.cancel, leads: { [waiting]: cancelled, [agreed]: cancelled } },
  登记到访: { call: vst.arrive, leads: { [agreed]: inside } },
  登记离开: { call: vst.leave, leads: { [inside]: left } },
} as const

/** A visit in a state of its own. */
async function visitIn(stt: State): Promise<string> {
  const vstNo = await enter(gate)
  const kept = stt === expired ? agreed : stt
  await server.owner.query('update vst set stt = $2 where vst_no = $1', [vstNo, kept])
  if (stt === expired)
    await server.owner.query(
      `update vst set plan_s_dt = now() - interval '2 hours', plan_e_dt = now() - interval '1 hour' where vst_no = $1`,
      [vstNo],
    )
  return vstNo
}

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
  expect(await admin.client.call(vst.arrive, at)).toEqual({ vstNo, vstName: '欧阳访客' })
  expect((await admin.client.answer(vst.arrive, at)).message).toBe('这次来访已入校，不能登记到访')
  await admin.client.call(vst.leave, at)
  expect((await admin.client.answer(vst.arrive, at)).message).toBe('没有这个入校码，或来访已过期、已离校')
  expect((await admin.client.answer(vst.arrive, {})).message).toBe('请输入入校码，或在列表里选一次来访')
})

test('nobody is let in before the day', async () => {
  const { client } = gate.admin
  const vstNo = await enter(gate, { c6: chinaTime(48), c7: chinaTime(50) })
  await client.call(vst.pass, { vstNo })
  expect((await client.answer(vst.arrive, { vstNo })).message).toBe('预约的日子还没有到，不能登记到访')
})

test('a host answers by a link of their own once, and is told the state from then on', async () => {
  const { admin } = gate
  const stranger = clientOf(server)
  const [one, other] = [await enter(gate), await enter(gate)]
  const { hostKey } = await admin.client.call(vst.get, { vstNo: one })
  const token = hostKey as string
  expect(await stranger.call(mHost.get, { token })).toMatchObject({ vstName: '欧阳访客', rsn: '送教材', stt: '1' })
  expect((await stranger.answer(mHost.answer, { token, pass: '0' })).message).toBe('请写明拒绝的原因')
  await stranger.call(mHost.answer, { token, pass: '0', why: '当天外出' })
  expect((await stranger.answer(mHost.answer, { token, pass: '1' })).message).toBe('这次来访已拒绝，不能同意')
  expect(await stranger.call(mHost.get, { token })).toMatchObject({ stt: '3', answer: '当天外出' })
  const dead = '二维码已失效，请向门卫索取新的'
  for (const forged of [
    token.replace(one, other),
    `${token}x`,
    token.slice(0, -1),
    'x',
    '....',
    token.split('.').reverse().join('.'),
  ])
    expect((await stranger.answer(mHost.get, { token: forged })).message).toBe(dead)
  expect((await admin.client.call(vst.get, { vstNo: one })).hostKey).toBeNull()
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
