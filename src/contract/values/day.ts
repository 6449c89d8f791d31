/** Formats `yyyyMMdd…` as `yyyy-MM-dd`; null and empty texts stay. */
export const withDashes = (text: string | null) => text && `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

/** Returns the day in China, today or in so many days, as `yyyy-MM-dd`. */
export const today = (ahead = 0) => new Date(Date.now() + (8 + 24 * ahead) * 3600_000).toISOString().slice(0, 10)

/** Formats `yyyyMMddHHmmss` as `yyyy-MM-dd HH:mm`; empty values stay. */
export const withMinutes = (moment: string | null) =>
  moment && `${withDashes(moment)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}`
