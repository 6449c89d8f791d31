import * as z from 'zod'
import type { Answered, Asked } from '#server/base/guardedFetch.ts'
import { type Adapter, type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import {
  askJson,
  asRead,
  cutBytes,
  doEach,
  eachOf,
  nationalPhone,
  requireWorking,
  seenAddress,
  sendInTurn,
  TooOften,
  TryLater,
  wantedPause,
  withToken,
} from './imReply.ts'

const shape = z.object({
  code: z.number(),
  msg: z.string().default(''),
  tenant_access_token: z.string().nullish(),
  expire: z.number().nullish(),
  data: z
    .object({
      message_id: z.string().nullish(),
      user_list: z.array(z.object({ mobile: z.string().nullish(), user_id: z.string().nullish() })).nullish(),
    })
    .nullish(),
})
type Reply = z.output<typeof shape> & { answered: Answered }

const staleToken = [99991661, 99991663, 99991664, 99991668, 99991671]
const tooOften = [99991400, 230020, 11232, 11233]

const wrongSecret = 'App ID 或 App Secret 不对：请在飞书开放平台打开这个应用，在“凭证与基础信息”里重新复制'
const notInUse = '应用没有启用：请在飞书开放平台发布这个应用，再请企业管理员在管理后台启用它'
const noRight = '应用没有权限：请在飞书开放平台打开这个应用，开通“以应用的身份发消息”和“通过手机号获取用户 ID”，再发布一个版本'
const noBot = '应用没有机器人：请在飞书开放平台打开这个应用，添加“机器人”能力，再发布一个版本'

const brokenBy: Record<number, string> = {
  10003: wrongSecret,
  10012: notInUse,
  10013: notInUse,
  10014: wrongSecret,
  11205: noBot,
  230006: noBot,
  230027: noRight,
  99991543: wrongSecret,
  99991662: notInUse,
  99991672: noRight,
  99991673: notInUse,
}

const post = (body: object): Asked => ({ method: 'POST', body: JSON.stringify(body) })

/** Sends through the bot of an application of Feishu or Lark (docs/spec/channels.md#channel). */
export const feishu: Adapter = {
  most: 50,
  send: (access, lot) =>
    sendInTurn(
      lot.map((one) => [one]),
      (group) => sendOne(access, group),
      // Knows by the number of the delivery what it took within the last hour.
      true,
    ),
  lookUp: lookUpMany,
  recall: (access, extNos) =>
    doEach(extNos, (extNo) =>
      asRead(call(access, `/open-apis/im/v1/messages/${encodeURIComponent(extNo)}`, { method: 'DELETE' })),
    ),
  test: (access) =>
    requireWorking('飞书', async () => {
      const token = await access.token(() => fetchToken(access), true)
      const reply = await ask(access, '/open-apis/bot/v3/info', { headers: bearer(token) })
      requireUsable(reply)
      if (reply.code !== 0) throw new ChannelBroken(`飞书不让用这个应用：${saidBy(reply)}`)
    }),
}

async function sendOne(access: ChannelAccess, group: readonly Outgoing[]): Promise<Outcome[]> {
  const [one] = group
  if (!one) return []
  const asked = {
    receive_id: one.to,
    msg_type: 'post',
    content: contentOf(one),
    uuid: `${access.derive('feishu').slice(0, 12)}-${one.dlvNo}`,
  }
  const reply = await call(access, '/open-apis/im/v1/messages?receive_id_type=open_id', post(asked))
  if (reply.code !== 0) return eachOf(group, { is: 'failed', why: whyNot(reply) })
  const extNo = reply.data?.message_id
  return eachOf(group, { is: 'accepted', ...(extNo && { extNo }) })
}

// Leaves room for what JSON adds in the 30 KB that a message may have.
const mostBytes = 20_000

/** Writes a post, whose pieces are taken as they are: in a text, a tag would call persons and a bracket make a link. */
function contentOf({ title, text, url }: Outgoing): string {
  const lines = cutBytes(text, mostBytes).split('\n')
  const words = lines.filter(Boolean).map((line) => [{ tag: 'text', text: line }])
  const link = url ? [[{ tag: 'a', text: '点此查看', href: url }]] : []
  const content = [...words, ...link]
  return JSON.stringify({ zh_cn: { title, content: content.length > 0 ? content : [[{ tag: 'text', text: title }]] } })
}

const mostPhones = 50

async function lookUpMany(access: ChannelAccess, phones: readonly string[]): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (let start = 0; start < phones.length; start += mostPhones) {
    const some = phones.slice(start, start + mostPhones)
    try {
      const names = await asRead(findPeople(access, [...new Set(some.map(nationalPhone))]))
      for (const phone of some) found.set(phone, names.get(nationalPhone(phone)) ?? null)
    } catch (error) {
      // Hands over what is known; the rest is looked up another time.
      if (error instanceof TooOften && found.size > 0) break
      throw error
    }
  }
  return found
}

