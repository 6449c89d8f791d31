import { afterEach, expect, test } from 'vitest'
import { startDing } from '../../../test/support/fakes/ding.ts'
import { messageTo } from '../../../test/support/fakes/imServer.ts'
import type { ChannelAccess, Outgoing } from './adapter.ts'
import { ding } from './ding.ts'

const sendPath = '/topapi/message/corpconversation/asyncsend_v2'
const resultPath = '/topapi/message/corpconversation/getsendresult'
const members = { zhang: { phone: '13800000001', hasRead: true }, li: { phone: '13800000002' } }

let close = () => {}
afterEach(() => close())

async function start() {
  const fake = await startDing(members)
  close = fake.close
  return fake
}

const brokenWith = (words: string) => expect.objectContaining({ message: expect.stringContaining(words) })

/** Sends, and asks what became of what was taken. */
async function sendAndAsk(access: ChannelAccess, lot: Outgoing[]) {
  const outcomes = await ding.send(access, lot)
  const taken = outcomes.flatMap((one, at) =>
    one.is === 'accepted' ? [{ dlvNo: one.dlvNo, to: lot[at]?.to ?? '', extNo: one.extNo ?? '' }] : [],
  )
  return ding.results?.(access, taken)
}

test('the results say who got it, and who is not in DingTalk', async () => {
  const fake = await start()
  const told = await sendAndAsk(fake.access(), [messageTo('zhang', '1'), messageTo('li', '2'), messageTo('nobody', '3')])
  expect(fake.countOf(sendPath)).toBe(1)
  expect(told).toEqual([
    { dlvNo: '1', is: 'delivered' },
    { dlvNo: '2', is: 'delivered' },
    { dlvNo: '3', is: 'failed', why: '钉钉里没有这个人，或不在应用的可见范围内' },
  ])
})

test('the same words reach the same person twice a day, with a link and without', async () => {
  const fake = await start()
  const access = fake.access()
  for (const url of ['https://school.cn/message/index', ''])
    for (const dlvNo of [`${url}1`, `${url}2`])
      expect(await sendAndAsk(access, [messageTo('li', dlvNo, { url })])).toEqual([{ dlvNo, is: 'delivered' }])
  expect([...fake.tasks.values()].every(({ to }) => to.length === 1)).toBe(true)
})

test('what DingTalk drops as a repetition is told as not delivered', async () => {
  const fake = await start()
  await sendAndAsk(fake.access(), [messageTo('li', '1')])
  expect(await sendAndAsk(fake.access(), [messageTo('li', '1')])).toEqual([
    { dlvNo: '1', is: 'failed', why: '钉钉一天只收一条同样的内容' },
  ])
})

test('a long text is cut to what DingTalk takes, and keeps its number', async () => {
  const fake = await start()
  const lot = ['https://school.cn/message/index', ''].map((url, at) =>
    messageTo('li', `700${at}`, { url, title: '校'.repeat(80), text: '“学"\n'.repeat(300) }),
  )
  expect(await ding.send(fake.access(), lot)).toMatchObject([{ is: 'accepted' }, { is: 'accepted' }])
  const [card, plain] = [...fake.tasks.values()].map(({ message }) => JSON.stringify(message))
  expect(card).toContain('…\\n编号 7000')
  expect(plain).toContain('…\\n编号 7001')
})

test('each person gets the link that is their own', async () => {
  const fake = await start()
  await ding.send(
    fake.access(),
    ['zhang', 'li'].map((to) => messageTo(to, to, { url: `https://school.cn/message/index?rcvNo=${to}` })),
  )
  for (const { to, message } of fake.tasks.values()) expect(JSON.stringify(message)).toContain(`rcvNo=${to[0]}"`)
})

test('a token that ends while sending, or is not known any more, is fetched anew once', async () => {
  const fake = await start()
  const access = fake.access()
  await ding.send(access, [messageTo('li', '1')])
  fake.tokens.pass(7300)
  expect(await ding.send(access, [messageTo('li', '2')])).toMatchObject([{ is: 'accepted' }])
  fake.says(sendPath, fake.below('40014', '不合法的access_token'))
  expect(await ding.send(access, [messageTo('li', '3')])).toMatchObject([{ is: 'accepted' }])
  expect(fake.tasks.size).toBe(3)
  expect(fake.countOf('/gettoken')).toBe(3)
})

test.each([
  [{ appSecret: 'wrong' }, 'Client Secret 不对'],
  [{ agentId: '' }, 'AgentId 要填数字'],
])('wrong settings %o are told with what to do', async (changed, words) => {
  const fake = await start()
  await expect(ding.test(fake.access(changed))).rejects.toEqual(brokenWith(words))
  await expect(ding.send(fake.access(changed), [messageTo('li', '1')])).rejects.toEqual(brokenWith(words))
})

