import { afterEach, expect, test } from 'vitest'
import { acs3SignatureOf, startAlisms } from '../../../test/support/fakes/alisms.ts'
import { messageTo } from '../../../test/support/fakes/imServer.ts'
import { type ChannelAccess, ChannelBroken, type Outgoing } from './adapter.ts'
import { alisms } from './alisms.ts'

let close = () => {}
afterEach(() => close())

async function start() {
  const fake = await startAlisms()
  close = fake.close
  return fake
}

const [first, second, third] = ['13800000001', '13800000002', '13800000003'] as const
const sms = (purpose: Outgoing['sms']['purpose'], ...params: string[]) => ({ sms: { purpose, params } })
const lotTo = (...phones: string[]) => phones.map((phone, at) => messageTo(phone, String(at + 1)))

async function brokenBy(access: ChannelAccess) {
  const error = await alisms.send(access, lotTo(first)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChannelBroken)
  return (error as Error).message
}

test('the service that these tests speak to checks signatures as the published example does', () => {
  const body = Buffer.from('')
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  }
  const query = new URLSearchParams({
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  })
  expect(acs3SignatureOf('YourAccessKeySecret', { query, headers, body, signed: Object.keys(headers) })).toBe(
    '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('one call reaches several phones with the approved words, and each keeps the number to ask about later', async () => {
  const fake = await start()
  const sent = await alisms.send(fake.access(), lotTo(first, `+86${second}`))
  expect(fake.calls).toHaveLength(1)
  expect(fake.taken).toMatchObject([
    { phone: first, template: 'SMS_2', params: { name: '实验小学' }, outId: '1' },
    { phone: second, template: 'SMS_2', params: { name: '实验小学' } },
  ])
  const extNo = fake.taken[0]?.bizId
  expect(sent).toEqual([
    { dlvNo: '1', is: 'accepted', extNo },
    { dlvNo: '2', is: 'accepted', extNo },
  ])
})

test('a code, a notice and an urgent notice each take their template, and an urgent one without a template that of a notice', async () => {
  const fake = await start()
  await alisms.send(fake.access(), [messageTo(first, '1', sms('code', '204816'))])
  await alisms.send(fake.access(), [messageTo(first, '2', sms('urgent', '实验小学'))])
  await alisms.send(fake.access({ tplUrgent: '' }), [messageTo(first, '3', sms('urgent', '实验小学'))])
  expect(fake.taken.map(({ template, params }) => [template, params])).toEqual([
    ['SMS_1', { code: '204816' }],
    ['SMS_3', { name: '实验小学' }],
    ['SMS_2', { name: '实验小学' }],
  ])
  await expect(alisms.send(fake.access({ tplCode: '' }), [messageTo(first, '4', sms('code', '1'))])).rejects.toThrow('验证码模板')
})

test('a long name and one with signs of any kind arrive, cut to 20 letters', async () => {
  const fake = await start()
  const names = [`${'校'.repeat(19)}😀附属`, `A&B (一)*'!~ "=+/%\\`]
  for (const name of names) await alisms.send(fake.access(), [messageTo(first, '1', sms('notice', name))])
  expect(fake.taken.map(({ params }) => params.name)).toEqual([`${'校'.repeat(19)}😀`, names[1]])
})

test('a phone that is wrong or on a black list does not keep the others from theirs, and nobody gets it twice', async () => {
  const fake = await start()
  fake.state.blackList = [second]
  expect(await alisms.send(fake.access(), lotTo(first, second, '12345678901', third))).toMatchObject([
    { dlvNo: '1', is: 'accepted' },
    { dlvNo: '2', is: 'failed' },
    { dlvNo: '3', is: 'failed', why: '手机号不对' },
    { dlvNo: '4', is: 'accepted' },
  ])
  expect(fake.taken.map(({ phone }) => phone)).toEqual([first, third])
})

test('a phone that had its share of the day gives up for today', async () => {
  const fake = await start()
  fake.state.mostADay = 1
  await alisms.send(fake.access(), lotTo(first))
  expect(await alisms.send(fake.access(), lotTo(first))).toEqual([
    { dlvNo: '1', is: 'failed', why: '今天给这个号码的短信已到上限' },
  ])
})

test('where no answer comes after it had left, it is unknown, and nobody is charged twice', async () => {
  const fake = await start()
  fake.takesAndDrops('/')
  expect(await alisms.send(fake.access(), lotTo(first, second))).toMatchObject([{ is: 'unknown' }, { is: 'unknown' }])
  expect(fake.calls).toHaveLength(1)
})

test('an answer that nobody can read may stand for a message that left, so that it is unknown', async () => {
  const fake = await start()
  fake.says('/', { body: '<html>' })
  expect(await alisms.send(fake.access(), lotTo(first))).toMatchObject([{ is: 'unknown' }])
})

