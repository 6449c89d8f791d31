import { afterEach, expect, test } from 'vitest'
import { messageTo } from '../../../test/support/fakes/imServer.ts'
import { startTcsms, tc3SignatureOf } from '../../../test/support/fakes/tcsms.ts'
import { type ChannelAccess, ChannelBroken, type Outgoing } from './adapter.ts'
import { tcsms } from './tcsms.ts'

let close = () => {}
afterEach(() => close())

async function start() {
  const fake = await startTcsms()
  close = fake.close
  return fake
}

const [first, second, third] = ['13800000001', '13800000002', '13800000003'] as const
const sms = (purpose: Outgoing['sms']['purpose'], ...params: string[]) => ({ sms: { purpose, params } })
const lotTo = (...phones: string[]) => phones.map((phone, at) => messageTo(phone, String(at + 1)))

async function brokenBy(access: ChannelAccess) {
  const error = await tcsms.send(access, lotTo(first, second)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChannelBroken)
  return (error as Error).message
}

test('the service that these tests speak to checks signatures as the published example does', () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    host: 'cvm.tencentcloudapi.com',
    'x-tc-action': 'DescribeInstances',
    'x-tc-timestamp': '1551113065',
  }
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
  const signed = ['content-type', 'host', 'x-tc-action']
  // Is signed there with a key of 32 stars, which hide no other.
  expect(tc3SignatureOf('*'.repeat(32), { headers, body, signed, scope: '2019-02-25/cvm/tc3_request' })).toBe(
    '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  )
})

test('one call reaches several phones with the approved words, and each has a number of its own', async () => {
  const fake = await start()
  expect(await tcsms.send(fake.access(), lotTo(first, `+86${second}`))).toEqual([
    { dlvNo: '1', is: 'accepted', extNo: '2433:1' },
    { dlvNo: '2', is: 'accepted', extNo: '2433:2' },
  ])
  expect(fake.calls).toHaveLength(1)
  expect(fake.taken).toEqual([
    { phone: `+86${first}`, template: '1002', params: ['实验小学'], context: '1' },
    { phone: `+86${second}`, template: '1002', params: ['实验小学'], context: '1' },
  ])
})

test('a code, a notice and an urgent notice each take their template, and an urgent one without a template that of a notice', async () => {
  const fake = await start()
  await tcsms.send(fake.access(), [messageTo(first, '1', sms('code', '204816'))])
  await tcsms.send(fake.access(), [messageTo(first, '2', sms('urgent', '实验小学'))])
  await tcsms.send(fake.access({ tplUrgent: '' }), [messageTo(first, '3', sms('urgent', '实验小学'))])
  expect(fake.taken.map(({ template, params }) => [template, params])).toEqual([
    ['1001', ['204816']],
    ['1003', ['实验小学']],
    ['1002', ['实验小学']],
  ])
})

test('a long name arrives, cut to 12 letters', async () => {
  const fake = await start()
  await tcsms.send(fake.access(), [messageTo(first, '1', sms('notice', `${'校'.repeat(11)}😀附属`))])
  expect(fake.taken[0]?.params).toEqual([`${'校'.repeat(11)}😀`])
})

test('who cannot be reached is told apart, and the others get theirs in the same call', async () => {
  const fake = await start()
  fake.state.mostADay = 1
  await tcsms.send(fake.access(), lotTo(third))
  fake.state.blackList = [second]
  expect(await tcsms.send(fake.access(), lotTo(first, second, '12345678901', third))).toMatchObject([
    { dlvNo: '1', is: 'accepted' },
    { dlvNo: '2', is: 'failed', why: expect.stringContaining('黑名单') },
    { dlvNo: '3', is: 'failed', why: '手机号不对' },
    { dlvNo: '4', is: 'failed', why: '今天给这个号码的短信已到上限' },
  ])
  expect(fake.calls).toHaveLength(2)
})

