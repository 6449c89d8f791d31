import { formed, mobile } from '../fields.ts'
import { emailAddress } from './patterns.ts'

/** Accepts an e-mail address of at most 100 characters. */
export const email = formed(emailAddress, 100).meta({ kind: 'email' })

/** Returns what is suspicious about a well-formed mobile number, undefined where nothing is (docs/spec/inputs.md#phones). */
export function oddMobile(text: string): string | undefined {
  const { success, data } = mobile.safeParse(text)
  return success && /^1[0-2]/.test(data) ? '手机号码的第二位一般是 3 到 9，请核对' : undefined
}
