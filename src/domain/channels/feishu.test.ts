import { afterEach, expect, test } from 'vitest'
import { startFeishu } from '../../../test/support/fakes/feishu.ts'
import { messageTo } from '../../../test/support/fakes/imServer.ts'
import { feishu } from './feishu.ts'

const sendPath = '/open-apis/im/v1/messages'
const lookPath = '/open-apis/contact/v3/users/batch_get_id'
const tokenPath = '/open-apis/auth/v3/tenant_access_token/internal'
const members = {
  ou_zhang: { phone: '13800000001' },
  ou_li: { phone: '13800000002' },
  ou_wang: { phone: '13800000003', isAvailable: false },
}

let close = () => {}
afterEach(() => close())

async function start(people: Parameters<typeof startFeishu>[0] = members) {
  const fake = await startFeishu(people)
  close = fake.close
  return fake
}

const brokenWith = (words: string) => expect.objectContaining({ message: expect.stringContaining(words) })

test('each gets the message with their own link, and whom the bot may not reach gives up', async () => {
  const fake = await start()
  const lot = ['ou_zhang', 'ou_wang', 'ou_nobody', 'ou_li'].map((to, at) =>
    messageTo(to, String(at + 1), { url: `https://school.cn/message/index?rcvNo=${at}` }),
  )
  const why = '飞书里没有这个人，或不在机器人的可用范围内'
  expect(await feishu.send(fake.access(), lot)).toEqual([
    { dlvNo: '1', is: 'accepted', extNo: 'om_1' },
    { dlvNo: '2', is: 'failed', why },
    { dlvNo: '3', is: 'failed', why },
    { dlvNo: '4', is: 'accepted', extNo: 'om_2' },
  ])
  expect(fake.sent.map(({ to, uuid }) => [to, uuid])).toEqual([
    ['ou_zhang', expect.stringMatching(/-1$/)],
    ['ou_li', expect.stringMatching(/-4$/)],
  ])
  expect(JSON.stringify(fake.sent[1]?.content)).toContain('rcvNo=3')
})

test('words stay words, whatever they look like, and a message without any has its title', async () => {
  const fake = await start()
  const text = '<at user_id="all">所有人</at>\n[点](https://x.cn)'
  await feishu.send(fake.access(), [messageTo('ou_li', '1', { text, url: '' }), messageTo('ou_li', '2', { text: '', url: '' })])
  expect(fake.sent.map(({ content }) => content)).toEqual([
    {
      zh_cn: {
        title: '家长会通知',
        content: [[{ tag: 'text', text: '<at user_id="all">所有人</at>' }], [{ tag: 'text', text: '[点](https://x.cn)' }]],
      },
    },
    { zh_cn: { title: '家长会通知', content: [[{ tag: 'text', text: '家长会通知' }]] } },
  ])
})

test('after a limit, exactly so long is waited, and nobody is asked for meanwhile', async () => {
  const fake = await start()
  fake.state.most = 1
  const lot = [messageTo('ou_zhang', '1'), messageTo('ou_li', '2'), messageTo('ou_zhang', '3')]
  expect(await feishu.send(fake.access(), lot)).toMatchObject([
    { is: 'accepted' },
    { dlvNo: '2', is: 'retry', afterSeconds: 7 },
    { dlvNo: '3', is: 'retry', afterSeconds: 7 },
  ])
  expect(fake.countOf(sendPath)).toBe(2)
  const headers = { 'x-ogw-ratelimit-reset': '3' }
  fake.says(sendPath, { status: 400, headers, body: { code: 99991400, msg: 'request trigger frequency limit' } })
  expect(await feishu.send(fake.access(), lot.slice(1, 2))).toMatchObject([{ is: 'retry', afterSeconds: 3 }])
  fake.says(sendPath, { status: 429, headers, body: 'too many' })
  expect(await feishu.send(fake.access(), lot.slice(1, 2))).toMatchObject([{ is: 'retry', afterSeconds: 3 }])
})

