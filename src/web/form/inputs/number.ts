import { largest } from '#contract/values/plain.ts'

export type Limits = { precision: number; min?: number | undefined; max?: number | undefined }

// More than the largest number has.
const mostDigits = 16

// What a Chinese input method writes in place of digits, dot and minus.
const narrow = (text: string) =>
  text
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('。', '.')
    .replace(/[—–−]/g, '-')

/**
 * What stays of a text in a field for numbers: digits, one minus before them, one dot, and as many decimals as there may be;
 * what is more is cut off, not rounded (docs/spec/inputs.md#numbers).
 */
export function cleanNumber(text: string, { precision }: Pick<Limits, 'precision'>): string {
  const kept = narrow(text).replace(/[^\d.-]/g, '')
  const [whole = '', ...rest] = kept.split('.')
  const sign = kept.startsWith('-') ? '-' : ''
  const decimals = rest.join('').replaceAll('-', '').slice(0, precision)
  const dot = rest.length > 0 && precision > 0 ? '.' : ''
  return sign + whole.replaceAll('-', '').slice(0, mostDigits) + dot + decimals
}

/** The number that a cleaned text means; a lone minus or dot means 0, and nothing is no number. */
export const readNumber = (cleaned: string): number | null =>
  cleaned === '' ? null : /\d/.test(cleaned) ? Number(cleaned) + 0 : 0

/** The number as it is when the field is left: not below the least, not above the most. */
export const clampNumber = (value: number | null, { min = -largest, max = largest }: Limits): number | null =>
  value === null ? null : Math.max(min, Math.min(max, value))

/** As it is read: separators, and decimals padded with zeros. */
export const formatNumber = (value: number | null | undefined, { precision }: Pick<Limits, 'precision'>): string =>
  value == null ? '' : value.toLocaleString('zh-CN', { minimumFractionDigits: precision, maximumFractionDigits: precision })

/** As it is typed. */
export const plainNumber = (value: number | null | undefined, limits: Pick<Limits, 'precision'>): string =>
  formatNumber(value, limits).replaceAll(',', '')
