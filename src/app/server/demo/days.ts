export const hour = 3600_000
export const day = 24 * hour

// Shifts the days to those of Shanghai.
const offset = 8 * hour

/** Returns when the day of China began that a moment is in. */
export const chinaDay = (at: number) => Math.floor((at + offset) / day) * day - offset

/** Returns an hour of a day of China, so many days from now. */
export const atHour = (days: number, hours: number, now: number) => chinaDay(now) + days * day + hours * hour

export const iso = (at: number) => new Date(at).toISOString()

/** Formats the moment in China as 20261121090500. */
export const time14 = (at: number) =>
  iso(at + offset)
    .replace(/\D/g, '')
    .slice(0, 14)
