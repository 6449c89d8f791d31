import { type UIEvent, useState } from 'react'

/** Sets the height in pixels of a row where only those in sight are drawn. */
export const rowHeight = 30

// Draws some rows above and below those in sight, so that scrolling shows no gap.
const beyond = 10

/** Returns which rows of many are drawn in a body of this height, `from` inclusive and `to` exclusive, and what hears it scroll. */
export function useVisibleRows(count: number, height: number | undefined) {
  const [top, setTop] = useState(0)
  const isWhole = height === undefined
  const first = Math.floor(top / rowHeight)
  const last = first + Math.ceil((height ?? 0) / rowHeight)
  return {
    from: isWhole ? 0 : Math.min(Math.max(0, first - beyond), Math.max(0, count - 1)),
    to: isWhole ? count : Math.min(count, last + beyond),
    onScroll: ({ currentTarget }: UIEvent) => {
      // Draws anew only when a step of rows has gone by.
      const next = Math.floor(currentTarget.scrollTop / (rowHeight * 4)) * rowHeight * 4
      if (!isWhole && next !== top) setTop(next)
    },
  }
}
