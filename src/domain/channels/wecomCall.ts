import * as z from 'zod'
import type { Asked } from '#server/base/guardedFetch.ts'
import { type ChannelAccess, ChannelBroken } from './adapter.ts'
import { askJson, asRead, seenAddress, TooOften, TryLater, withToken } from './imReply.ts'

const text = z.string().nullish()
export const shape = z.object({
  errcode: z.number(),
  errmsg: z.string().default(''),
  access_token: text,
  expires_in: z.number().nullish(),
  invaliduser: text,
  unlicenseduser: text,
  msgid: text,
  userid: text,
  departments: z.array(z.object({ id: z.number(), type: z.number().nullish() })).nullish(),
  parents: z.array(z.object({ parent_userid: z.string(), mobile: text, is_subscribe: z.number().nullish() })).nullish(),
  invalid_parent_userid: z.array(z.string()).nullish(),
})
export type Reply = z.output<typeof shape>

const staleToken = [40014, 42001]
const busy = [-1, 6000]
const tooOften = [45009, 45011, 45033]
const brokenBy: Record<number, string> = {
  40001: '应用 Secret 不对：请在企业微信管理后台打开这个应用，复制 Secret 再填一次',
  40013: '企业 ID 不对：请在企业微信管理后台的“我的企业”里复制企业 ID 再填一次',
  40056: 'AgentId 不对：请在企业微信管理后台打开这个应用，复制 AgentId 再填一次',
  48002: '应用没有权限：请在企业微信管理后台给这个应用开通发消息和查看通讯录的权限',
  50003: '应用被停用了：请在企业微信管理后台启用它',
  301002: 'AgentId 和应用 Secret 不是同一个应用的：请在企业微信管理后台打开这个应用，两样都重新复制',
}

export const post = (body: object): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/**
 * Calls with a token, and returns what concerns this one call; of what concerns the channel, the codes that are `expected`. Throws
 * ChannelBroken and TryLater for the rest of what concerns the channel or the moment.
 */
export async function call(
  access: ChannelAccess,
  path: string,
  asked: Asked = {},
  expected: readonly number[] = [],
): Promise<Reply> {
  const reply = await withToken(
    access,
    () => fetchToken(access),
    async (token) =>
      (await askJson(access, `${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`, asked, shape))
        .body,
    ({ errcode }) => staleToken.includes(errcode),
  )
  if (!expected.includes(reply.errcode)) requireUsable(reply)
  return reply
}

export async function fetchToken(access: ChannelAccess) {
  const { corpId = '', corpSecret = '' } = access.settings
  const asked = new URLSearchParams({ corpid: corpId, corpsecret: corpSecret })
  const { body } = await asRead(askJson(access, `/cgi-bin/gettoken?${asked}`, {}, shape))
  requireUsable(body)
  if (body.errcode !== 0 || !body.access_token) throw new ChannelBroken(`企业微信不给令牌：${saidBy(body)}`)
  return { token: body.access_token, seconds: body.expires_in ?? 7200 }
}

export function requireUsable({ errcode, errmsg }: Reply) {
  if (errcode === 60020) {
    const seen = seenAddress(errmsg)
    throw new ChannelBroken(`服务器的 IP${seen}没有得到允许：请在企业微信管理后台打开这个应用，把它加到“企业可信 IP”`)
  }
  const why = brokenBy[errcode]
  if (why) throw new ChannelBroken(why)
  if (tooOften.includes(errcode)) throw new TooOften('企业微信嫌调用太多', 60)
  if (busy.includes(errcode)) throw new TryLater('企业微信忙')
}

export function agentOf({ settings: { agentId = '' } }: ChannelAccess): number {
  if (!/^\d+$/.test(agentId)) throw new ChannelBroken('AgentId 要填数字：请在企业微信管理后台打开这个应用复制')
  return Number(agentId)
}

/** Says what it answered, with its code. */
export const saidBy = ({ errcode, errmsg }: Reply) => `${errmsg.split(',')[0]}（${errcode}）`
