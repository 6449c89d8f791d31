import { type RawBuilder, sql } from 'kysely'

/** Returns what counts the rows that meet a condition: rows themselves, or the running counts (`cnt`) of their kinds. */
export const counterOf = (isKept: boolean) => (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(${isKept ? sql`sum(cnt)` : sql`count(*)`} filter (where ${condition}), 0)::int`

/** Counts all of a kind: those with somebody (`alone` 0), without anybody (1), or both; each part is asked only where it is needed. */
export async function countKept(
  alone: '0' | '1' | undefined,
  { all, withNobody }: { all: () => Promise<number>; withNobody: () => Promise<number> },
): Promise<number> {
  if (alone === '1') return withNobody()
  const [count, left] = await Promise.all([all(), alone === '0' ? withNobody() : 0])
  return count - left
}
