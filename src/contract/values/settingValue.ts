import * as z from 'zod'
import { decimal, usualDecimals } from './decimal.ts'
import { code, isDistinct, text } from '../fields.ts'
import { isDate } from './plain.ts'

/** Describes one of the values that a setting offers. */
const Choice = z.strictObject({ val: text(50).meta({ title: '值' }), name: text(50).meta({ title: '名称' }) })

/** Describes the values of a setting: their type (S text, N number, B yes or no, D date, L one of a list), list and limits. */
export const SettingKind = z.object({
  cfgCode: z
    .string()
    .max(30)
    .regex(/^[A-Z][A-Z0-9_]+$/, { error: '应为大写字母开头，只含大写字母、数字和 _' })
    .meta({ title: '参数编码' }),
  valType: code('VAL_TYPE').meta({ title: '值类型' }),
  valList: z
    .array(Choice)
    .min(1)
    .max(50)
    .refine((list) => isDistinct(list.map(({ val }) => val)), { error: '不能有重复的值' })
    .nullable()
    .meta({ title: '可选值' }),
  minVal: decimal().nullable().meta({ title: '最小值' }),
  maxVal: decimal().nullable().meta({ title: '最大值' }),
})

export type SettingKind = z.output<typeof SettingKind>

/** Names the stricter values of a setting: the larger, or the smaller, of which 0 asks for nothing. */
export type Strictness = 'larger' | 'smaller'

const weightOf = (value: string, strict: Strictness) =>
  strict === 'larger' ? Number(value) : Number(value) > 0 ? 1 / Number(value) : 0

/** Tells whether a value is less strict than another; without a strictness none is. */
export const isWeaker = (value: string, than: string, strict: Strictness | null) =>
  strict !== null && weightOf(value, strict) < weightOf(than, strict)

type Bounded = Pick<SettingKind, 'valList'> & { dftlVal: string; strict: Strictness | null }

/** Returns why an enterprise may not have a value less strict than the platform's; undefined where it may. */
export function tooWeak({ valList, dftlVal, strict }: Bounded, value: string): string | undefined {
  if (!isWeaker(value, dftlVal, strict)) return undefined
  return `不能比平台的默认值“${valList?.find(({ val }) => val === dftlVal)?.name ?? dftlVal}”宽松，只能更严`
}

/** Accepts a value as it is sent: always a text. */
export const settingValue = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u)

export const isColour = (value: string) => /^#[0-9a-fA-F]{6}$/.test(value)

/** Returns what a value of a setting has to be, as the end of a sentence; undefined where the value is valid. */
export function wrongValue({ cfgCode, valType, valList, minVal, maxVal }: SettingKind, value: string): string | undefined {
  if (valList) return valList.some(({ val }) => val === value) ? undefined : `应为${choicesOf(valList)}中的一个`
  if (cfgCode === 'THEME') return isColour(value) ? undefined : '应为六位十六进制颜色，如 #3296fa'
  if (valType === 'B') return /^[01]$/.test(value) ? undefined : '应为 1（是）或 0（否）'
  if (valType === 'D') return /^\d{8}$/.test(value) && isDate(value) ? undefined : '应为存在的日期，如 20260901'
  if (valType === 'N') return isWithin(value, minVal, maxVal) ? undefined : `应为${limitsInWords(minVal, maxVal)}`
  return valType === 'L' ? '没有可选值' : undefined
}

const choicesOf = (list: { val: string; name: string }[]) =>
  list
    .slice(0, 6)
    .map(({ val, name }) => `“${val}”（${name}）`)
    .join('、') + (list.length > 6 ? `等 ${list.length} 个值` : '')

function isWithin(value: string, minVal: number | null, maxVal: number | null) {
  if (!(isWhole(minVal, maxVal) ? /^-?\d{1,14}$/ : /^-?\d{1,14}(\.\d{1,2})?$/).test(value)) return false
  return Number(value) >= (minVal ?? Number.NEGATIVE_INFINITY) && Number(value) <= (maxVal ?? Number.POSITIVE_INFINITY)
}

/** Returns the number of decimals of a setting. */
export const decimalsOf = ({ minVal, maxVal }: Pick<SettingKind, 'minVal' | 'maxVal'>) =>
  isWhole(minVal, maxVal) ? 0 : usualDecimals

// Allows only whole numbers between whole limits: nobody is locked out after four and a half tries.
const isWhole = (minVal: number | null, maxVal: number | null) => Number.isInteger(minVal) && Number.isInteger(maxVal)

/** Returns the limits of a number in words. */
export function limitsInWords(minVal: number | null, maxVal: number | null): string {
  if (minVal !== null && maxVal !== null) return ` ${minVal} 到 ${maxVal} 之间的${isWhole(minVal, maxVal) ? '整数' : '数字'}`
  if (minVal !== null) return `不小于 ${minVal} 的数字`
  return maxVal !== null ? `不大于 ${maxVal} 的数字` : '数字'
}
