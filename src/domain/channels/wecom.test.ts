import { afterEach, expect, test } from 'vitest'
import { messageTo } from '../../../test/support/fakes/imServer.ts'
import { startWecom } from '../../../test/support/fakes/wecom.ts'
import { ChannelBroken } from './adapter.ts'
import { wecom } from './wecom.ts'

const sendPath = '/cgi-bin/message/send'
const members = {
  ZhangSan: { phone: '13800000001' },
  LiSi: { phone: '13800000002' },
  WangWu: { phone: '13800000003', isLicensed: false },
}

let close = () => {}
afterEach(() => close())

async function start(people: Parameters<typeof startWecom>[0] = members) {
  const fake = await startWecom(people)
  close = fake.close
  return fake
}

const brokenWith = (words: string) => expect.objectContaining({ message: expect.stringContaining(words) })

test('one call carries the same card to several persons, and says for each what became of it', async () => {
  const fake = await start()
  const lot = [messageTo('ZhangSan', '1'), messageTo('LiSi', '2'), messageTo('WangWu', '3'), messageTo('NoBody', '4')]
  const outcomes = await wecom.send(fake.access(), lot)
  expect(fake.countOf(sendPath)).toBe(1)
  expect(fake.sent).toMatchObject([
    { to: ['ZhangSan', 'LiSi'], message: { msgtype: 'textcard', textcard: { title: '家长会通知' } } },
  ])
  expect(outcomes).toEqual([
    { dlvNo: '1', is: 'accepted', extNo: 'msg-1' },
    { dlvNo: '2', is: 'accepted', extNo: 'msg-1' },
    { dlvNo: '3', is: 'failed', why: '这个人没有企业微信的基础接口许可，或已过期' },
    { dlvNo: '4', is: 'failed', why: '企业微信里没有这个人，或不在应用的可见范围内' },
  ])
})

test('each person gets the link that is their own', async () => {
  const fake = await start()
  const lot = ['ZhangSan', 'LiSi'].map((to) => messageTo(to, to, { url: `https://school.cn/message/index?rcvNo=${to}` }))
  await wecom.send(fake.access(), lot)
  expect(fake.sent.map(({ to, message }) => [to, (message.textcard as { url: string }).url])).toEqual([
    [['ZhangSan'], 'https://school.cn/message/index?rcvNo=ZhangSan'],
    [['LiSi'], 'https://school.cn/message/index?rcvNo=LiSi'],
  ])
})

test('a long title and text are cut at a letter, so that no half letter arrives, and a tag stays words', async () => {
  const fake = await start()
  const words = { title: '校'.repeat(80), text: `<a href="x">点</a>\n${'学👨‍👩‍👧'.repeat(200)}` }
  const lot = [messageTo('ZhangSan', '1', words), messageTo('ZhangSan', '2', { ...words, url: '' })]
  expect(await wecom.send(fake.access(), lot)).toMatchObject([{ is: 'accepted' }, { is: 'accepted' }])
  const [card, plain] = fake.sent.map(({ message }) => JSON.stringify(message))
  expect(card).toContain('＜a href=\\"x\\"＞点＜/a＞<br>学')
  expect(card).not.toContain('�')
  expect(plain).toContain('"msgtype":"text"')
})

test('a token that ends while sending is fetched anew once, and nobody gets the message twice', async () => {
  const fake = await start()
  const access = fake.access()
  await wecom.send(access, [messageTo('ZhangSan', '1')])
  fake.tokens.pass(7300)
  expect(await wecom.send(access, [messageTo('ZhangSan', '2')])).toMatchObject([{ is: 'accepted' }])
  expect(fake.sent).toHaveLength(2)
  expect(fake.countOf('/cgi-bin/gettoken')).toBe(2)
})

test('a token that is refused again and again ends in what to do, and not in endless calls', async () => {
  const fake = await start()
  for (const _ of [1, 2]) fake.says(sendPath, { body: { errcode: 40014, errmsg: 'invalid access_token' } })
  await expect(wecom.send(fake.access(), [messageTo('ZhangSan', '1')])).rejects.toThrow(ChannelBroken)
  expect(fake.countOf(sendPath)).toBe(2)
})

