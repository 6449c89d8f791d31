import type { Archive } from './sheet.archive.ts'
import { type SheetCell, type WorkbookContext, readCellText } from './sheet.cells.ts'
import { brokenWorkbook } from './sheet.limits.ts'
import type { Grid } from './sheet.grid.ts'

/**
 * Reads the cells of one sheet into a grid. Hidden columns and rows are read like all others: a filter hides rows, and a
 * narrow print hides columns, that the person who chose the file still means.
 */
export async function readSheetRows(archive: Archive, part: string, grid: Grid, reading: WorkbookContext): Promise<void> {
  let [row, column] = [0, 0]
  let cell: SheetCell | undefined
  let inside = ''
  let inReading = false
  await archive.read(part, {
    open(tag, attribute) {
      if (tag === 'row') {
        row = Number(attribute('r') ?? row + 1)
        column = 0
      } else if (tag === 'c') {
        // Places a cell without a reference behind the last one.
        const place = attribute('r')
        column = place === undefined ? column + 1 : placeOf(place).column
        cell = {
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: undefined,
          inline: '',
          hasFormula: false,
        }
      } else if (tag === 'mergeCell') merge(grid, attribute('ref') ?? '')
      else if (tag === 'rPh') inReading = true
      else if (cell && tag === 'f') cell.hasFormula = true
      else if (cell && tag === 'v') {
        inside = 'v'
        cell.value = ''
      } else if (cell && tag === 't' && !inReading) inside = 't'
    },
    text(piece) {
      if (!cell) return
      if (inside === 'v') cell.value += piece
      else if (inside === 't') cell.inline += piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't') inside = ''
      else if (tag === 'rPh') inReading = false
      else if (tag === 'c' && cell) {
        grid.put(row, column, readCellText(cell, reading))
        cell = undefined
      }
    },
  })
}

function placeOf(reference: string): { row: number; column: number } {
  const [, letters = '', digits] = reference.match(/^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/) ?? []
  if (!digits) throw brokenWorkbook()
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits), column }
}

function merge(grid: Grid, reference: string) {
  const [from, to] = reference.split(':').map(placeOf)
  if (from && to && to.row > from.row) grid.fillDown(from.column, from.row, to.row)
}
