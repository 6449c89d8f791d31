import { largestNumber } from '#contract/values/plain.ts'

type NumberLimits = { precision: number; min?: number | undefined; max?: number | undefined }

// Limits the digits beyond those of the largest number.
const mostDigits = 16

// Replaces the digits, dot and minus of a Chinese input method.
const narrow = (text: string) =>
  text
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('。', '.')
    .replace(/[—–−]/g, '-')

/**
 * Cleans a text in a field for numbers: digits, one minus before them, one dot, and as many decimals as there may be; further
 * ones are cut off, not rounded (docs/spec/inputs.md#numbers).
 */
export function cleanNumber(text: string, { precision }: Pick<NumberLimits, 'precision'>): string {
  const kept = narrow(text).replace(/[^\d.-]/g, '')
  const [whole = '', ...rest] = kept.split('.')
  const sign = kept.startsWith('-') ? '-' : ''
  const decimals = rest.join('').replaceAll('-', '').slice(0, precision)
  const dot = rest.length > 0 && precision > 0 ? '.' : ''
  return sign + whole.replaceAll('-', '').slice(0, mostDigits) + dot + decimals
}

/** Returns the number that a cleaned text means; a lone minus or dot means 0, and an empty text null. */
export const readNumber = (cleaned: string): number | null =>
  cleaned === '' ? null : /\d/.test(cleaned) ? Number(cleaned) + 0 : 0

/** Returns the number within its limits, as when the field is left; null for none. */
export const clampNumber = (value: number | null, { min = -largestNumber, max = largestNumber }: NumberLimits): number | null =>
  value === null ? null : Math.max(min, Math.min(max, value))

/** Formats a number to be read: separators, and decimals padded with zeros; empty for null. */
export const formatNumber = (value: number | null | undefined, { precision }: Pick<NumberLimits, 'precision'>): string =>
  value == null ? '' : value.toLocaleString('zh-CN', { minimumFractionDigits: precision, maximumFractionDigits: precision })

/** Formats a number to be typed. */
export const plainNumber = (value: number | null | undefined, limits: Pick<NumberLimits, 'precision'>): string =>
  formatNumber(value, limits).replaceAll(',', '')