async function findPeople(access: ChannelAccess, mobiles: readonly string[]): Promise<Map<string, string>> {
  const path = '/open-apis/contact/v3/users/batch_get_id?user_id_type=open_id'
  const reply = await call(access, path, post({ mobiles, include_resigned: false }))
  if (reply.code !== 0) throw new TryLater(`飞书没有查到：${saidBy(reply)}`)
  const known = (reply.data?.user_list ?? []).flatMap(({ mobile, user_id: name }): [string, string][] =>
    mobile && name ? [[nationalPhone(mobile), name]] : [],
  )
  return new Map(known)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' })

async function ask(access: ChannelAccess, path: string, asked: Asked): Promise<Reply> {
  const { body, answered } = await askJson(access, path, asked, shape)
  return { ...body, answered }
}

/** Calls with a token, and returns what concerns this one call. Throws what concerns the channel or the moment. */
async function call(access: ChannelAccess, path: string, asked: Asked): Promise<Reply> {
  const reply = await withToken(
    access,
    () => fetchToken(access),
    (token) => ask(access, path, { ...asked, headers: bearer(token) }),
    ({ code }) => staleToken.includes(code),
  )
  requireUsable(reply)
  return reply
}

async function fetchToken(access: ChannelAccess) {
  const { appId = '', appSecret = '' } = access.settings
  const asked = {
    ...post({ app_id: appId, app_secret: appSecret }),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }
  const reply = await asRead(ask(access, '/open-apis/auth/v3/tenant_access_token/internal', asked))
  requireUsable(reply)
  if (reply.code !== 0 || !reply.tenant_access_token) throw new ChannelBroken(`飞书不给令牌：${saidBy(reply)}`)
  return { token: reply.tenant_access_token, seconds: reply.expire ?? 7200 }
}

function requireUsable({ code, msg, answered }: Reply) {
  if (tooOften.includes(code)) throw new TooOften('飞书嫌调用太多', wantedPause(answered))
  if (code === 99991401)
    throw new ChannelBroken(
      `服务器的 IP${seenAddress(msg)}没有得到允许：请在飞书开放平台打开这个应用，在“安全设置”里把它加到 IP 白名单`,
    )
  const why = brokenBy[code]
  if (why) throw new ChannelBroken(why)
}

const unreachable = '飞书里没有这个人，或不在机器人的可用范围内'

const refusedBy: Record<number, string> = {
  230002: unreachable,
  230013: unreachable,
  230022: '内容含有飞书认为敏感的词',
  230034: unreachable,
  230035: '这个人不接收机器人的消息',
  230053: '这个人不接收机器人的消息',
  99992351: unreachable,
  99992361: '换过应用：请重新匹配飞书里的人',
}

const whyNot = (reply: Reply) => refusedBy[reply.code] ?? `飞书没有收下：${saidBy(reply)}`

const saidBy = ({ code, msg }: Reply) => `${msg}（${code}）`
