export type Offer<Row> = {
  /** Holds the rows for the keyword and the place, undefined while they load; `stale`: still those of the search before. */
  rows: Row[] | undefined
  stale: boolean
  error: Error | null
  refetch: () => unknown
}

/** Describes how a picker tells rows apart by their keys. */
export type Keyed<Row> = { keyOf: (row: Row) => string; isTaken: (row: Row) => boolean }

/** Returns the chosen rows after the visible ones were ticked anew; keeps the others, and leaves out rows that are in already. */
export function updateTicked<Row>(
  chosen: readonly Row[],
  inSight: readonly Row[],
  ticked: ReadonlySet<string>,
  by: Keyed<Row>,
): Row[] {
  const seen = new Set(inSight.map(by.keyOf))
  const kept = chosen.filter((row) => !seen.has(by.keyOf(row)) || ticked.has(by.keyOf(row)))
  const known = new Set(kept.map(by.keyOf))
  return [...kept, ...inSight.filter((row) => ticked.has(by.keyOf(row)) && !known.has(by.keyOf(row)) && !by.isTaken(row))]
}

/** Returns the chosen rows with one more, or without it. */
export function togglePicked<Row>(chosen: readonly Row[], row: Row, by: Keyed<Row>): Row[] {
  const without = chosen.filter((one) => by.keyOf(one) !== by.keyOf(row))
  if (without.length < chosen.length || by.isTaken(row)) return without
  return [...chosen, row]
}

/** Returns where the keyboard cursor starts: at the first row that can still be added. */
export function firstFree<Row>(rows: readonly Row[], chosen: readonly Row[], by: Keyed<Row>): number {
  const known = new Set(chosen.map(by.keyOf))
  return rows.findIndex((row) => !by.isTaken(row) && !known.has(by.keyOf(row)))
}
