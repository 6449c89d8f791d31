import { brokenWorkbook, limits, SheetRefusal } from './sheet.limits.ts'

/** Describes the rows of one sheet, filled cell by cell; empty cells and rows at the end do not count, whatever their style. */
export type Grid = {
  rows: string[][]
  /** Holds the few rows beyond the largest list, by their number. */
  far: Map<number, string[]>
  /** Puts a text into a cell, rows and columns counted from 1, as people see them. */
  put(row: number, column: number, text: string): void
  fillDown(column: number, from: number, to: number): void
}

/** Describes the remaining allowance of one workbook, over all of its sheets. */
type Allowance = { cells: number; characters: number }

export function makeGrid(name: string, left: Allowance): Grid {
  const rows: string[][] = []
  const far = new Map<number, string[]>()
  let filled: boolean[] | undefined
  const put = (row: number, column: number, text: string) => {
    if (!text) return
    if (!(Number.isInteger(row) && row >= 1)) throw brokenWorkbook()
    const isFar = row > limits.rows + limits.rowsAbove
    if (isFar && !far.has(row) && far.size >= limits.farRows)
      throw new SheetRefusal('tooLarge', `工作簿最多 ${limits.rows} 行，请分成几份（工作表“${name}”超出）`)
    if (column > limits.columns) throw new SheetRefusal('tooLarge', `工作簿最多 ${limits.columns} 列（工作表“${name}”超出）`)
    left.cells--
    left.characters -= text.length
    if (left.cells < 0 || left.characters < 0) throw new SheetRefusal('tooLarge', '工作簿内容过多，请分成几份')
    if (isFar && !far.has(row)) far.set(row, [])
    if (!isFar) while (rows.length < row) rows.push([])
    const cells = far.get(row) ?? rows[row - 1] ?? []
    while (cells.length < column) cells.push('')
    cells[column - 1] = text
  }
  return {
    rows,
    far,
    put,
    // Fills each row of a merged area that holds something of its own: an empty row below a person must not become another.
    fillDown(column, from, to) {
      filled ??= rows.map((cells) => cells.some(Boolean))
      const text = rows[from - 1]?.[column - 1]
      const last = Math.min(to, rows.length)
      if (!text || last <= from) return
      // Limits the areas, which never overlap in honest files; those of a hostile file could keep us busy for hours.
      left.cells -= last - from
      for (let row = from + 1; row <= last; row++) if (filled[row - 1] || left.cells < 0) put(row, column, text)
    },
  }
}