test('a package that ends in the middle of a call leaves the rest for later, and sends to nobody twice', async () => {
  const fake = await start()
  fake.state.balance = 1
  expect(await tcsms.send(fake.access(), lotTo(first, second))).toMatchObject([
    { is: 'accepted' },
    { is: 'retry', why: expect.stringContaining('套餐包') },
  ])
})

test('where no answer comes after it had left, it is unknown, and nobody is charged twice', async () => {
  const fake = await start()
  fake.takesAndDrops('/')
  expect(await tcsms.send(fake.access(), lotTo(first, second))).toMatchObject([{ is: 'unknown' }, { is: 'unknown' }])
  expect(fake.calls).toHaveLength(1)
})

test('an answer that nobody can read, or that leaves somebody out, may stand for a message that left', async () => {
  const fake = await start()
  fake.says('/', { body: '<html>' })
  expect(await tcsms.send(fake.access(), lotTo(first))).toMatchObject([{ is: 'unknown' }])
  fake.says('/', { body: { Response: { SendStatusSet: [] } } })
  expect(await tcsms.send(fake.access(), lotTo(first))).toMatchObject([{ is: 'unknown' }])
})

test.each(['InternalError.OtherError', 'RequestLimitExceeded'])(
  'what the service is too busy for (%s) is tried again',
  async (Code) => {
    const fake = await start()
    fake.says('/', { body: { Response: { Error: { Code, Message: 'busy' }, RequestId: 'r1' } } })
    expect(await tcsms.send(fake.access(), lotTo(first))).toMatchObject([{ is: 'retry' }])
    expect(fake.taken).toEqual([])
  },
)

test('what could not leave is tried again', async () => {
  const fake = await start()
  const access = fake.access()
  fake.close()
  expect(await tcsms.send(access, lotTo(first))).toMatchObject([{ is: 'retry' }])
})

test.each([
  [{ secretKey: 'wrong' }, 'SecretId 和 SecretKey'],
  [{ secretId: 'wrong' }, 'SecretId 和 SecretKey'],
  [{ sdkAppId: '1' }, 'SdkAppId'],
  [{ sign: '别的学校' }, '签名'],
  [{ tplNotice: '9999' }, '模板'],
  [{ tplNotice: '' }, '没有填写通知提醒模板'],
  [{ base: 'school' }, '接口地址不能用'],
])('wrong settings %o stop the channel and say what to do', async (changed, words) => {
  const fake = await start()
  expect(await brokenBy(fake.access(changed))).toContain(words)
  expect(fake.taken).toEqual([])
})

test('a package that is used up stops the channel', async () => {
  const fake = await start()
  fake.state.balance = 0
  expect(await brokenBy(fake.access())).toContain('套餐包')
})

test('a machine whose time is off by more than five minutes is told so, and not that its keys are wrong', async () => {
  const fake = await start()
  fake.state.ahead = 6 * 60
  expect(await brokenBy(fake.access())).toContain('校准机器的时间')
  await expect(tcsms.test(fake.access())).rejects.toThrow('校准机器的时间')
})

test('an address of the inside is never asked', async () => {
  const fake = await start()
  expect(await brokenBy(fake.access({}, []))).toContain('接口地址不能用：')
  expect(fake.calls).toEqual([])
})

test('settings that work are tried without reaching anybody, and wrong ones are told with what to do', async () => {
  const fake = await start()
  await tcsms.test(fake.access())
  await expect(tcsms.test(fake.access({ secretKey: 'wrong' }))).rejects.toThrow('SecretId')
  await expect(tcsms.test(fake.access({}, []))).rejects.toThrow('接口地址不能用：')
  expect(fake.taken).toEqual([])
})

test.each([{ body: '<html>' }, { status: 404, body: 'not found' }, { status: 502, body: '' }])(
  'an address at which somebody else answers (%o) does not pass for working',
  async (said) => {
    const fake = await start()
    fake.says('/', said)
    await expect(tcsms.test(fake.access())).rejects.toThrow(ChannelBroken)
  },
)
