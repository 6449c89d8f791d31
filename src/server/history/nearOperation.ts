import { type RawBuilder, sql } from 'kysely'
import { timeOfOperation } from '#server/base/operationNumber.ts'

const hour = 3_600_000
const day = 24 * hour

/** Selects the time of the first row, in milliseconds. */
export const firstTime = sql<number>`(extract(epoch from min(at)) * 1000)::float8`

/**
 * Limits rows of history (their column `at`) to a day around these times, in milliseconds. The values are given as they are, not
 * worked out by PostgreSQL, which then visits the months of that time alone, already when it plans.
 */
export function around(times: readonly number[], column = 'at'): RawBuilder<boolean> {
  const iso = (time: number) => new Date(time).toISOString()
  return sql`${sql.ref(column)} between ${iso(Math.min(...times) - day)}::timestamptz and ${iso(Math.max(...times) + day)}::timestamptz`
}

/**
 * Reads what history holds of an operation: first near the time that its number tells, then anywhere. The clock that numbers it is
 * not that of PostgreSQL, and either may be set; the rows of an operation lie within twelve hours of each other (`history_time`).
 * So where one lies within twelve hours of the number all of them were looked at, and otherwise they are looked for anew.
 */
export async function findNear<Row extends { ms: number }>(
  op: string,
  read: (near: RawBuilder<boolean>) => Promise<Row[]>,
): Promise<Row[]> {
  const time = timeOfOperation(op)
  if (time === undefined) return read(sql`true`)
  const rows = await read(around([time]))
  return rows.some(({ ms }) => Math.abs(ms - time) <= 12 * hour) ? rows : read(sql`true`)
}
