import dayjs from 'dayjs'
import { today } from '#contract/values/day.ts'

/** Describes from and to, `yyyyMMdd` or `yyyyMMddHHmmss`; null for an open end. */
export type DateRange = readonly [string | null, string | null]

/** Describes which days can be picked (docs/spec/inputs.md#dates). */
export type DateLimits = {
  min?: string | undefined
  max?: string | undefined
  /** Excludes days to come, as in archives. */
  past?: boolean | undefined
  /** Excludes today and days before: starts a day from now. */
  afterToday?: boolean | undefined
}

const dayLength = 86_400_000

/** Tells whether a day `yyyyMMdd` cannot be picked. */
export function isBlocked(day: string, { min, max, past, afterToday }: DateLimits, now = Date.now()): boolean {
  if ((min && day < min.slice(0, 8)) || (max && day > max.slice(0, 8))) return true
  const begins = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00+08:00`)
  return (past === true && begins > now) || (afterToday === true && begins < now - dayLength)
}

/**
 * Returns a range after one end was picked: where the start came to be after the end, the other end follows
 * (docs/spec/inputs.md#dates).
 */
export function orderedRange([from, to]: DateRange, picked: 0 | 1): DateRange {
  if (!from || !to || from <= to) return [from, to]
  const [first, last] = from.length > 8 ? ['000000', '235959'] : ['', '']
  return picked === 0 ? [from, from.slice(0, 8) + last] : [to.slice(0, 8) + first, to]
}

/** Returns why a range cannot be used; undefined where it can. */
export function wrongRange([from, to]: DateRange): string | undefined {
  if (!from || !to) return '请先选择时间'
  return from > to ? '截止时间必须大于开始时间' : undefined
}

/** Requires a range in a form. */
export const rangeRule = {
  validator: async (_: unknown, value: DateRange | undefined) => {
    const wrong = wrongRange(value ?? [null, null])
    if (wrong) throw new Error(wrong)
  },
}

/** Returns the shortcuts of docs/spec/inputs.md#dates: until today. */
export function presetsOf(time: boolean, day = today()): { label: string; range: DateRange }[] {
  const to = dayjs(day)
  const ends = (from: dayjs.Dayjs): DateRange => {
    const [first, last] = time ? ['000000', '235959'] : ['', '']
    return [from.format('YYYYMMDD') + first, to.format('YYYYMMDD') + last]
  }
  return [
    { label: '今天', range: ends(to) },
    { label: '最近一周', range: ends(to.subtract(1, 'week')) },
    { label: '最近一个月', range: ends(to.subtract(1, 'month')) },
    { label: '最近三个月', range: ends(to.subtract(3, 'month')) },
  ]
}
