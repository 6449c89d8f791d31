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
  withToken,
} from './imReply.ts'

const names = z.array(z.string()).nullish()
const shape = z.object({
  errcode: z.number(),
  errmsg: z.string().default(''),
  sub_code: z.coerce.string().nullish(),
  sub_msg: z.string().nullish(),
  access_token: z.string().nullish(),
  expires_in: z.number().nullish(),
  task_id: z.union([z.number(), z.string()]).nullish(),
  result: z.object({ userid: z.string().nullish() }).nullish().catch(null),
  send_result: z
    .object({
      invalid_user_id_list: names,
      forbidden_user_id_list: names,
      failed_user_id_list: names,
      read_user_id_list: names,
      unread_user_id_list: names,
      forbidden_list: z.array(z.object({ userid: z.string(), code: z.coerce.string() })).nullish(),
    })
    .nullish(),
})
type Reply = z.output<typeof shape> & { code: number; said: string }
type SendResult = NonNullable<Reply['send_result']>

const staleToken = [40001, 40014, 42001]
const busy = [-1, 15, 34015]
const tooOften = [90001, 90002, 90003, 90004, 90005, 90006, 90018]
const unknownPhone = [60121, 60103, 40104, 50002]

const wrongSecret = 'Client ID 或 Client Secret 不对：请在钉钉开放平台打开这个应用，在“凭证与基础信息”里重新复制'
const wrongAgent = 'AgentId 不对：请在钉钉开放平台打开这个应用，在“凭证与基础信息”里复制 AgentId 再填一次'
const noRight = '应用没有权限：请在钉钉开放平台打开这个应用，在“权限管理”里开通企业会话消息和按手机号查成员的权限'

const brokenBy: Record<number, string> = {
  40001: wrongSecret,
  40013: wrongSecret,
  40056: wrongAgent,
  40089: wrongSecret,
  40096: wrongSecret,
  52019: wrongAgent,
  60011: noRight,
  70003: wrongAgent,
  70004: wrongAgent,
}

const post = (body: object): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const ofWork = '/topapi/message/corpconversation'

/** Sends work notices of DingTalk (docs/spec/channels.md#channel). */
export const ding: Adapter = {
  most: 100,
  send: (access, lot) => sendInTurn(groupSame(lot), (group) => sendSame(access, group)),
  lookUp: (access, phones) => lookUpInTurn(phones, (phone) => findPerson(access, phone), false),
  results: readResults,
  recall: (access, extNos) =>
    doEach(extNos, (extNo) =>
      asRead(call(access, `${ofWork}/recall`, post({ agent_id: agentOf(access), msg_task_id: Number(extNo) }))),
    ),
  test: (access) =>
    requireWorking('钉钉', async () => {
      agentOf(access)
      const token = await access.token(() => fetchToken(access), true)
      // Reads what the application may see, which refuses an address that is not permitted as sending does.
      requireUsable(await ask(access, `/auth/scopes?access_token=${encodeURIComponent(token)}`, {}))
    }),
}

async function sendSame(access: ChannelAccess, group: readonly Outgoing[]): Promise<Outcome[]> {
  const [first] = group
  if (!first) return []
  const asked = { agent_id: agentOf(access), userid_list: group.map(({ to }) => to).join(','), msg: messageOf(first) }
  const reply = await call(access, `${ofWork}/asyncsend_v2`, post(asked))
  if (reply.code !== 0) return eachOf(group, { is: 'failed', why: whyNot(reply) })
  return eachOf(group, { is: 'accepted', ...(reply.task_id && { extNo: String(reply.task_id) }) })
}

const mostBytes = 2048

/**
 * Writes a card that opens a page, or a text where there is none to open. Adds the number of the delivery, since the same words to the
 * same person are dropped for the rest of the day though the answer says that they were taken.
 */
function messageOf({ dlvNo, title, text, url }: Outgoing) {
  const number = `编号 ${dlvNo}`
  if (!url)
    return fitting((body) => ({ msgtype: 'text', text: { content: `${title}\n${body}\n${number}`.replace('\n\n', '\n') } }), text)
  const oa = (content: string) => ({
    message_url: url,
    pc_message_url: url,
    head: { bgcolor: 'FF1677FF', text: '通知' },
    body: { title, content: content ? `${content}\n${number}` : number },
  })
  return fitting((body) => ({ msgtype: 'oa', oa: oa(body) }), text)
}

/** Cuts the body until the whole message has no more bytes than are taken. */
function fitting<T>(message: (body: string) => T, body: string): T {
  let most = Buffer.byteLength(body)
  for (;;) {
    const written = message(most > 3 ? cutBytes(body, most) : '')
    const over = Buffer.byteLength(JSON.stringify(written)) - mostBytes
    if (over <= 0 || most <= 3) return written
    most -= over
  }
}

