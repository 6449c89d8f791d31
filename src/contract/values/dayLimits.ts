import { today, withDashes } from './day.ts'

/** Describes which days can be picked (docs/spec/inputs.md#dates); times count by their day. */
export type DayLimits = {
  /** Gives the first day, `yyyyMMdd`. */
  min?: string | undefined
  /** Gives the last day. */
  max?: string | undefined
  /** Excludes days to come, as in archives. */
  past?: boolean | undefined
  /** Excludes days before today. */
  afterToday?: boolean | undefined
}

/** Returns why a day `yyyyMMdd` (or the day of a moment) cannot be picked; undefined where it can. */
export function wrongDay(day: string, { min, max, past, afterToday }: DayLimits, now = today()): string | undefined {
  const [picked, present] = [day.slice(0, 8), now.replaceAll('-', '')]
  if (past && picked > present) return '不能晚于今天'
  if (afterToday && picked < present) return '不能早于今天'
  if (min && picked < min.slice(0, 8)) return `不能早于 ${withDashes(min)}`
  return max && picked > max.slice(0, 8) ? `不能晚于 ${withDashes(max)}` : undefined
}
