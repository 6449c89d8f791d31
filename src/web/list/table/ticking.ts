import type { RowTicks } from '../dataTable.types.ts'

type Ticked<Row> = { ticks: RowTicks<Row>; rows: readonly Row[]; keyOf: (row: Row) => string }

/** Returns the rows that can be ticked. */
export const tickable = <Row>({ ticks: { mayTick = () => true }, rows }: Pick<Ticked<Row>, 'ticks' | 'rows'>) =>
  rows.filter((row) => mayTick(row))

/** Returns the keys that are ticked after some rows were ticked, or no longer are; those that cannot be stay as they were. */
export function tickedAfter<Row>({ ticks, rows, keyOf }: Ticked<Row>, changed: readonly Row[], is: boolean): string[] {
  const here = new Set(rows.map(keyOf))
  const before = ticks.keepsOthers ? ticks.ticked : ticks.ticked.filter((key) => here.has(key))
  const keys = new Set(tickable({ ticks, rows: changed }).map(keyOf))
  return is ? [...new Set([...before, ...keys])] : before.filter((key) => !keys.has(key))
}

/** Returns the rows from one place to another, in whichever direction. */
export const rangeOf = <Row>(rows: readonly Row[], from: number, to: number) =>
  rows.slice(Math.min(from, to), Math.max(from, to) + 1)
