import * as z from 'zod'
import type { Asked } from '#server/base/guardedFetch.ts'
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
  seenAddress,
  sendInTurn,
  TooOften,
  TryLater,
  withoutTags,
  withToken,
} from './imReply.ts'

const text = z.string().nullish()
const shape = z.object({
  errcode: z.number(),
  errmsg: z.string().default(''),
  access_token: text,
  expires_in: z.number().nullish(),
  invaliduser: text,
  unlicenseduser: text,
  msgid: text,
  userid: text,
})
type Reply = z.output<typeof shape>

const staleToken = [40014, 42001]
const busy = [-1, 6000]
const tooOften = [45009, 45011, 45033]
const unknownPhone = [46004, 60103, 60111, 60011]

const brokenBy: Record<number, string> = {
  40001: '应用 Secret 不对：请在企业微信管理后台打开这个应用，复制 Secret 再填一次',
  40013: '企业 ID 不对：请在企业微信管理后台的“我的企业”里复制企业 ID 再填一次',
  40056: 'AgentId 不对：请在企业微信管理后台打开这个应用，复制 AgentId 再填一次',
  48002: '应用没有权限：请在企业微信管理后台给这个应用开通发消息和查看通讯录的权限',
  50003: '应用被停用了：请在企业微信管理后台启用它',
  301002: 'AgentId 和应用 Secret 不是同一个应用的：请在企业微信管理后台打开这个应用，两样都重新复制',
}

/** Sends through an application of WeCom (docs/spec/channels.md#channel). */
export const wecom: Adapter = {
  most: 1000,
  send: (access, lot) => sendInTurn(groupSame(lot), (group) => sendSame(access, group)),
  lookUp: (access, phones) => lookUpInTurn(phones, (phone) => findPerson(access, phone), true),
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

const post = (body: object): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Calls with a token, and returns what concerns this one call. Throws what concerns the channel or the moment. */
async function call(access: ChannelAccess, path: string, asked: Asked): Promise<Reply> {
  const reply = await withToken(
    access,
    () => fetchToken(access),
    async (token) => (await askJson(access, `${path}?access_token=${encodeURIComponent(token)}`, asked, shape)).body,
    ({ errcode }) => staleToken.includes(errcode),
  )
  requireUsable(reply)
  return reply
}

async function fetchToken(access: ChannelAccess) {
  const { corpId = '', corpSecret = '' } = access.settings
  const asked = new URLSearchParams({ corpid: corpId, corpsecret: corpSecret })
  const { body } = await asRead(askJson(access, `/cgi-bin/gettoken?${asked}`, {}, shape))
  requireUsable(body)
  if (body.errcode !== 0 || !body.access_token) throw new ChannelBroken(`企业微信不给令牌：${saidBy(body)}`)
  return { token: body.access_token, seconds: body.expires_in ?? 7200 }
}

function requireUsable({ errcode, errmsg }: Reply) {
  if (errcode === 60020) {
    const seen = seenAddress(errmsg)
    throw new ChannelBroken(`服务器的 IP${seen}没有得到允许：请在企业微信管理后台打开这个应用，把它加到“企业可信 IP”`)
  }
  const why = brokenBy[errcode]
  if (why) throw new ChannelBroken(why)
  if (tooOften.includes(errcode)) throw new TooOften('企业微信嫌调用太多', 60)
  if (busy.includes(errcode)) throw new TryLater('企业微信忙')
}

function agentOf({ settings: { agentId = '' } }: ChannelAccess): number {
  if (!/^\d+$/.test(agentId)) throw new ChannelBroken('AgentId 要填数字：请在企业微信管理后台打开这个应用复制')
  return Number(agentId)
}

const refusedBy: Record<number, string> = {
  40003: '企业微信里没有这个人',
  60111: '企业微信里没有这个人',
  81013: '企业微信里没有这个人，或不在应用的可见范围内',
}

const whyNot = (reply: Reply) => refusedBy[reply.errcode] ?? `企业微信没有收下：${saidBy(reply)}`

const saidBy = ({ errcode, errmsg }: Reply) => `${errmsg.split(',')[0]}（${errcode}）`
