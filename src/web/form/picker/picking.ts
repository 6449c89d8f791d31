export type Offer<Row> = {
  /** What the keyword and the place lead to; `stale`: still to what was asked for before. */
  rows: Row[] | undefined
  stale: boolean
  error: Error | null
  refetch: () => unknown
}

/** What a picker holds: rows told apart by their keys. */
export type Keyed<Row> = { keyOf: (row: Row) => string; isTaken: (row: Row) => boolean }

/** The chosen rows after the ticks of those in sight were set anew; what is not in sight stays, and who is in already is not chosen. */
export function retick<Row>(chosen: readonly Row[], inSight: readonly Row[], ticked: ReadonlySet<string>, by: Keyed<Row>): Row[] {
  const seen = new Set(inSight.map(by.keyOf))
  const kept = chosen.filter((row) => !seen.has(by.keyOf(row)) || ticked.has(by.keyOf(row)))
  const known = new Set(kept.map(by.keyOf))
  return [...kept, ...inSight.filter((row) => ticked.has(by.keyOf(row)) && !known.has(by.keyOf(row)) && !by.isTaken(row))]
}

/** The chosen rows with one more, or without it. */
export function toggle<Row>(chosen: readonly Row[], row: Row, by: Keyed<Row>): Row[] {
  const without = chosen.filter((one) => by.keyOf(one) !== by.keyOf(row))
  if (without.length < chosen.length || by.isTaken(row)) return without
  return [...chosen, row]
}

/** Where the cursor of the keyboard starts: at the first row that can still be added. */
export function firstFree<Row>(rows: readonly Row[], chosen: readonly Row[], by: Keyed<Row>): number {
  const known = new Set(chosen.map(by.keyOf))
  return rows.findIndex((row) => !by.isTaken(row) && !known.has(by.keyOf(row)))
}
