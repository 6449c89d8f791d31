import { Fault } from '#server/base/fault.ts'
import type { Context } from './context.ts'

/** Refuses what nobody does in another's name; `what` says it in words: 替他填写. Throws readOnly for who looks through another's eyes. */
export function refuseImpersonation({ me }: Pick<Context, 'me'>, what: string) {
  if (me.imitUserNo) throw new Fault('readOnly', `正以他人身份使用，不能${what}`)
}
