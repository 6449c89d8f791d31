import { NoAnswer } from '#server/base/guardedFetch.ts'
import { type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import { TryLater } from './imReply.ts'

type Settings = Readonly<Record<string, string>>

/** Returns the approved template for a purpose. Throws ChannelBroken where none is set. */
export function templateOf(settings: Settings, purpose: Outgoing['sms']['purpose']): string {
  const { tplCode, tplNotice, tplUrgent } = settings
  const code = { code: tplCode, notice: tplNotice, urgent: tplUrgent || tplNotice }[purpose]
  if (!code) throw new ChannelBroken(purpose === 'code' ? '没有填写验证码模板' : '没有填写通知提醒模板')
  return code
}

/** Returns a phone of the mainland as 11 digits, whatever stands before it. */
export const digitsOf = (phone: string) => phone.replace(/^(\+?86)?[- ]?/, '').replace(/\D/g, '')

/** Cuts the values of a template to what a carrier takes. */
export const cutValues = (values: readonly string[], most: number) => values.map((value) => [...value].slice(0, most).join(''))

/** Takes an unreadable answer of success for none, since what was asked may have been done. Its `fetch` throws NoAnswer. */
export const fetchReadable = (access: ChannelAccess): ChannelAccess => ({
  ...access,
  async fetch(address, asked) {
    const answered = await access.fetch(address, asked)
    if (answered.status === 200 && !isJson(answered.text)) throw new NoAnswer('the answer cannot be read')
    return answered
  },
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns what became of a lot that failed as a whole: unknown where no answer came, later where nothing was taken. */
export function outcomesOfFailure(lot: readonly Outgoing[], error: unknown): Outcome[] {
  if (error instanceof NoAnswer)
    return lot.map(({ dlvNo }) => ({ dlvNo, is: 'unknown', why: '发出后没有得到回答，不会自动再发' }))
  if (error instanceof TryLater) {
    const { message, afterSeconds } = error
    return lot.map(({ dlvNo }) => ({ dlvNo, is: 'retry', why: message, ...(afterSeconds && { afterSeconds }) }))
  }
  throw error
}
