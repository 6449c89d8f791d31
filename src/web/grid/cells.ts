import { formatCount } from '#web/page/format.ts'
import { toast } from '#web/feedback/toast.ts'
import type { Block } from './clipboard.ts'
import type { Column, Row } from './columns.ts'
import type { EditState, SheetEdits } from './edits.ts'
import type { CellPlace } from './keys.ts'
import { placesIn, type Range, spread } from './selection.ts'

type Parts = {
  /** Holds the rows read so far, of `count`. */
  rows: readonly Row[]
  columns: readonly Column[]
  count: number
  rowKey: string
  edits: SheetEdits
  state: EditState
}

/** Returns the actions on all cells of a sheet at once; reports those that cannot be done. */
export function cellsOf({ rows, columns, count, rowKey, edits, state }: Parts) {
  /** Returns the text of a cell. */
  const textAt = ({ row, col }: CellPlace) => {
    const [record, column] = [rows[row], columns[col]]
    if (!record || !column) return ''
    return state.rows.get(String(record[rowKey]))?.cells[column.field]?.text ?? column.textOf(record)
  }

  /** Writes texts into cells, but for those that are not changed here. */
  const write = (cells: readonly { place: CellPlace; text: string }[]) => {
    const locked = new Map<string, number>()
    const changes = cells.flatMap(({ place, text }) => {
      const [row, column] = [rows[place.row], columns[place.col]]
      if (!row || !column) return []
      if (!column.readOnly) return [{ row, column, text }]
      if (text !== column.textOf(row)) locked.set(column.title, (locked.get(column.title) ?? 0) + 1)
      return []
    })
    edits.apply(changes)
    const skipped = [...locked.values()].reduce((sum, one) => sum + one, 0)
    if (skipped > 0) toast.warning(`${[...locked.keys()].join('、')}不能在这里修改，跳过了 ${formatCount(skipped)} 个单元格`)
  }

  /** Empties cells, but for those that may not be empty. */
  const clear = (range: Range) => {
    const places = placesIn(range)
    write(places.filter(({ col }) => !columns[col]?.required).map((place) => ({ place, text: '' })))
    const needed = new Set(places.flatMap(({ col }) => (columns[col]?.required ? [columns[col].title] : [])))
    if (needed.size > 0) toast.warning(`${[...needed].join('、')}不能为空，没有清除`)
  }

  /** Repeats the lines of a range down to the row `bottom`. */
  const fill = (range: Range, bottom: number) => {
    const lines = range.bottom - range.top + 1
    const below = placesIn({ ...range, top: range.bottom + 1, bottom })
    write(below.map((place) => ({ place, text: textAt({ ...place, row: range.top + ((place.row - range.top) % lines) }) })))
  }

  /** Gives all of a range what its first line has; of one line the cells above, as in a spreadsheet. */
  const fillDown = ({ top, bottom, ...sides }: Range) => {
    const from = top === bottom ? Math.max(0, top - 1) : top
    const below = placesIn({ ...sides, top: from + 1, bottom })
    write(below.map((place) => ({ place, text: textAt({ ...place, row: from }) })))
  }

  const copy = (range: Range): Block =>
    Array.from({ length: range.bottom - range.top + 1 }, (_, i) =>
      placesIn({ ...range, top: range.top + i, bottom: range.top + i }).map(textAt),
    )

  /** Puts a block onto a range, and answers where it came to lie; undefined where there is nothing to put, or not yet. */
  const paste = (block: Block, range: Range): Range | undefined => {
    const cells = spread(block, range)
    if (cells.length === 0) return undefined
    const bottom = Math.max(...cells.map(({ place }) => place.row))
    const right = Math.max(...cells.map(({ place }) => place.col))
    const inside = cells.filter(({ place }) => place.row < count && place.col < columns.length)
    if (inside.some(({ place }) => !rows[place.row])) {
      toast.warning('名单还在读取，请稍候再粘贴')
      return undefined
    }
    const [rowsOver, columnsOver] = [bottom + 1 - count, right + 1 - columns.length]
    if (rowsOver > 0) toast.warning(`名单到此为止，粘贴的最后 ${formatCount(rowsOver)} 行没有地方放，没有写入`)
    if (columnsOver > 0) toast.warning(`右边没有更多的列，粘贴的最后 ${formatCount(columnsOver)} 列没有写入`)
    write(inside.map(({ place, cell }) => ({ place, text: cell })))
    return { ...range, bottom: Math.min(bottom, count - 1), right: Math.min(right, columns.length - 1) }
  }

  return { textAt, write, clear, fill, fillDown, copy, paste }
}
