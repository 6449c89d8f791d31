import { createECDH } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { accessTo, messageTo } from '../../../test/support/fakes/imServer.ts'
import { startPushService } from '../../../test/support/fakes/pushService.ts'
import { ChannelBroken } from './adapter.ts'
import { push, vapidPublicKey } from './push.ts'
import { encryptPush } from './webPushCrypto.ts'

let close = () => {}
afterEach(() => close())

async function subscribe() {
  const service = await startPushService(vapidPublicKey)
  close = service.close
  return service
}

test('a message is encrypted as the example of the standard says', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const receiver = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  expect(encryptPush(receiver, 'When I grow up, I want to be a watermelon', salt, sender).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a browser reads what was pushed to it, and its service knows who sends', async () => {
  const { access, heard, to } = await subscribe()
  expect(await push.send(access, [messageTo(to, '1', { title: '停水通知' })])).toEqual([{ dlvNo: '1', is: 'accepted' }])
  const message = { title: '停水通知', text: '周五下午三点在报告厅', url: 'https://school.cn/message/index' }
  expect(heard).toEqual([{ message, ttl: 86_400, urgency: 'normal', subject: 'mailto:office@school.cn' }])
})

test('what is urgent is said to be so, and the longest message fits', async () => {
  const { access, heard, to } = await subscribe()
  const words = { title: '急'.repeat(80), text: '停'.repeat(500), url: `https://school.cn/${'a'.repeat(200)}` }
  expect(await push.send(access, [messageTo(to, '1', { ...words, isUrgent: true })])).toMatchObject([{ is: 'accepted' }])
  expect(heard[0]?.urgency).toBe('high')
})

test('a browser stays subscribed as long as the installation is the same, and no other one can push to it', async () => {
  const { access, heard, to } = await subscribe()
  expect(vapidPublicKey(access.derive)).toBe(vapidPublicKey(access.derive))
  const other = { ...access, derive: (purpose: string) => `other ${purpose}` }
  expect(await push.send(other, [messageTo(to, '1')])).toMatchObject([{ is: 'failed' }])
  expect(heard).toEqual([])
})

test('a registration that is damaged is given up, and the others get theirs', async () => {
  const { access, heard, to } = await subscribe()
  const damaged = JSON.stringify({ ...(JSON.parse(to) as object), p256dh: 'AAAA' })
  const lot = [messageTo('not json', '1'), messageTo('{}', '2'), messageTo(damaged, '3'), messageTo(to, '4')]
  expect((await push.send(access, lot)).map(({ is }) => is)).toEqual(['failed', 'failed', 'failed', 'accepted'])
  expect(heard).toHaveLength(1)
})

test('a browser that is gone is given up, a busy service asked again when it wants, silence is unknown', async () => {
  const service = await subscribe()
  const { access, to } = service
  service.says('/send/1', { status: 410, body: '' })
  expect(await push.send(access, [messageTo(to, '1')])).toMatchObject([{ is: 'failed', why: '浏览器不再接收推送' }])
  service.says('/send/1', { status: 429, headers: { 'retry-after': '90' }, body: '' })
  expect(await push.send(access, [messageTo(to, '1')])).toMatchObject([{ is: 'retry', afterSeconds: 90 }])
  service.takesAndDrops('/send/1')
  expect(await push.send(access, [messageTo(to, '1')])).toMatchObject([{ is: 'unknown' }])
})

test('an address inside that a browser names is never asked', async () => {
  const service = await subscribe()
  const { access, to } = service
  const strict = accessTo(service.target, access.settings, [])
  expect(await push.send(strict, [messageTo(to, '1')])).toMatchObject([{ is: 'failed' }])
  expect(service.calls).toEqual([])
})

test('settings are tried without reaching anybody', async () => {
  const { access, calls } = await subscribe()
  await push.test(access)
  await expect(push.test({ ...access, settings: { subject: 'office' } })).rejects.toThrow(ChannelBroken)
  expect(calls).toEqual([])
})
