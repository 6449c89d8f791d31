import { type Adapter, type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import {
  askJson,
  asRead,
  cutBytes,
  doEach,
  eachOf,
  groupSame,
  lookUpInTurn,
  nationalPhone,
  requireWorking,
  sendInTurn,
  TryLater,
  withoutTags,
} from './imReply.ts'
import { agentOf, call, fetchToken, post, type Reply, requireUsable, saidBy, shape } from './wecomCall.ts'
import { findGuardians, sendToGuardians } from './wecomSchool.ts'

const unknownPhone = [46004, 60103, 60111, 60011]

/** Sends through an application of WeCom (docs/spec/channels.md#channel). */
export const wecom: Adapter = {
  most: 1000,
  send: (access, lot) =>
    sendInTurn(groupSame(lot), (group) => (group[0]?.isGuardian ? sendToGuardians(access, group) : sendSame(access, group))),
  lookUp: (access, phones) => lookUpInTurn(phones, (phone) => findPerson(access, phone), true),
  lookUpGuardians: findGuardians,
  recall: (access, extNos) => doEach(extNos, (msgid) => asRead(call(access, '/cgi-bin/message/recall', post({ msgid })))),
  test: (access) =>
    requireWorking('企业微信', async () => {
      const token = await access.token(() => fetchToken(access), true)
      const path = `/cgi-bin/agent/get?access_token=${encodeURIComponent(token)}&agentid=${agentOf(access)}`
      const { body } = await askJson(access, path, {}, shape)
      requireUsable(body)
      if (body.errcode !== 0) throw new ChannelBroken(`企业微信不让用这个应用：${saidBy(body)}`)
    }),
}

async function sendSame(access: ChannelAccess, group: readonly Outgoing[]): Promise<Outcome[]> {
  const [first] = group
  if (!first) return []
  const touser = group.map(({ to }) => to).join('|')
  const reply = await call(access, '/cgi-bin/message/send', post({ touser, agentid: agentOf(access), ...messageOf(first) }))
  if (reply.errcode !== 0) return eachOf(group, { is: 'failed', why: whyNot(reply) })
  // Compares without case: what is refused comes back in small letters.
  const unknown = namesIn(reply.invaliduser)
  const unlicensed = namesIn(reply.unlicenseduser)
  return group.map(({ dlvNo, to }): Outcome => {
    const name = to.toLowerCase()
    if (unknown.has(name)) return { dlvNo, is: 'failed', why: '企业微信里没有这个人，或不在应用的可见范围内' }
    if (unlicensed.has(name)) return { dlvNo, is: 'failed', why: '这个人没有企业微信的基础接口许可，或已过期' }
    return { dlvNo, is: 'accepted', ...(reply.msgid && { extNo: reply.msgid }) }
  })
}

/** Writes a card that opens a page, or a text where there is none to open; both within what WeCom takes. */
function messageOf({ title, text: body, url }: Outgoing) {
  const words = withoutTags(body)
  if (!url) return { msgtype: 'text', text: { content: cutBytes(`${withoutTags(title)}\n${words}`, 2048) } }
  const description = cutBytes(words || '请点开查看', 512, '<br>')
  return { msgtype: 'textcard', textcard: { title: cutBytes(withoutTags(title), 128), description, url, btntxt: '查看' } }
}

const namesIn = (list: string | null | undefined) => new Set((list ?? '').toLowerCase().split('|').filter(Boolean))

async function findPerson(access: ChannelAccess, phone: string): Promise<string | null> {
  const reply = await call(access, '/cgi-bin/user/getuserid', post({ mobile: nationalPhone(phone) }))
  if (reply.errcode === 0) return reply.userid || null
  if (unknownPhone.includes(reply.errcode)) return null
  throw new TryLater(whyNot(reply))
}

const refusedBy: Record<number, string> = {
  40003: '企业微信里没有这个人',
  60111: '企业微信里没有这个人',
  81013: '企业微信里没有这个人，或不在应用的可见范围内',
}

const whyNot = (reply: Reply) => refusedBy[reply.errcode] ?? `企业微信没有收下：${saidBy(reply)}`
