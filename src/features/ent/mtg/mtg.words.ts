import { withDashes } from '#contract/values/day.ts'

/** `yyyyMMddHHmmss` as `yyyy-MM-dd HH:mm`; what is empty stays so. */
export const withMinutes = (moment: string | null) =>
  moment && `${withDashes(moment)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}`
