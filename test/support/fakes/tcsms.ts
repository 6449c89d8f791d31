import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { accessTo, type Heard, type Said, startImServer } from './imServer.ts'

type Taken = { phone: string; template: string; params: string[]; context: string }
type Sms = {
  PhoneNumberSet?: string[]
  SmsSdkAppId?: string
  SignName?: string
  TemplateId?: string
  TemplateParamSet?: string[]
  SessionContext?: string
}

const secretId = 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE'
const secretKey = 'secret-of-the-account'
const sdkAppId = '1400006666'
const version = '2021-01-11'
const mostSkew = 5 * 60
const mostPhones = 200
const mostLetters = 12

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Recomputes a signature TC3 from what was heard, as the gateway does; `scope` is the day with the service. */
export function tc3SignatureOf(
  key: string,
  { headers, body, signed, scope }: { headers: IncomingHttpHeaders; body: string | Buffer; signed: string[]; scope: string },
): string {
  const lines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .toLowerCase()}\n`,
  )
  const canonical = ['POST', '/', '', lines.join(''), signed.join(';'), sha256(body)].join('\n')
  const text = ['TC3-HMAC-SHA256', headers['x-tc-timestamp'], scope, sha256(canonical)].join('\n')
  const derived = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `TC3${key}`)
  return createHmac('sha256', derived).update(text).digest('hex')
}

/** Starts Tencent Cloud's short messages, which check what the real ones check; `templates` counts the variables of each. */
export async function startTcsms(templates: Record<string, number> = { '1001': 1, '1002': 1, '1003': 1 }) {
  const taken: Taken[] = []
  const state = { balance: 10_000, mostADay: 10, blackList: [] as string[], signs: ['实验小学'], ahead: 0 }
  const say = (more: object): Said => ({ body: { Response: { ...more, RequestId: 'r1' } } })
  const refuse = (Code: string): Said => say({ Error: { Code, Message: Code } })

  function refusalOf({ method, path, headers, body }: Heard): Said | undefined {
    const [, id, scope = '', list = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    const signed = list.split(';')
    const seconds = Number(headers['x-tc-timestamp'])
    if (method !== 'POST' || path !== '/' || !headers['content-type']?.startsWith('application/json'))
      return refuse('UnsupportedProtocol')
    if (!headers['x-tc-region']) return refuse('MissingParameter')
    if (!['content-type', 'host'].every((name) => signed.includes(name))) return refuse('AuthFailure.InvalidAuthorization')
    if (id !== secretId) return refuse('AuthFailure.SecretIdNotFound')
    if (!(Math.abs(seconds - Date.now() / 1000 - state.ahead) <= mostSkew)) return refuse('AuthFailure.SignatureExpire')
    if (scope !== `${new Date(seconds * 1000).toISOString().slice(0, 10)}/sms/tc3_request`)
      return refuse('AuthFailure.SignatureFailure')
    if (tc3SignatureOf(secretKey, { headers, body: body as unknown as Buffer, signed, scope }) !== signature)
      return refuse('AuthFailure.SignatureFailure')
    return headers['x-tc-version'] === version ? undefined : refuse('NoSuchVersion')
  }

  // Names what is wrong with one number, or with all of them alike.
  function problemOf(phone: string, input: Sms): string {
    const params = input.TemplateParamSet ?? []
    if (!state.signs.includes(input.SignName ?? '')) return 'FailedOperation.SignatureIncorrectOrUnapproved'
    const wanted = templates[input.TemplateId ?? '']
    if (wanted === undefined) return 'FailedOperation.TemplateIncorrectOrUnapproved'
    if (wanted !== params.length) return 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'
    if (params.some((value) => [...value].length > mostLetters)) return 'InvalidParameterValue.TemplateParameterLengthLimit'
    if (!/^\+861[3-9]\d{9}$/.test(phone)) return 'InvalidParameterValue.IncorrectPhoneNumber'
    if (state.blackList.includes(phone.slice(3))) return 'FailedOperation.PhoneNumberInBlacklist'
    if (taken.filter((one) => one.phone === phone).length >= state.mostADay) return 'LimitExceeded.PhoneNumberDailyLimit'
    return state.balance > 0 ? 'Ok' : 'FailedOperation.InsufficientBalanceInSmsPackage'
  }

  function send(input: Sms): Said {
    const phones = input.PhoneNumberSet ?? []
    if (phones.length > mostPhones) return refuse('LimitExceeded.PhoneNumberCountLimit')
    if (input.SmsSdkAppId !== sdkAppId) return refuse('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
    const { TemplateId = '', TemplateParamSet = [], SessionContext = '' } = input
    const statuses = phones.map((phone) => {
      const code = problemOf(phone, input)
      if (code === 'Ok') {
        state.balance -= 1
        taken.push({ phone, template: TemplateId, params: TemplateParamSet, context: SessionContext })
      }
      const serial = code === 'Ok' ? `2433:${taken.length}` : ''
      return {
        SerialNo: serial,
        PhoneNumber: phone,
        Fee: code === 'Ok' ? 1 : 0,
        SessionContext,
        Code: code,
        Message: code,
        IsoCode: 'CN',
      }
    })
    return say({ SendStatusSet: statuses })
  }

  const server = await startImServer((heard) => {
    const refusal = refusalOf(heard)
    if (refusal) return refusal
    const input = JSON.parse((heard.body as unknown as Buffer).toString('utf8')) as Sms & { SignIdSet?: number[] }
    if (heard.headers['x-tc-action'] === 'SendSms') return send(input)
    if (heard.headers['x-tc-action'] !== 'DescribeSmsSignList') return refuse('InvalidAction')
    return input.SignIdSet ? say({ DescribeSignListStatusSet: [] }) : refuse('MissingParameter')
  }, 'bytes')
  const settings = { secretId, secretKey, sdkAppId, sign: '实验小学', tplCode: '1001', tplNotice: '1002', tplUrgent: '1003' }
  return {
    ...server,
    state,
    taken,
    access: (changed: Record<string, string> = {}, allowed = [server.target]) =>
      accessTo(server.target, { ...settings, ...changed }, allowed),
  }
}
