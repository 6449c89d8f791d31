import { today } from '#contract/values/day.ts'

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** Formats 20261128090000 as 11月28日 周六 09:00; with the year where it is another; it does not break. */
export function momentWords(time: string): string {
  const [year, month, day] = [time.slice(0, 4), Number(time.slice(4, 6)), Number(time.slice(6, 8))]
  const weekday = weekdays[new Date(Date.UTC(Number(year), month - 1, day)).getUTCDay()]
  return `${year === today().slice(0, 4) ? '' : `${year}年`}${month}月${day}日\u00a0周${weekday}\u00a0${clockOf(time)}`
}

const clockOf = (time: string) => `${time.slice(8, 10)}:${time.slice(10, 12)}`

/** Formats a span: of one day 11月28日 周六 09:00–11:30. */
export const momentSpan = (from: string, to: string) =>
  from.slice(0, 8) === to.slice(0, 8) ? `${momentWords(from)}–${clockOf(to)}` : `${momentWords(from)} 至 ${momentWords(to)}`

const second = 1000
const minute = 60 * second
export const hourMs = 60 * minute
const day = 24 * hourMs

/** Formats the time left: 2 天 3 小时, 3 小时 20 分, 12 分 05 秒. */
export function untilWords(left: number): string {
  const whole = (unit: number, of = left) => Math.floor(of / unit)
  if (left >= day) return `${whole(day)} 天 ${whole(hourMs, left % day)} 小时`
  if (left >= hourMs) return `${whole(hourMs)} 小时 ${whole(minute, left % hourMs)} 分`
  return `${whole(minute)} 分 ${String(whole(second, left % minute)).padStart(2, '0')} 秒`
}