test.each([
  [{ corpSecret: 'wrong' }, '应用 Secret 不对'],
  [{ corpId: 'wrong' }, '企业 ID 不对'],
  [{ agentId: '1000003' }, 'AgentId'],
  [{ agentId: '通知' }, 'AgentId 要填数字'],
  [{ base: 'school' }, '接口地址不能用'],
])('wrong settings %o are told with what to do, in trying and in sending', async (changed, words) => {
  const fake = await start()
  await expect(wecom.test(fake.access(changed))).rejects.toEqual(brokenWith(words))
  await expect(wecom.send(fake.access(changed), [messageTo('ZhangSan', '1')])).rejects.toEqual(brokenWith(words))
  expect(fake.sent).toEqual([])
})

test('an address that is not permitted is named, so that it can be written where it belongs', async () => {
  const fake = await start()
  fake.state.isIpAllowed = false
  const error = await wecom.send(fake.access(), [messageTo('ZhangSan', '1')]).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChannelBroken)
  expect(error).toEqual(brokenWith('服务器的 IP（203.0.113.9）'))
})

test('an address of the inside is never asked', async () => {
  const fake = await start()
  await expect(wecom.send(fake.access({}, []), [messageTo('ZhangSan', '1')])).rejects.toEqual(brokenWith('接口地址不能用：'))
  expect(fake.calls).toEqual([])
})

test('settings that work are tried without reaching anybody', async () => {
  const fake = await start()
  await wecom.test(fake.access())
  expect(fake.sent).toEqual([])
})

test('where no answer comes after it had left, it is unknown and never sent again; the rest waits', async () => {
  const fake = await start()
  fake.takesAndDrops(sendPath)
  const outcomes = await wecom.send(fake.access(), [messageTo('ZhangSan', '1'), messageTo('LiSi', '2', { title: '另一条' })])
  expect(outcomes).toMatchObject([
    { dlvNo: '1', is: 'unknown' },
    { dlvNo: '2', is: 'retry' },
  ])
  expect(fake.sent).toHaveLength(1)
})

test('what could not leave, and what the other side was too busy for, is tried again', async () => {
  const fake = await start()
  const one = [messageTo('ZhangSan', '1')]
  fake.says(sendPath, { body: { errcode: -1, errmsg: 'system busy' } })
  expect(await wecom.send(fake.access(), one)).toMatchObject([{ is: 'retry', why: '企业微信忙' }])
  fake.says(sendPath, { body: { errcode: 45009, errmsg: 'api freq out of limit' } })
  expect(await wecom.send(fake.access(), one)).toMatchObject([{ is: 'retry', afterSeconds: 60 }])
  fake.says(sendPath, { status: 502, body: '<html>' })
  expect(await wecom.send(fake.access(), one)).toMatchObject([{ is: 'retry' }])
  fake.says(sendPath, { body: '<html>' })
  expect(await wecom.send(fake.access(), one)).toMatchObject([{ is: 'retry' }])
  const access = fake.access()
  fake.close()
  expect(await wecom.send(access, one)).toMatchObject([{ is: 'retry', why: '没有连上对方的服务器' }])
})

test('a token that is not answered costs nobody the message', async () => {
  const fake = await start()
  fake.takesAndDrops('/cgi-bin/gettoken')
  expect(await wecom.send(fake.access(), [messageTo('ZhangSan', '1')])).toMatchObject([{ is: 'retry' }])
})

test('a channel that breaks after some were sent does not send to them again', async () => {
  const fake = await start()
  fake.says(sendPath, { body: { errcode: 0, errmsg: 'ok', msgid: 'msg-0' } })
  fake.says(sendPath, { body: { errcode: 40001, errmsg: 'invalid credential' } })
  const outcomes = await wecom.send(fake.access(), [messageTo('ZhangSan', '1'), messageTo('LiSi', '2', { title: '另一条' })])
  expect(outcomes).toMatchObject([{ is: 'accepted' }, { is: 'retry', why: expect.stringContaining('应用 Secret 不对') }])
})

test('persons whom WeCom does not know at all give up, and the channel goes on', async () => {
  const fake = await start()
  expect(await wecom.send(fake.access(), [messageTo('NoBody', '1')])).toMatchObject([{ is: 'failed' }])
  await wecom.test(fake.access())
})

