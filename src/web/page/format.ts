/** Formats 20261121 as 2026-11-21; absent as a dash. */
export const formatDate = (date: string | null | undefined) =>
  date ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}` : '–'

/** Formats 20261121090500 as 2026-11-21 09:05; absent as a dash. */
export const formatTime = (time: string | null | undefined) =>
  time ? `${formatDate(time)} ${time.slice(8, 10)}:${time.slice(10, 12)}` : '–'

/** Formats 1284 as 1,284. */
export const formatCount = (count: number) => count.toLocaleString('zh-CN')

/** Formats 1284.5 as 1,284.50; absent as a dash. */
export const formatAmount = (amount: number | null | undefined) =>
  amount == null ? '–' : amount.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const units = ['B', 'KB', 'MB', 'GB']

/** Formats a number of bytes in B, KB, MB or GB, as 1.2 MB (docs/spec/page.md#constants). */
export function formatBytes(bytes: number): string {
  const exponent = units.findIndex((_, at) => at === units.length - 1 || Math.round((bytes / 1024 ** at) * 10) / 10 < 1024)
  return `${Math.round((bytes / 1024 ** exponent) * 10) / 10} ${units[exponent]}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Converts 20261121090500, which is China's time, to milliseconds. */
export function momentOf(time: string): number {
  const [, ...parts] = time.match(/(....)(..)(..)(..)(..)(..)/) ?? []
  const [year, month, date, hours, minutes, seconds] = parts
  return Date.parse(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}+08:00`)
}

/** Formats how long ago 20261121090500 was: 刚刚, 5分钟前, 3小时前, 1天前, then the date (docs/spec/page.md#constants). */
export function formatAgo(time: string, now = Date.now()): string {
  const passed = now - momentOf(time)
  if (Math.abs(passed) < minute / 2) return '刚刚'
  if (passed < 0 || passed >= 2 * day) return formatDate(time)
  if (passed < hour) return `${Math.max(1, Math.floor(passed / minute))}分钟前`
  return passed < day ? `${Math.floor(passed / hour)}小时前` : '1天前'
}