test('where an answer is missing while sending one by one, that one is unknown and the rest waits', async () => {
  const fake = await start()
  fake.state.blackList = [first]
  fake.says('/', { body: { Code: 'isv.BLACK_KEY_CONTROL_LIMIT' } })
  fake.says('/', { body: { Code: 'isv.BLACK_KEY_CONTROL_LIMIT' } })
  fake.takesAndDrops('/')
  expect(await alisms.send(fake.access(), lotTo(first, second, third))).toMatchObject([
    { is: 'failed' },
    { is: 'unknown' },
    { is: 'retry' },
  ])
  expect(fake.taken.map(({ phone }) => phone)).toEqual([second])
})

test('a balance that ends while sending one by one leaves the rest for later, without asking for each', async () => {
  const fake = await start()
  fake.says('/', { body: { Code: 'isv.BLACK_KEY_CONTROL_LIMIT' } })
  fake.state.balance = 1
  const lot = lotTo(first, second, third, '13800000004')
  expect(await alisms.send(fake.access(), lot)).toMatchObject([
    { is: 'accepted' },
    { is: 'retry' },
    { is: 'retry' },
    { is: 'retry' },
  ])
  expect(fake.calls).toHaveLength(3)
})

test('as many as one call takes fit into it', async () => {
  const fake = await start()
  const phones = Array.from({ length: alisms.most }, (_, at) => `138${String(at).padStart(8, '0')}`)
  const sent = await alisms.send(fake.access(), lotTo(...phones))
  expect(new Set(sent.map(({ is }) => is))).toEqual(new Set(['accepted']))
  expect(fake.calls).toHaveLength(1)
})

test.each([
  ['isp.SYSTEM_ERROR', 200],
  ['Throttling.User', 400],
  ['ServiceUnavailable', 503],
])('what the service is too busy for (%s) is tried again', async (Code, status) => {
  const fake = await start()
  fake.says('/', { status, body: { Code, Message: 'busy' } })
  expect(await alisms.send(fake.access(), lotTo(first))).toMatchObject([{ is: 'retry' }])
  expect(fake.taken).toEqual([])
})

test('what could not leave is tried again', async () => {
  const fake = await start()
  const access = fake.access()
  fake.close()
  expect(await alisms.send(access, lotTo(first))).toMatchObject([{ is: 'retry' }])
})

test.each([
  [{ accessKeySecret: 'wrong' }, 'AccessKey'],
  [{ accessKeyId: 'wrong' }, 'AccessKey'],
  [{ sign: '别的学校' }, '签名'],
  [{ tplNotice: 'SMS_9' }, '模板'],
  [{ base: 'school' }, '接口地址不能用'],
])('wrong settings %o stop the channel and say what to do', async (changed, words) => {
  const fake = await start()
  expect(await brokenBy(fake.access(changed))).toContain(words)
  expect(fake.taken).toEqual([])
})

test('a balance that is used up stops the channel', async () => {
  const fake = await start()
  fake.state.balance = 0
  expect(await brokenBy(fake.access())).toContain('欠费')
})

test('a machine whose time is wrong is told so', async () => {
  const fake = await start()
  fake.state.ahead = 16 * 60
  expect(await brokenBy(fake.access())).toContain('校准机器的时间')
})

test('an address of the inside is never asked', async () => {
  const fake = await start()
  expect(await brokenBy(fake.access({}, []))).toContain('接口地址不能用：')
  expect(fake.calls).toEqual([])
})

test('the carrier says later who got it and who did not, and nothing of whom it still waits for', async () => {
  const fake = await start()
  await alisms.send(fake.access(), lotTo(first, second, third))
  fake.report(first, { status: 3, errCode: 'DELIVERED' })
  fake.report(second, { status: 2, errCode: 'MOBILE_OFF' })
  const taken = fake.taken.map(({ phone, bizId }, at) => ({ dlvNo: String(at + 1), to: phone, extNo: bizId }))
  expect(await alisms.results?.(fake.access(), taken)).toEqual([
    { dlvNo: '1', is: 'delivered' },
    { dlvNo: '2', is: 'failed', why: expect.stringContaining('MOBILE_OFF') },
  ])
})

test('what left shortly before midnight is asked about after it', async () => {
  const fake = await start()
  await alisms.send(fake.access(), lotTo(first))
  fake.report(first, { status: 3 })
  for (const one of fake.taken) one.at -= 24 * 3600_000
  const taken = [{ dlvNo: '1', to: first, extNo: fake.taken[0]?.bizId ?? '' }]
  expect(await alisms.results?.(fake.access(), taken)).toEqual([{ dlvNo: '1', is: 'delivered' }])
})

test('settings that work are tried without reaching anybody, and wrong ones are told with what to do', async () => {
  const fake = await start()
  await alisms.test(fake.access())
  await expect(alisms.test(fake.access({ accessKeySecret: 'wrong' }))).rejects.toThrow('AccessKey')
  await expect(alisms.test(fake.access({}, []))).rejects.toThrow('接口地址不能用：')
  fake.says('/', { body: '<html>' })
  await expect(alisms.test(fake.access())).rejects.toThrow(ChannelBroken)
  expect(fake.taken).toEqual([])
})
