import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import { type Adapter, type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import { askJson, TryLater } from './imReply.ts'
import { cutValues, digitsOf, fetchReadable, outcomesOfFailure, templateOf } from './smsText.ts'

const service = 'sms'
const version = '2021-01-11'
const contentType = 'application/json; charset=utf-8'
const mostLetters = 12

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signs a request as TC3-HMAC-SHA256 does; `seconds` is the time since 1970. */
export function signTc3(
  { secretId, secretKey }: { secretId: string; secretKey: string },
  { host, action, body, seconds }: { host: string; action: string; body: string; seconds: number },
): string {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host;x-tc-action'
  const headers = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, signed, sha256(body)].join('\n')
  const scope = `${day}/${service}/tc3_request`
  const text = ['TC3-HMAC-SHA256', seconds, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}

const Reply = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string() }).optional(),
    SendStatusSet: z.array(z.object({ SerialNo: z.string(), PhoneNumber: z.string(), Code: z.string() })).optional(),
  }),
})

async function ask(access: ChannelAccess, action: string, input: object) {
  const { secretId = '', secretKey = '', base = '' } = access.settings
  const host = URL.parse(base)?.host ?? ''
  const body = JSON.stringify(input)
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': contentType,
    host,
    authorization: signTc3({ secretId, secretKey }, { host, action, body, seconds }),
    'x-tc-action': action,
    'x-tc-timestamp': String(seconds),
    'x-tc-version': version,
    'x-tc-region': 'ap-guangzhou',
  }
  return (await askJson(fetchReadable(access), '/', { method: 'POST', headers, body }, Reply)).body.Response
}

const broken: [RegExp, string][] = [
  [/^AuthFailure\.SignatureExpire/, '本机的时间和标准时间差了五分钟以上，请校准机器的时间'],
  [/^AuthFailure/, '腾讯云不认这组密钥，请核对 SecretId 和 SecretKey，以及它的短信权限'],
  [/InsufficientBalance/, '短信套餐包用完了，请在腾讯云购买'],
  [/Signature(IncorrectOrUnapproved|NotFound)/, '短信签名不对或还没有通过审核'],
  [/Template(IncorrectOrUnapproved|ParamSetNotMatchApprovedTemplate)/, '短信模板不对或还没有通过审核，或变量的个数不符'],
  [/SdkAppId/, '短信应用 SdkAppId 不对'],
  [/^UnauthorizedOperation/, '这组密钥没有短信的权限，或账号受了限制'],
]

const wordsFor = (code: string) => broken.find(([pattern]) => pattern.test(code))?.[1]

// Throws for what concerns all numbers of a call.
function refuse(code: string): never {
  const why = wordsFor(code)
  if (why) throw new ChannelBroken(why)
  throw new TryLater(`腾讯云没有接收（${code}）`)
}

const personal: [RegExp, string][] = [
  [/PhoneNumberInBlacklist/, '这个号码退订了短信，或在黑名单里'],
  [/IncorrectPhoneNumber/, '手机号不对'],
  [/^LimitExceeded\.PhoneNumber/, '今天给这个号码的短信已到上限'],
]

function outcomeOf({ dlvNo }: Outgoing, status: { Code: string; SerialNo: string } | undefined): Outcome {
  if (!status) return { dlvNo, is: 'unknown', why: '腾讯云没有回答这一条' }
  const { Code, SerialNo } = status
  if (Code === 'Ok') return { dlvNo, is: 'accepted', extNo: SerialNo }
  const why = personal.find(([pattern]) => pattern.test(Code))?.[1]
  if (why) return { dlvNo, is: 'failed', why }
  return { dlvNo, is: 'retry', why: wordsFor(Code) ?? `腾讯云没有接收（${Code}）` }
}

/** Sends short messages through Tencent Cloud. */
export const tcsms: Adapter = {
  most: 200,
  async send(access, lot) {
    const [first] = lot
    if (!first) return []
    const { sdkAppId = '', sign = '' } = access.settings
    const input = {
      SmsSdkAppId: sdkAppId,
      SignName: sign,
      TemplateId: templateOf(access.settings, first.sms.purpose),
      TemplateParamSet: cutValues(first.sms.params, mostLetters),
      PhoneNumberSet: lot.map(({ to }) => `+86${digitsOf(to)}`),
      SessionContext: first.dlvNo,
    }
    try {
      const { Error: refusal, SendStatusSet = [] } = await ask(access, 'SendSms', input)
      if (refusal) refuse(refusal.Code)
      const codes = SendStatusSet.map(({ Code }) => Code)
      // Says for each number alike what is wrong with all of them.
      if (codes.length > 0 && codes.every(wordsFor)) refuse(codes[0] ?? '')
      return lot.map((one) =>
        outcomeOf(
          one,
          SendStatusSet.find(({ PhoneNumber }) => PhoneNumber.endsWith(digitsOf(one.to))),
        ),
      )
    } catch (error) {
      return outcomesOfFailure(lot, error)
    }
  },
  async test(access) {
    const answer = await ask(access, 'DescribeSmsSignList', { SignIdSet: [0], International: 0 }).catch((error: unknown) => {
      throw error instanceof ChannelBroken ? error : new ChannelBroken('连不上腾讯云', { cause: error })
    })
    const why = wordsFor(answer.Error?.Code ?? '')
    // Has understood us and knows the keys, whatever else it thinks of a signature that does not exist.
    if (why) throw new ChannelBroken(why)
  },
}
