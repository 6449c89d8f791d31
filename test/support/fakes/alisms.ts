import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { accessTo, type Heard, type Said, startImServer } from './imServer.ts'

type Taken = { phone: string; bizId: string; outId: string; template: string; params: Record<string, string>; at: number }
type Fate = { status: 1 | 2 | 3; errCode?: string }

const accessKeyId = 'LTAI5tExampleExample'
const accessKeySecret = 'secret-of-the-account'
const version = '2017-05-25'
const mostSkew = 15 * 60_000
const mostPhones = 1000
const mostLetters = 20
const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const escape3986 = (text: string) =>
  Array.from(Buffer.from(text), (byte) => {
    const letter = String.fromCharCode(byte)
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')

/** Recomputes a signature of version 3 from what was heard, as the gateway does; `signed` names the headers under it. */
export function acs3SignatureOf(
  secret: string,
  { query, headers, body, signed }: { query: URLSearchParams; headers: IncomingHttpHeaders; body: Buffer; signed: string[] },
): string {
  const written = [...query.keys()].sort().map((name) => `${escape3986(name)}=${escape3986(query.get(name) ?? '')}`)
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = ['POST', '/', written.join('&'), lines.join(''), signed.join(';'), sha256(body)].join('\n')
  return createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
}

const dayOf = (at: number) => new Date(at + 8 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')

/** Starts Alibaba Cloud's short messages, which check what the real ones check; `templates` lists the variables of each. */
export async function startAlisms(templates: Record<string, string[]> = { SMS_1: ['code'], SMS_2: ['name'], SMS_3: ['name'] }) {
  const taken: Taken[] = []
  const nonces = new Set<string>()
  const fates = new Map<string, Fate>()
  const state = { balance: 10_000, mostADay: 10, blackList: [] as string[], signs: ['实验小学'], ahead: 0 }
  const now = () => Date.now() + state.ahead * 1000
  const refuse = (status: number, Code: string): Said => ({
    status,
    body: { RequestId: 'r1', HostId: 'dysmsapi.aliyuncs.com', Code, Message: Code, Recommend: 'https://next.api.aliyun.com' },
  })
  const say = (Code: string, more: object = {}): Said => ({ body: { RequestId: 'r1', Code, Message: Code, ...more } })

  function refusalOf({ method, path, query, headers, body }: Heard): Said | undefined {
    const [, credential, list = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([\da-f]{64})$/.exec(headers.authorization ?? '') ??
      []
    const signed = list.split(';')
    if (method !== 'POST' || path !== '/') return refuse(404, 'InvalidAction.NotFound')
    if (needed.some((name) => !signed.includes(name) || !headers[name])) return refuse(400, 'IncompleteSignature')
    if (credential !== accessKeyId) return refuse(404, 'InvalidAccessKeyId.NotFound')
    const bytes = body as unknown as Buffer
    if (headers['x-acs-content-sha256'] !== sha256(bytes)) return refuse(400, 'InvalidRequest.ContentSha256')
    if (acs3SignatureOf(accessKeySecret, { query, headers, body: bytes, signed }) !== signature)
      return refuse(400, 'SignatureDoesNotMatch')
    const date = String(headers['x-acs-date'])
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)) return refuse(400, 'InvalidTimeStamp.Format')
    if (Math.abs(Date.parse(date) - now()) > mostSkew) return refuse(400, 'InvalidTimeStamp.Expired')
    const nonce = String(headers['x-acs-signature-nonce'])
    if (nonces.has(nonce)) return refuse(400, 'SignatureNonceUsed')
    nonces.add(nonce)
    return headers['x-acs-version'] === version ? undefined : refuse(400, 'InvalidVersion')
  }

  const countToday = (phone: string) => taken.filter((one) => one.phone === phone && dayOf(one.at) === dayOf(now())).length

  // Names the one reason for which all numbers of a call are refused.
  function problemOf(phones: string[], sign: string, template: string, params: Record<string, string>): string | undefined {
    if (phones.length > mostPhones) return 'isv.MOBILE_COUNT_OVER_LIMIT'
    if (phones.some((phone) => !/^1[3-9]\d{9}$/.test(phone))) return 'isv.MOBILE_NUMBER_ILLEGAL'
    if (!state.signs.includes(sign)) return 'isv.SMS_SIGNATURE_ILLEGAL'
    const wanted = templates[template]
    if (!wanted) return 'isv.SMS_TEMPLATE_ILLEGAL'
    if (Object.keys(params).sort().join() !== [...wanted].sort().join()) return 'isv.TEMPLATE_MISSING_PARAMETERS'
    if (Object.values(params).some((value) => [...value].length > mostLetters)) return 'isv.PARAM_LENGTH_LIMIT'
    if (state.balance < phones.length) return 'isv.AMOUNT_NOT_ENOUGH'
    if (phones.some((phone) => state.blackList.includes(phone))) return 'isv.BLACK_KEY_CONTROL_LIMIT'
    return phones.some((phone) => countToday(phone) >= state.mostADay) ? 'isv.BUSINESS_LIMIT_CONTROL' : undefined
  }

  function send({ query }: Heard): Said {
    const phones = (query.get('PhoneNumbers') ?? '').split(',')
    const params = JSON.parse(query.get('TemplateParam') ?? '{}') as Record<string, string>
    const template = query.get('TemplateCode') ?? ''
    const problem = problemOf(phones, query.get('SignName') ?? '', template, params)
    if (problem) return say(problem)
    const bizId = `90061974${taken.length + 1}^0`
    state.balance -= phones.length
    for (const phone of phones) taken.push({ phone, bizId, outId: query.get('OutId') ?? '', template, params, at: now() })
    return say('OK', { BizId: bizId })
  }

  function details({ query }: Heard): Said {
    const [phone, day, bizId] = ['PhoneNumber', 'SendDate', 'BizId'].map((name) => query.get(name))
    if (!phone || !/^\d{8}$/.test(day ?? '') || !query.get('PageSize') || !query.get('CurrentPage'))
      return say('isv.INVALID_PARAMETERS')
    const found = taken.filter((one) => one.phone === phone && dayOf(one.at) === day && (!bizId || one.bizId === bizId))
    const list = found.map((one) => {
      const { status, errCode } = fates.get(one.phone) ?? { status: 1 }
      return {
        PhoneNum: one.phone,
        SendStatus: status,
        TemplateCode: one.template,
        OutId: one.outId,
        ...(errCode && { ErrCode: errCode }),
      }
    })
    return say('OK', { TotalCount: String(list.length), SmsSendDetailDTOs: { SmsSendDetailDTO: list } })
  }

  const server = await startImServer((heard) => {
    const refusal = refusalOf(heard)
    if (refusal) return refusal
    const action = heard.headers['x-acs-action']
    if (action === 'SendSms') return send(heard)
    return action === 'QuerySendDetails' ? details(heard) : refuse(404, 'InvalidAction.NotFound')
  }, 'bytes')
  const settings = { accessKeyId, accessKeySecret, sign: '实验小学', tplCode: 'SMS_1', tplNotice: 'SMS_2', tplUrgent: 'SMS_3' }
  return {
    ...server,
    state,
    taken,
    /** Lets the carrier say what became of what a phone was sent. */
    report: (phone: string, fate: Fate) => fates.set(phone, fate),
    access: (changed: Record<string, string> = {}, allowed = [server.target]) =>
      accessTo(server.target, { ...settings, ...changed }, allowed),
  }
}
