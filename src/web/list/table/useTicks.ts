import { useRef } from 'react'
import type { RowTicks } from '../dataTable.types.ts'
import { rangeOf, tickedAfter } from './ticking.ts'

/** Returns what the box of a row needs, by its place: with Shift it ticks all rows from the last box to this one. */
export function useTicks<Row>(ticks: RowTicks<Row> | undefined, rows: readonly Row[], keyOf: (row: Row) => string) {
  const last = useRef<number>(undefined)
  const ticked = new Set(ticks?.ticked)
  return (row: Row, at: number) =>
    ticks && {
      isTicked: ticked.has(keyOf(row)),
      isDisabled: ticks.mayTick?.(row) === false,
      onTick: (is: boolean, withShift: boolean) => {
        const start = withShift ? (last.current ?? at) : at
        last.current = at
        ticks.onTick(tickedAfter({ ticks, rows, keyOf }, rangeOf(rows, start, at), is))
      },
    }
}