test('people are found by their phones, with and without +86', async () => {
  const fake = await start()
  const found = await wecom.lookUp?.(fake.access(), ['+8613800000001', '13800000002', '13900000000'])
  expect([...(found ?? [])]).toEqual([
    ['+8613800000001', 'ZhangSan'],
    ['13800000002', 'LiSi'],
    ['13900000000', null],
  ])
})

test('looking up ends before WeCom blocks it for a day, and keeps what is known', async () => {
  const people = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`u${at}`, { phone: `138000001${at + 10}` }]))
  const fake = await start(people)
  const phones = Array.from({ length: 60 }, (_, at) => (at % 5 === 0 ? `1390000${1000 + at}` : `138000001${at + 10}`))
  const found = await wecom.lookUp?.(fake.access(), phones)
  expect(found?.size).toBe(20)
  expect([...(found?.values() ?? [])].filter((name) => name === null)).toHaveLength(4)
  expect(fake.state.isBlocked).toBe(false)
})

test('looking up goes on for a lot of known people', async () => {
  const people = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`u${at}`, { phone: `138000001${at + 10}` }]))
  const fake = await start(people)
  const phones = Object.values(people).map(({ phone }) => phone)
  expect((await wecom.lookUp?.(fake.access(), [...phones, '13900000000']))?.size).toBe(41)
})

test('what was sent is withdrawn by its number, and one that is gone does not keep the others', async () => {
  const fake = await start()
  await wecom.send(fake.access(), [messageTo('ZhangSan', '1'), messageTo('LiSi', '2', { title: '另一条' })])
  await wecom.recall?.(fake.access(), ['msg-1', 'msg-9', 'msg-2', 'msg-1'])
  expect(fake.recalled).toEqual(['msg-1', 'msg-2'])
})

test('guardians are found class by class among those who follow the notices of the school, and nobody is asked for by phone', async () => {
  const fake = await startWecom(members, {
    wang: { phone: '13900000001' },
    li: { phone: '13900000002', classId: 4 },
    zhao: { phone: '13900000003', isFollowing: false },
  })
  close = fake.close
  const found = await wecom.lookUpGuardians?.(fake.access(), ['13900000001', '+8613900000002', '13900000003', '13900000004'])
  expect([...(found ?? [])]).toEqual([
    ['13900000001', 'wang'],
    ['+8613900000002', 'li'],
    ['13900000003', null],
    ['13900000004', null],
  ])
  expect(fake.countOf('/cgi-bin/user/getuserid')).toBe(0)
})

test('a guardian gets a notice of the school that opens their own link', async () => {
  const fake = await startWecom(members, { wang: { phone: '13900000001' }, zhao: { phone: '13900000003', isFollowing: false } })
  close = fake.close
  const own = { isGuardian: true, url: 'https://school.cn/m/notice#t=own' }
  const lot = [messageTo('wang', '1', own), messageTo('zhao', '2', own), messageTo('ZhangSan', '3')]
  expect(await wecom.send(fake.access(), lot)).toEqual([
    { dlvNo: '1', is: 'accepted' },
    { dlvNo: '2', is: 'failed', why: '企业微信的家校通讯录里没有这位家长，或没有关注学校通知' },
    { dlvNo: '3', is: 'accepted', extNo: expect.any(String) },
  ])
  const [notice] = fake.sent
  expect(notice).toMatchObject({ to: ['wang'], message: { msgtype: 'news', news: { articles: [{ url: own.url }] } } })
})

test('a school that does not use it with families loses the guardians there, and not the channel', async () => {
  const fake = await startWecom(members, { wang: { phone: '13900000001' } })
  close = fake.close
  fake.state.isForFamilies = false
  expect([...((await wecom.lookUpGuardians?.(fake.access(), ['13900000001'])) ?? [])]).toEqual([['13900000001', null]])
  const [one] = await wecom.send(fake.access(), [messageTo('wang', '1', { isGuardian: true })])
  expect(one).toMatchObject({ is: 'failed', why: expect.stringContaining('家长可使用') })
})
