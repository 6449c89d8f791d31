import { today } from '#contract/values/day.ts'
import { shiftByMonths, shiftDay } from '#web/form/calendar/months.ts'

/** Describes from and to, `yyyyMMdd` or `yyyyMMddHHmmss`; null for an open end. */
export type DateRange = readonly [string | null, string | null]

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

/** Returns the shortcuts of docs/spec/inputs.md#dates: until today. */
export function presetsOf(time: boolean, day = today()): { label: string; range: DateRange }[] {
  const to = day.replaceAll('-', '')
  const [first, last] = time ? ['000000', '235959'] : ['', '']
  const ends = (from: string): DateRange => [from + first, to + last]
  return [
    { label: '今天', range: ends(to) },
    { label: '最近一周', range: ends(shiftDay(to, -7)) },
    { label: '最近一个月', range: ends(shiftByMonths(to, -1)) },
    { label: '最近三个月', range: ends(shiftByMonths(to, -3)) },
  ]
}