async function findPerson(access: ChannelAccess, phone: string): Promise<string | null> {
  const reply = await call(access, '/topapi/v2/user/getbymobile', post({ mobile: nationalPhone(phone) }))
  if (reply.code === 0) return reply.result?.userid || null
  if (unknownPhone.includes(reply.code)) return null
  throw new TryLater(whyNot(reply))
}

type Taken = { dlvNo: string; to: string; extNo: string }
type Told = Outcome | { dlvNo: string; is: 'delivered' }

async function readResults(access: ChannelAccess, taken: readonly Taken[]): Promise<Told[]> {
  const told: Told[] = []
  for (const [extNo, ones] of Map.groupBy(taken, (one) => one.extNo)) {
    try {
      const asked = post({ agent_id: agentOf(access), task_id: Number(extNo) })
      const { send_result: result } = await asRead(call(access, `${ofWork}/getsendresult`, asked))
      if (result) told.push(...ones.flatMap((one) => toldOf(result, one) ?? []))
    } catch (error) {
      // Hands over what is known; the rest is asked for next time.
      if (told.length === 0) throw error
      break
    }
  }
  return told
}

const forbiddenBy: Record<string, string> = {
  143105: '钉钉一天只让发 500 条给同一个人',
  143106: '钉钉一天只收一条同样的内容',
}

function toldOf(result: SendResult, { dlvNo, to }: Taken): Told | undefined {
  const has = (list: string[] | null | undefined) => list?.includes(to)
  const forbidden = result.forbidden_list?.find(({ userid }) => userid === to)
  if (has(result.invalid_user_id_list)) return { dlvNo, is: 'failed', why: '钉钉里没有这个人，或不在应用的可见范围内' }
  if (forbidden || has(result.forbidden_user_id_list))
    return { dlvNo, is: 'failed', why: forbiddenBy[forbidden?.code ?? ''] ?? '钉钉因为发得太多而没有送出' }
  if (has(result.failed_user_id_list)) return { dlvNo, is: 'failed', why: '钉钉没有送到' }
  if (has(result.read_user_id_list) || has(result.unread_user_id_list)) return { dlvNo, is: 'delivered' }
  return undefined
}

/** Asks, and tells the code that lies below 88, which stands for many. */
async function ask(access: ChannelAccess, path: string, asked: Asked): Promise<Reply> {
  const { body } = await askJson(access, path, asked, shape)
  const { errcode, errmsg, sub_code: subCode, sub_msg: subMessage } = body
  const below = /subcode=(\w+)/.exec(errmsg)?.[1]
  const code = errcode === 88 ? Number(subCode ?? below) || errcode : errcode
  return { ...body, code, said: subMessage ?? errmsg }
}

/** Calls with a token, and returns what concerns this one call. Throws what concerns the channel or the moment. */
async function call(access: ChannelAccess, path: string, asked: Asked): Promise<Reply> {
  const reply = await withToken(
    access,
    () => fetchToken(access),
    (token) => ask(access, `${path}?access_token=${encodeURIComponent(token)}`, asked),
    ({ code }) => staleToken.includes(code),
  )
  requireUsable(reply)
  return reply
}

async function fetchToken(access: ChannelAccess) {
  const { appKey = '', appSecret = '' } = access.settings
  const asked = new URLSearchParams({ appkey: appKey, appsecret: appSecret })
  const reply = await asRead(ask(access, `/gettoken?${asked}`, {}))
  requireUsable(reply)
  if (reply.code !== 0 || !reply.access_token) throw new ChannelBroken(`钉钉不给令牌：${reply.said}（${reply.code}）`)
  return { token: reply.access_token, seconds: reply.expires_in ?? 7200 }
}

function requireUsable({ code, said, errmsg }: Reply) {
  if (code === 60020) {
    const seen = seenAddress(`${said} ${errmsg}`)
    throw new ChannelBroken(`服务器的 IP${seen}没有得到允许：请在钉钉开放平台打开这个应用，在“安全设置”里把它加到服务器出口 IP`)
  }
  const why = brokenBy[code]
  if (why) throw new ChannelBroken(why)
  if (tooOften.includes(code)) throw new TooOften('钉钉嫌调用太多')
  if (busy.includes(code)) throw new TryLater('钉钉忙')
}

function agentOf({ settings: { agentId = '' } }: ChannelAccess): number {
  if (!/^\d+$/.test(agentId)) throw new ChannelBroken('AgentId 要填数字：请在钉钉开放平台打开这个应用复制')
  return Number(agentId)
}

const refusedBy: Record<number, string> = {
  33012: '钉钉里没有这个人',
  40003: '钉钉里没有这个人',
  50002: '这个人不在应用的可见范围内',
  60121: '钉钉里没有这个人',
}

const whyNot = ({ code, said }: Reply) => refusedBy[code] ?? `钉钉没有收下：${said}（${code}）`
