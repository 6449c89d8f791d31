import { createHash, createHmac, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Adapter, type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import { askJson, sendInTurn, TryLater } from './imReply.ts'
import { cutValues, digitsOf, fetchReadable, outcomesOfFailure, templateOf } from './smsText.ts'

const version = '2017-05-25'
const mostLetters = 20

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
// Escapes what encodeURIComponent leaves, as RFC 3986 wants it.
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

type Signed = { host: string; action: string; query: Record<string, string>; date: string; nonce: string }

/** Returns the path with its query, and the headers that sign it as ACS3-HMAC-SHA256 does; the body is empty. */
export function signAcs3(keys: { accessKeyId: string; accessKeySecret: string }, { host, action, query, date, nonce }: Signed) {
  const written = Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name] ?? '')}`)
    .join('&')
  const body = sha256('')
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': body,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    'POST',
    '/',
    written,
    names.map((name) => `${name}:${headers[name]}\n`).join(''),
    names.join(';'),
    body,
  ].join('\n')
  const signature = createHmac('sha256', keys.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return {
    path: `/?${written}`,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${keys.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
  }
}

const Reply = z.object({
  Code: z.string(),
  BizId: z.string().nullish(),
  SmsSendDetailDTOs: z
    .object({
      SmsSendDetailDTO: z.array(z.object({ PhoneNum: z.string(), SendStatus: z.number(), ErrCode: z.string().nullish() })),
    })
    .nullish(),
})

async function ask(access: ChannelAccess, action: string, query: Record<string, string>) {
  const { accessKeyId = '', accessKeySecret = '', base = '' } = access.settings
  const host = URL.parse(base)?.host ?? ''
  const date = new Date().toISOString().replace(/\.\d+/, '')
  const { path, headers } = signAcs3({ accessKeyId, accessKeySecret }, { host, action, query, date, nonce: randomUUID() })
  return (await askJson(fetchReadable(access), path, { method: 'POST', headers }, Reply)).body
}

const broken: [RegExp, string][] = [
  [/^InvalidAccessKeyId|^SignatureDoesNotMatch|^IncompleteSignature/, '阿里云不认这组密钥，请核对 AccessKey'],
  [/^InvalidTimeStamp/, '本机的时间和标准时间差得太多，请校准机器的时间'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|PRODUCT_UN/, '阿里云账户欠费，或没有开通短信服务'],
  [/SMS_SIGNATURE|SIGN_NAME/, '短信签名不对或还没有通过审核'],
  [/SMS_TEMPLATE|TEMPLATE_/, '短信模板不对或还没有通过审核，或变量不符'],
  [/ACCOUNT_(NOT_EXISTS|ABNORMAL)|^Forbidden|NoPermission/i, '这组密钥没有短信的权限，或账号受了限制'],
]
const personal: [RegExp, string][] = [
  [/BUSINESS_LIMIT_CONTROL|DAY_LIMIT/, '今天给这个号码的短信已到上限'],
  [/MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT/, '手机号不对'],
  [/BLACK_KEY|BLACKLIST/, '这个号码在黑名单里，或内容被拦下'],
]
const wordsFor = (words: [RegExp, string][], code: string) => words.find(([pattern]) => pattern.test(code))?.[1]

async function sendTogether(access: ChannelAccess, lot: readonly Outgoing[]): Promise<Outcome[]> {
  const [first] = lot
  if (!first) return []
  const [value = ''] = cutValues(first.sms.params, mostLetters)
  const { Code, BizId } = await ask(access, 'SendSms', {
    PhoneNumbers: lot.map(({ to }) => digitsOf(to)).join(','),
    SignName: access.settings.sign ?? '',
    TemplateCode: templateOf(access.settings, first.sms.purpose),
    TemplateParam: JSON.stringify(first.sms.purpose === 'code' ? { code: value } : { name: value }),
    OutId: first.dlvNo,
  })
  if (Code === 'OK') return lot.map(({ dlvNo }) => ({ dlvNo, is: 'accepted', ...(BizId && { extNo: BizId }) }))
  const all = wordsFor(broken, Code)
  if (all) throw new ChannelBroken(all)
  const why = wordsFor(personal, Code)
  if (!why) throw new TryLater(`阿里云没有接收（${Code}）`)
  if (lot.length === 1) return [{ dlvNo: first.dlvNo, is: 'failed', why }]
  // Refuses all for the sake of one, and does not say whom: nothing was taken, so each is sent alone.
  return sendInTurn(
    lot.map((one) => [one]),
    (group) => sendTogether(access, group),
  )
}

// Names a day of China so many days ago, as 20260131.
const dayBefore = (days: number) =>
  new Date(Date.now() + (8 - days * 24) * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')

async function detailOf(access: ChannelAccess, to: string, bizId: string, days: number) {
  const { SmsSendDetailDTOs } = await ask(access, 'QuerySendDetails', {
    PhoneNumber: digitsOf(to),
    BizId: bizId,
    SendDate: dayBefore(days),
    PageSize: '10',
    CurrentPage: '1',
  })
  return SmsSendDetailDTOs?.SmsSendDetailDTO[0]
}

/** Sends short messages through Alibaba Cloud. */
export const alisms: Adapter = {
  // Keeps the address of the call, which holds the phones, below the 8 KB that many gateways take, although 1000 are allowed.
  most: 500,
  send: (access, lot) => sendTogether(access, lot).catch((error: unknown) => outcomesOfFailure(lot, error)),
  async results(access, taken) {
    const found: Awaited<ReturnType<NonNullable<Adapter['results']>>> = []
    for (const { dlvNo, to, extNo } of taken) {
      // Is found under the day on which it left, which may be yesterday.
      const detail = (await detailOf(access, to, extNo, 0)) ?? (await detailOf(access, to, extNo, 1))
      if (detail?.SendStatus === 3) found.push({ dlvNo, is: 'delivered' })
      if (detail?.SendStatus === 2) found.push({ dlvNo, is: 'failed', why: `运营商没有送到（${detail.ErrCode ?? '没有说明'}）` })
    }
    return found
  },
  async test(access) {
    try {
      const { Code } = await ask(access, 'QuerySendDetails', {
        PhoneNumber: '13800000000',
        SendDate: dayBefore(0),
        PageSize: '1',
        CurrentPage: '1',
      })
      const why = wordsFor(broken, Code)
      if (why) throw new ChannelBroken(why)
    } catch (error) {
      throw error instanceof ChannelBroken ? error : new ChannelBroken('连不上阿里云')
    }
  },
}
