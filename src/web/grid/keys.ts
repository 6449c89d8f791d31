import type { KeyboardEvent } from 'react'

export type CellPlace = { row: number; col: number }

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-12, 0],
  PageDown: [12, 0],
}

/** Returns where a key leads from a cell in a sheet of so many columns; undefined where it leads nowhere, or out of the sheet. */
export function moveTarget(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  { row, col }: CellPlace,
  columns: number,
): CellPlace | undefined {
  if (ctrlKey || metaKey) return undefined
  const beside = col + (shiftKey ? -1 : 1)
  if (key === 'Tab') return beside >= 0 && beside < columns ? { row, col: beside } : undefined
  if (key === 'Home') return { row, col: 0 }
  if (key === 'End') return { row, col: Number.MAX_SAFE_INTEGER }
  const step = steps[key]
  return step && { row: row + step[0], col: col + step[1] }
}

/** Returns where a key leads with Ctrl: to the ends of a sheet of so many rows and columns; undefined where it leads nowhere. */
export function jumpTarget(key: string, { row, col }: CellPlace, rows: number, columns: number): CellPlace | undefined {
  const ends: Record<string, CellPlace> = {
    ArrowUp: { row: 0, col },
    ArrowDown: { row: rows - 1, col },
    ArrowLeft: { row, col: 0 },
    ArrowRight: { row, col: columns - 1 },
    Home: { row: 0, col: 0 },
    End: { row: rows - 1, col: columns - 1 },
  }
  return ends[key]
}
