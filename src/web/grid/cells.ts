import { formatCount } from '#web/page/format.ts'
import { toast } from '#web/feedback/toast.ts'
import type { Block } from './clipboard.ts'
import type { CellPlace } from './keys.ts'
import { cellsIn, type CellRange, spreadBlock } from './selection.ts'
import type { SheetColumn, SheetModel } from './sheetModel.ts'

type Text = { place: CellPlace; text: string }

// Limits the rows that are searched for an error at one press.
const searched = 2000

const readAtOnce = 200

/** Returns the actions on all cells of a sheet at once; reports those that cannot be done. */
export function cellsOf<R, C extends SheetColumn<R>>({ rows, columns, stateOf, write: writeOut, limit }: SheetModel<R, C>) {
  const { count, rowAt } = rows
  const textIn = (row: R, column: C) => stateOf(row, column).text ?? column.textOf(row)

  /** Returns the text of a cell. */
  const textAt = ({ row, col }: CellPlace) => {
    const [record, column] = [rowAt(row), columns[col]]
    return record && column ? textIn(record, column) : ''
  }

  const isTooMuch = (amount: number, measure: string) => {
    const isOver = limit !== undefined && amount > limit
    if (isOver) toast.warning(`一次最多 ${formatCount(limit)} ${measure}，这里有 ${formatCount(amount)} ${measure}，请少选一些`)
    return isOver
  }

  const isRead = (top: number, bottom: number) => {
    for (let at = top; at <= bottom; at++) if (!rowAt(at)) return false
    return true
  }

  /** Reads the rows of a range that are not read yet; answers whether all of them are there now. */
  const ready = async (top: number, bottom: number, verb: string): Promise<boolean> => {
    if (isTooMuch(bottom - top + 1, '行')) return false
    if (isRead(top, bottom)) return true
    await rows.read?.(top, bottom)
    if (isRead(top, bottom)) return true
    toast.warning(`名单还在读取，请稍候再${verb}`)
    return false
  }

  /** Writes texts into cells, but for those that are not changed here. */
  const write = (cells: readonly Text[]) => {
    const locked = new Map<string, number>()
    const changes = cells.flatMap(({ place, text }) => {
      const [row, column] = [rowAt(place.row), columns[place.col]]
      if (!row || !column) return []
      const reason = column.readOnly ? `${column.title}不能在这里修改` : stateOf(row, column).locked
      if (!reason) return [{ row, column, text }]
      if (text !== column.textOf(row)) locked.set(reason, (locked.get(reason) ?? 0) + 1)
      return []
    })
    if (isTooMuch(changes.length, '个单元格')) return
    writeOut(changes)
    const skipped = [...locked.values()].reduce((sum, one) => sum + one, 0)
    if (skipped > 0) toast.warning(`${[...locked.keys()].join('，')}，跳过了 ${formatCount(skipped)} 个单元格`)
  }

  /** Empties cells, but for those that may not be empty. */
  const clear = async (range: CellRange) => {
    if (!(await ready(range.top, range.bottom, '清除'))) return
    const isKept = (col: number) => columns[col]?.required && !columns[col].clearable
    const places = cellsIn(range)
    write(places.filter(({ col }) => !isKept(col)).map((place) => ({ place, text: '' })))
    const needed = new Set(places.flatMap(({ col }) => (isKept(col) ? [columns[col]?.title] : [])))
    if (needed.size > 0) toast.warning(`${[...needed].join('、')}不能为空，没有清除`)
  }

  /** Repeats the lines of a range down to the row `bottom`. */
  const fill = async (range: CellRange, bottom: number) => {
    if (!(await ready(range.top, bottom, '填充'))) return
    const lines = range.bottom - range.top + 1
    const below = cellsIn({ ...range, top: range.bottom + 1, bottom })
    write(below.map((place) => ({ place, text: textAt({ ...place, row: range.top + ((place.row - range.top) % lines) }) })))
  }

  /** Gives all of a range what its first line has; of one line the cells above, as in a spreadsheet. */
  const fillDown = async ({ top, bottom, ...sides }: CellRange) => {
    const from = top === bottom ? Math.max(0, top - 1) : top
    if (!(await ready(from, bottom, '填充'))) return
    const below = cellsIn({ ...sides, top: from + 1, bottom })
    write(below.map((place) => ({ place, text: textAt({ ...place, row: from }) })))
  }

  /**
   * Returns the texts of a range; undefined where not all of its rows are read: the clipboard does not wait, so they are read for
   * the next time.
   */
  const copy = ({ top, bottom, left, right }: CellRange): Block | undefined => {
    if (isTooMuch(bottom - top + 1, '行')) return undefined
    if (!isRead(top, bottom)) {
      void rows.read?.(top, bottom)
      toast.warning('名单还在读取，请稍候再复制')
      return undefined
    }
    const within = columns.slice(left, right + 1)
    return Array.from({ length: bottom - top + 1 }, (_, i) => {
      const row = rowAt(top + i)
      return row ? within.map((column) => textIn(row, column)) : []
    })
  }

  /** Puts a block onto a range, and answers where it came to lie; undefined where there is nothing to put, or not yet. */
  const paste = async (block: Block, range: CellRange): Promise<CellRange | undefined> => {
    const cells = spreadBlock(block, range)
    if (cells.length === 0) return undefined
    const bottom = Math.max(...cells.map(({ place }) => place.row))
    const right = Math.max(...cells.map(({ place }) => place.col))
    if (!(await ready(range.top, Math.min(bottom, count - 1), '粘贴'))) return undefined
    const inside = cells.filter(({ place }) => place.row < count && place.col < columns.length)
    const [rowsOver, columnsOver] = [bottom + 1 - count, right + 1 - columns.length]
    if (rowsOver > 0) toast.warning(`名单到此为止，粘贴的最后 ${formatCount(rowsOver)} 行没有地方放，没有写入`)
    if (columnsOver > 0) toast.warning(`右边没有更多的列，粘贴的最后 ${formatCount(columnsOver)} 列没有写入`)
    write(inside.map(({ place, cell }) => ({ place, text: cell })))
    return { ...range, bottom: Math.min(bottom, count - 1), right: Math.min(right, columns.length - 1) }
  }

  /** Returns the next refused cell after a place, or where the search ended; undefined where no row is left. */
  const nextError = async ({ row: from, col: after }: CellPlace): Promise<CellPlace | undefined> => {
    const last = Math.min(count - 1, from + searched)
    for (let at = from; at <= last; at++) {
      // oxlint-disable-next-line no-await-in-loop -- reads no further than the next error
      if (!rowAt(at)) await rows.read?.(at, Math.min(last, at + readAtOnce - 1))
      const row = rowAt(at)
      if (!row) return undefined
      const isNext = (column: C, col: number) => (at > from || col > after) && stateOf(row, column).error !== undefined
      const col = columns.findIndex(isNext)
      if (col >= 0) return { row: at, col }
    }
    return last < count - 1 ? { row: last, col: columns.length - 1 } : undefined
  }

  return { textAt, write, clear, fill, fillDown, copy, paste, nextError }
}