test('where no answer comes it is tried again, and the person gets it once', async () => {
  const fake = await start()
  fake.takesAndDrops(sendPath)
  const lot = [messageTo('ou_li', '1')]
  expect(await feishu.send(fake.access(), lot)).toMatchObject([{ is: 'retry', afterSeconds: 60 }])
  expect(await feishu.send(fake.access(), lot)).toEqual([{ dlvNo: '1', is: 'accepted', extNo: 'om_1' }])
  expect(fake.sent).toHaveLength(1)
})

test('a token that ends while sending is fetched anew once', async () => {
  const fake = await start()
  const access = fake.access()
  await feishu.send(access, [messageTo('ou_li', '1')])
  fake.tokens.pass(7300)
  expect(await feishu.send(access, [messageTo('ou_li', '2'), messageTo('ou_li', '3')])).toMatchObject([
    { is: 'accepted' },
    { is: 'accepted' },
  ])
  expect(fake.countOf(tokenPath)).toBe(2)
})

test.each([
  [{ appId: 'cli_wrong' }, 'App ID 或 App Secret 不对'],
  [{ appSecret: 'wrong' }, 'App ID 或 App Secret 不对'],
])('wrong settings %o are told with what to do', async (changed, words) => {
  const fake = await start()
  await expect(feishu.test(fake.access(changed))).rejects.toEqual(brokenWith(words))
  await expect(feishu.send(fake.access(changed), [messageTo('ou_li', '1')])).rejects.toEqual(brokenWith(words))
})

test('an address that is not permitted, and an application without a bot, are told with what to do', async () => {
  const fake = await start()
  fake.state.isIpAllowed = false
  await expect(feishu.test(fake.access())).rejects.toEqual(brokenWith('服务器的 IP（203.0.113.9）'))
  fake.state.isIpAllowed = true
  fake.state.hasBot = false
  await expect(feishu.test(fake.access())).rejects.toEqual(brokenWith('应用没有机器人'))
  await expect(feishu.send(fake.access(), [messageTo('ou_li', '1')])).rejects.toEqual(brokenWith('应用没有机器人'))
})

test('an address of the inside is never asked, and one that is away is told in trying', async () => {
  const fake = await start()
  await expect(feishu.test(fake.access({}, []))).rejects.toEqual(brokenWith('接口地址不能用：'))
  expect(fake.calls).toEqual([])
  const access = fake.access()
  fake.close()
  await expect(feishu.test(access)).rejects.toEqual(brokenWith('飞书连不上'))
  expect(await feishu.send(access, [messageTo('ou_li', '1')])).toMatchObject([{ is: 'retry' }])
})

test('settings that work are tried without reaching anybody', async () => {
  const fake = await start()
  await feishu.test(fake.access())
  expect(fake.sent).toEqual([])
})

test('people are found by their phones, fifty a call', async () => {
  const people = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`ou_${at}`, { phone: `138000001${at + 10}` }]))
  const fake = await start(people)
  const phones = [...Object.values(people).map(({ phone }, at) => (at % 2 ? `+86${phone}` : phone)), '13900000000']
  const found = await feishu.lookUp?.(fake.access(), phones)
  expect(fake.countOf(lookPath)).toBe(2)
  expect(phones.map((phone) => found?.get(phone))).toEqual([...Object.keys(people), null])
})

test('a limit in looking up keeps what is known', async () => {
  const fake = await start()
  const phones = ['13800000001', ...Array.from({ length: 60 }, (_, at) => `139000000${at + 10}`)]
  const limited = { status: 429, headers: { 'x-ogw-ratelimit-reset': '3' }, body: { code: 99991400, msg: 'limit' } }
  fake.says(lookPath, { body: { code: 0, msg: 'ok', data: { user_list: [{ mobile: '13800000001', user_id: 'ou_zhang' }] } } })
  fake.says(lookPath, limited)
  const found = await feishu.lookUp?.(fake.access(), phones)
  expect(found?.size).toBe(50)
  expect(found?.get('13800000001')).toBe('ou_zhang')
})

test('what was sent is withdrawn by its number', async () => {
  const fake = await start()
  await feishu.send(fake.access(), [messageTo('ou_li', '1')])
  await feishu.recall?.(fake.access(), ['om_1'])
  expect(fake.recalled).toEqual(['om_1'])
})
