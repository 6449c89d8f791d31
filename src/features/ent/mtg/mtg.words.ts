import { withDashes } from '#contract/values/day.ts'

/** Formats `yyyyMMddHHmmss` as `yyyy-MM-dd HH:mm`; empty values stay. */
export const withMinutes = (moment: string | null) =>
  moment && `${withDashes(moment)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}`
