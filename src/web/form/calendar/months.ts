/** Describes a month: its year and its number from 1. */
export type Month = { year: number; month: number }

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns the day as `yyyyMMdd`; days beyond the month run on into the next, day 0 is the last of the one before. */
export function dayOf({ year, month }: Month, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day))
  return `${date.getUTCFullYear()}${twoDigits(date.getUTCMonth() + 1)}${twoDigits(date.getUTCDate())}`
}

export const monthOf = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(4, 6)) })

/** Returns a day so many days later. */
export const shiftDay = (day: string, by: number) => dayOf(monthOf(day), Number(day.slice(6, 8)) + by)

/** Returns a month so many months later. */
export const shiftMonth = (month: Month, by: number): Month => monthOf(dayOf({ ...month, month: month.month + by }, 1))

/** Returns the same day so many months later, or the last one of a month that is shorter. */
export function shiftByMonths(day: string, by: number): string {
  const month = shiftMonth(monthOf(day), by)
  const last = dayOf(shiftMonth(month, 1), 0)
  const same = dayOf(month, Number(day.slice(6, 8)))
  return same < last ? same : last
}

/** Returns the weeks that a month touches, each from Monday to Sunday. */
export function weeksOf(month: Month): string[][] {
  const first = dayOf(month, 1)
  const weekday = (new Date(Date.UTC(month.year, month.month - 1, 1)).getUTCDay() + 6) % 7
  const start = shiftDay(first, -weekday)
  const last = dayOf(shiftMonth(month, 1), 0)
  const weeks: string[][] = []
  for (let day = start; day <= last; day = shiftDay(day, 7)) weeks.push(Array.from({ length: 7 }, (_, i) => shiftDay(day, i)))
  return weeks
}