test('an AgentId of another application is told with what to do', async () => {
  const fake = await start()
  await expect(ding.send(fake.access({ agentId: '42' }), [messageTo('li', '1')])).rejects.toEqual(brokenWith('AgentId 不对'))
})

test('an address and an application that are not permitted are told with what to do', async () => {
  const fake = await start()
  fake.state.isIpAllowed = false
  await expect(ding.test(fake.access())).rejects.toEqual(brokenWith('服务器的 IP（203.0.113.9）'))
  fake.state.isIpAllowed = true
  fake.state.isAuthorised = false
  await expect(ding.send(fake.access(), [messageTo('li', '1')])).rejects.toEqual(brokenWith('应用没有权限'))
})

test('settings that work are tried without reaching anybody', async () => {
  const fake = await start()
  await ding.test(fake.access())
  expect(fake.tasks.size).toBe(0)
})

test('an address of the inside is never asked', async () => {
  const fake = await start()
  await expect(ding.test(fake.access({}, []))).rejects.toEqual(brokenWith('接口地址不能用：'))
  expect(fake.calls).toEqual([])
})

test('where no answer comes after it had left, it is unknown and never sent again', async () => {
  const fake = await start()
  fake.takesAndDrops(sendPath)
  expect(await ding.send(fake.access(), [messageTo('li', '1')])).toMatchObject([{ dlvNo: '1', is: 'unknown' }])
  expect(fake.tasks.size).toBe(1)
})

test('what DingTalk has no time for is tried again', async () => {
  const fake = await start()
  const one = [messageTo('li', '1')]
  for (const code of ['90018', '90002']) {
    fake.says(sendPath, fake.below(code, '请求总次数超过了限制'))
    expect(await ding.send(fake.access(), one)).toMatchObject([{ is: 'retry', why: '钉钉嫌调用太多' }])
  }
  fake.says(sendPath, { body: { errcode: -1, errmsg: '系统繁忙' } })
  expect(await ding.send(fake.access(), one)).toMatchObject([{ is: 'retry', why: '钉钉忙' }])
  fake.says(sendPath, { status: 503, body: 'unavailable' })
  expect(await ding.send(fake.access(), one)).toMatchObject([{ is: 'retry' }])
  expect(fake.tasks.size).toBe(0)
})

test('a person whom DingTalk does not know gives up', async () => {
  const fake = await start()
  expect(await ding.send(fake.access(), [messageTo('nobody', '1')])).toEqual([
    { dlvNo: '1', is: 'failed', why: '钉钉里没有这个人' },
  ])
})

test('results that are asked too often keep what is known, and tell the rest another time', async () => {
  const fake = await start()
  const access = fake.access()
  const lot = [messageTo('zhang', '1'), messageTo('li', '2', { title: '另一条' })]
  await ding.send(access, lot)
  const [first, second] = [...fake.tasks.keys()]
  const taken = [
    { dlvNo: '1', to: 'zhang', extNo: String(first) },
    { dlvNo: '2', to: 'li', extNo: String(second) },
  ]
  fake.says(resultPath, { body: { errcode: 0, errmsg: 'ok', send_result: { read_user_id_list: ['zhang'] } } })
  fake.says(resultPath, fake.below('90018', '请求总次数超过了限制'))
  expect(await ding.results?.(access, taken)).toEqual([{ dlvNo: '1', is: 'delivered' }])
  expect(await ding.results?.(access, taken)).toHaveLength(2)
})

test('people are found by their phones, with and without +86', async () => {
  const fake = await start()
  const found = await ding.lookUp?.(fake.access(), ['+86 13800000001', '13800000002', '13900000000'])
  expect([...(found ?? [])]).toEqual([
    ['+86 13800000001', 'zhang'],
    ['13800000002', 'li'],
    ['13900000000', null],
  ])
})

test('a look-up that finds no answer once is asked again', async () => {
  const fake = await start()
  fake.takesAndDrops('/topapi/v2/user/getbymobile')
  expect((await ding.lookUp?.(fake.access(), ['13800000001']))?.get('13800000001')).toBe('zhang')
})

test('what was sent is withdrawn by its number', async () => {
  const fake = await start()
  const [outcome] = await ding.send(fake.access(), [messageTo('li', '1')])
  await ding.recall?.(fake.access(), [outcome?.is === 'accepted' ? (outcome.extNo ?? '') : ''])
  expect([...fake.tasks.values()]).toMatchObject([{ isRecalled: true }])
})
