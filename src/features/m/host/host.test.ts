import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { enter, type Gate, makeGate } from '../../../../test/support/visits.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { reason } from '../../ent/reason/reason.contract.ts'
import { vst } from '../../ent/vst/vst.contract.ts'
import { mHost } from './host.contract.ts'

let server: TestServer
let gate: Gate
beforeAll(async () => {
  server = await startServer()
  gate = await makeGate(server)
})
afterAll(() => server.close())

const stranger = () => clientOf(server)
const linkTo = async (vstNo: string) => (await gate.admin.client.call(vst.makehostkey, { vstNo })).hostKey

/** Returns who last changed a visit, and by which call. */
async function lastChange(vstNo: string) {
  const { rows } = await server.owner.query(
    `select user_no, call from history where tbl = 'vst' and key ->> 'vst_no' = $1 and act = 'update' order by id desc limit 1`,
    [vstNo],
  )
  return rows[0]
}

test('a host answers by a link of their own once, and history says who was asked', async () => {
  const vstNo = await enter(gate)
  const token = await linkTo(vstNo)
  expect(await stranger().call(mHost.get, { token })).toMatchObject({ stt: '1', asked: { vstName: '欧阳访客', rsn: '送教材' } })
  expect((await stranger().answer(mHost.answer, { token, pass: '0' })).message).toBe('请写明拒绝的原因')
  await stranger().call(mHost.answer, { token, pass: '0', why: '当天外出' })
  expect((await stranger().answer(mHost.answer, { token, pass: '1' })).message).toBe('这次来访已拒绝，不能同意')
  expect((await gate.admin.client.call(vst.get, { vstNo })).answer).toBe('当天外出')
  expect(await lastChange(vstNo)).toEqual({ user_no: gate.host.userNo, call: '/m/host/answer' })
})

test('after the answer a link tells that it was answered, and nothing of the visitor', async () => {
  const vstNo = await enter(gate)
  const token = await linkTo(vstNo)
  await gate.host.client.call(vst.pass, { vstNo })
  expect(await stranger().call(mHost.get, { token })).toEqual({ entName: `学校${gate.school.entNo}`, stt: '2', asked: null })
})

test('a link that was made up, or altered, leads nowhere', async () => {
  const [one, other] = [await enter(gate), await enter(gate)]
  const token = await linkTo(one)
  const swapped = token.split('.').reverse().join('.')
  for (const forged of [token.replace(one, other), `${token}x`, token.slice(0, -1), 'x', '....', swapped])
    expect((await stranger().answer(mHost.get, { token: forged })).message).toBe('二维码已失效，请向门卫索取新的')
})

test('a link is handed out for what waits, to whoever may answer, and that is kept', async () => {
  const { admin, host } = gate
  const vstNo = await enter(gate)
  expect(JSON.stringify(await admin.client.call(vst.get, { vstNo }))).not.toContain('hostKey')
  await linkTo(vstNo)
  const { rows } = await server.owner.query(
    `select user_no from history where tbl = 'vst' and act = 'read' and key ->> 'vst_no' = $1 and key ->> 'field' = 'hostKey'`,
    [vstNo],
  )
  expect(rows).toEqual([{ user_no: admin.userNo }])
  await host.client.call(vst.pass, { vstNo })
  expect((await admin.client.answer(vst.makehostkey, { vstNo })).message).toBe('这次来访不再等待确认')
})

test('whoever looks through the eyes of a host is given no link', async () => {
  const vstNo = await enter(gate)
  const { tokenId } = await gate.admin.client.call(reason.viewas, { empNo: gate.host.empNo, reason: '核对权限' })
  const { token } = await stranger().call(signin.gettokenbyid, { id: tokenId })
  expect((await clientOf(server, token).answer(vst.makehostkey, { vstNo })).code).toBe(30002)
})
