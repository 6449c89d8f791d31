import { isDate, plainWidth } from '#contract/values/plain.ts'
import { withDashes } from '#contract/values/day.ts'

/** Names what stands for a time that was not typed: the first second of a day, or its last. */
export type Clock = '000000' | '235959'

/**
 * Returns what somebody typed as `yyyyMMdd`, or with `clock` as `yyyyMMddHHmmss`, where the time may be left out; undefined for
 * what is no date or time.
 */
export function readTyped(text: string, clock?: Clock): string | undefined {
  const [, day = '', hour, minute = '', second = '00'] = spaced(text).match(/^(.*?)(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/) ?? []
  const date = dayOf(day)
  if (!date || (!clock && hour !== undefined)) return undefined
  if (!clock) return date
  if (hour === undefined) return date + clock
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  return isTime ? date + hour.padStart(2, '0') + minute + second : undefined
}

// Reads the ways in which people type a day here; lists that are imported know more of them (dateOf).
function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = text.match(/^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/) ?? []
  const date = year + month.padStart(2, '0') + day.padStart(2, '0')
  return isDate(date) ? date : undefined
}

// Reads what a Chinese input method writes, and fourteen digits.
const spaced = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map(plainWidth)
    .join(' ')
    .replace(/^(\d{8})(\d\d)(\d\d)(\d\d)$/, '$1 $2:$3:$4')

/** Returns how a day, or a moment, is to be written. */
export const explainTyped = (clock?: Clock) => (clock ? '时间应写成 2020-02-29 08:30 这样' : '日期应写成 2020-02-29 这样')

/** Returns the hint of a field that is typed or picked. */
export const hintOf = (clock?: Clock) => `${explainTyped(clock)}，或按 ↓ 打开日历`

/** Formats `yyyyMMdd` as 2026-11-21, and `yyyyMMddHHmmss` as 2026-11-21 09:05:00; empty for none. */
export function formatTyped(value: string): string {
  const clock = value.slice(8).replace(/^(..)(..)(..)$/, ' $1:$2:$3')
  return (withDashes(value) ?? '') + clock
}
