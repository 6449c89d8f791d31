import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDeliveries } from '#domain/messages/delivery/deliveries.ts'
import { routeMessage } from '#domain/messages/delivery/routing.ts'
import { chn } from '#features/ent/chn/chn.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { startPushService } from '../../../../test/support/fakes/pushService.ts'
import { makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { push } from './push.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function makeOffice() {
  const school = await makeSchool(server)
  const { entNo, admin } = school
  const person = await makePerson(school, { name: '李老师' })
  const use = () =>
    admin.client.call(chn.set, { chnKind: 'push', conf: { subject: 'office@school.cn' }, secrets: {}, useFlag: '1' })
  const write = async (title: string) => {
    const { msgNo } = await admin.client.call(msg.send, { title, scope: [{ kind: 'emp', no: person.empNo }] })
    await routeMessage.run(server.services, { entNo, msgNo })
    await server.owner.query("update dlv set run_tm = now() where ent_no = $1 and stt = '1'", [entNo])
    await sendDeliveries.run(server.services, { entNo, kind: 'push' })
  }
  const states = async () =>
    (await server.owner.query('select stt, why from dlv where ent_no = $1 order by dlv_no', [entNo])).rows as object[]
  return { ...school, person, use, write, states }
}

test('a browser subscribes under the key of the installation, gets what is sent, and is forgotten when it takes nothing any more', async () => {
  const { entNo, person, use, write, states } = await makeOffice()
  const { client } = person
  expect(await client.call(push.get)).toEqual({ key: null })
  const mine = { endpoint: 'https://push.example.cn/1', p256dh: 'x'.repeat(87), auth: 'y'.repeat(22) }
  expect((await client.answer(push.subscribe, mine)).message).toBe('本单位没有启用浏览器推送')
  await use()
  const { key } = await client.call(push.get)
  const service = await startPushService(() => key ?? '')
  ;(server.services.allowInside as string[]).push(service.target)
  try {
    await client.call(push.subscribe, JSON.parse(service.to) as typeof mine)
    await write('停水通知')
    expect(service.heard.map(({ message }) => message.title)).toEqual(['停水通知'])
    service.says('/send/1', { status: 410, body: '' })
    await write('停电通知')
    expect((await states()).at(-1)).toEqual({ stt: '6', why: '浏览器不再接收推送' })
    const { rowCount } = await server.owner.query('select from pushsub where ent_no = $1', [entNo])
    expect(rowCount).toBe(0)
  } finally {
    service.close()
  }
})

test('a browser belongs to whoever uses it now, and only they end it', async () => {
  const { entNo, admin, person, use } = await makeOffice()
  await use()
  const mine = { endpoint: 'https://push.example.cn/2', p256dh: 'x'.repeat(87), auth: 'y'.repeat(22) }
  const whose = async () =>
    (await server.owner.query('select idnt_val from pushsub where ent_no = $1', [entNo])).rows.map(({ idnt_val }) => idnt_val)
  await person.client.call(push.subscribe, mine)
  await admin.client.call(push.unsubscribe, { endpoint: mine.endpoint })
  expect(await whose()).toEqual([person.empNo])
  await admin.client.call(push.subscribe, mine)
  expect(await whose()).toEqual([admin.empNo])
  await admin.client.call(push.unsubscribe, { endpoint: mine.endpoint })
  expect(await whose()).toEqual([])
  expect(await person.client.answer(push.subscribe, { ...mine, endpoint: 'nowhere' })).toMatchObject({ code: 10001 })
})
