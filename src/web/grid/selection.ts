import type { CellPlace } from './keys.ts'

/** Describes the cells between two corners, both of them included. */
export type CellRange = { top: number; bottom: number; left: number; right: number }

export const cellRange = (one: CellPlace, other: CellPlace): CellRange => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.col, other.col),
  right: Math.max(one.col, other.col),
})

export const isInRange = ({ top, bottom, left, right }: CellRange, row: number, col: number) =>
  row >= top && row <= bottom && col >= left && col <= right

/** Lists every cell of a range, line by line. */
export const cellsIn = ({ top, bottom, left, right }: CellRange): CellPlace[] =>
  Array.from({ length: bottom - top + 1 }, (_, i) =>
    Array.from({ length: right - left + 1 }, (_, j) => ({ row: top + i, col: left + j })),
  ).flat()

/** Returns how often a block fits into so many cells: into a selection that is a multiple of it, as often; otherwise once. */
const times = (cells: number, block: number) => (block > 0 && cells % block === 0 ? cells / block : 1)

/** Spreads a block over a selection: one cell fills it, others are repeated where it is a multiple of them. */
export function spreadBlock<Cell>(
  block: readonly (readonly Cell[])[],
  { top, bottom, left, right }: CellRange,
): { place: CellPlace; cell: Cell }[] {
  const [height, width] = [block.length, Math.max(0, ...block.map((line) => line.length))]
  const [down, on] = [times(bottom - top + 1, height), times(right - left + 1, width)]
  return Array.from({ length: height * down }, (_, i) =>
    (block[i % height] ?? []).length === 0
      ? []
      : Array.from({ length: width * on }, (_, j) => ({
          place: { row: top + i, col: left + j },
          cell: block[i % height]?.[j % width],
        })),
  )
    .flat()
    .filter((one): one is { place: CellPlace; cell: Cell } => one.cell !== undefined)
}
