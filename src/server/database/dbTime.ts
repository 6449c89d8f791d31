import { sql } from 'kysely'

/** Converts `yyyyMMddHHmmss` of China to the database's form. */
export const dbTime = (moment: string) =>
  `${moment.slice(0, 4)}-${moment.slice(4, 6)}-${moment.slice(6, 8)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}:${moment.slice(12, 14)}+08`

/** Converts it inside a statement. */
export const dbTimestamp = (moment: string) => sql<string>`${dbTime(moment)}::timestamptz`

/** Converts it inside a statement; null where there is none. */
export const optionalTimestamp = (moment: string | null | undefined) => (moment ? dbTimestamp(moment) : null)
