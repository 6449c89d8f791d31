import * as z from 'zod'
import { mobile } from '../fields.ts'
import { plainWidth } from './plain.ts'

const line = z.string().max(30).overwrite(plainWidth)

/** Accepts a landline: 6 to 8 digits, before them an optional area code of 3 or 4 (docs/spec/inputs.md#phones). */
export const landline = line
  .regex(/^(\d{3,4}-?)?\d{6,8}$/, { error: '应为 6 到 8 位数字，前面可加 3 到 4 位区号，如 0592-1234567' })
  .meta({ kind: 'phone' })

/** Accepts a landline that may have an extension of 1 to 6 digits. */
export const landlineWithExtension = line
  .regex(/^(\d{3,4}-?)?\d{6,8}(-\d{1,6})?$/, { error: '应为 6 到 8 位数字，可加区号和 1 到 6 位分机，如 0592-1234567-801' })
  .meta({ kind: 'phone' })

/**
 * Accepts the hardware address of a device: six hex pairs with colons or hyphens between them (docs/spec/inputs.md#other-texts).
 */
export const hardwareAddress = z
  .string()
  .max(30)
  .overwrite((text) => plainWidth(text).toUpperCase())
  .regex(/^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$/, { error: '应为六组两位十六进制数，用 : 或 - 隔开，如 00:1A:2B:3C:4D:5E' })
  .meta({ kind: 'code' })

export const email = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, { error: '应为邮箱地址，如 name@example.com' })
  .meta({ kind: 'email' })

/** Returns what is suspicious about a well-formed mobile number, undefined where nothing is (docs/spec/inputs.md#phones). */
export function oddMobile(text: string): string | undefined {
  const { success, data } = mobile.safeParse(text)
  return success && /^1[0-2]/.test(data) ? '手机号码的第二位一般是 3 到 9，请核对' : undefined
}
