import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { toast } from '#web/feedback/toast.ts'
import { cellsOf } from './cells.ts'
import { pastedBlock, blockText } from './clipboard.ts'
import './grid.css'
import { jumpTarget, moveTarget, type CellPlace } from './keys.ts'
import { isInRange, type CellRange, cellRange } from './selection.ts'
import { SheetRow } from './SheetRow.tsx'
import type { Typing } from './suggestions.ts'
import { cellUnderMouse, usePointer } from './usePointer.ts'
import type { SheetColumn, SheetModel, SideColumn } from './sheetModel.ts'
import { isComposing } from '#web/page/isComposing.ts'

const rowHeight = 30
// Sets the rows drawn above and below the visible ones, so that quick scrolling shows no gaps.
const spare = 8

type Props<R, C extends SheetColumn<R>> = SheetModel<R, C> & {
  label: string
  /** Names a column between the numbers and the cells, and one behind the cells. */
  lead?: SideColumn<R>
  trail?: SideColumn<R>
  /** Draws what floats below the one chosen cell; null for nothing. */
  popover?: (row: R, column: C) => ReactNode
  /** Draws the line above the sheet about the cell with the cursor. */
  line?: (row: R | undefined, column: C | undefined) => ReactNode
  /** Tells that there is no row. */
  empty?: string
  onUndo?: () => void
}

/**
 * Draws rows as a spreadsheet: keys move through cells, type, copy, paste, fill and clear; only visible rows are drawn. What is
 * changed goes to `write`.
 */
export function Sheet<R, C extends SheetColumn<R>>(props: Props<R, C>) {
  const { label, rows, columns, stateOf, lead, trail, popover, line, empty, onUndo } = props
  const { count, rowAt, onDraw } = rows
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const [chosen, setChosen] = useState<CellPlace>()
  const [anchor, setAnchor] = useState<CellPlace>()
  const [typing, setShown] = useState<Typing>()
  // Prevents that a cell loses its text a second time when it goes away.
  const written = useRef<Typing>(undefined)
  const setTyping = (next: Typing | undefined) => {
    written.current = next
    setShown(next)
  }
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height))
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  // Keeps the cursor in the sheet when rows leave it.
  const kept = (place: CellPlace | undefined) => place && count > 0 && { ...place, row: Math.min(place.row, count - 1) }
  const active = kept(chosen) || undefined
  const range = active && cellRange(kept(anchor) || active, active)
  const numberWidth = count > 9998 ? 60 : 48
  const inSight = ({ row, col }: CellPlace) => {
    const view = box.current
    if (!view) return
    const at = row * rowHeight
    if (at < view.scrollTop) view.scrollTop = at
    else if (at + 2 * rowHeight > view.scrollTop + view.clientHeight) view.scrollTop = at + 2 * rowHeight - view.clientHeight
    // Keeps the number and the column beside it in place.
    const still = numberWidth + ((lead ?? columns[0])?.width ?? 0)
    const left = numberWidth + (lead?.width ?? 0) + columns.slice(0, col).reduce((sum, { width }) => sum + width, 0)
    const right = left + (columns[col]?.width ?? 0)
    if (left - still < view.scrollLeft && (lead || col > 0)) view.scrollLeft = left - still
    else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = right - view.clientWidth
  }
  const go = (next: CellPlace, extend = false) => {
    const within = (at: number, length: number) => Math.max(0, Math.min(length - 1, at))
    const place = { row: within(next.row, count), col: within(next.col, columns.length) }
    // Keeps the keys in the sheet while the row that they lead to is being read.
    if (!rowAt(place.row)) box.current?.focus({ preventScroll: true })
    setAnchor(extend ? (anchor ?? active) : undefined)
    setChosen(place)
    setTyping(undefined)
    inSight(place)
  }

  const cells = cellsOf(props)
  const commit = (next?: CellPlace) => {
    const typed = written.current
    const text = typed?.text.trim() ?? ''
    // Ignores the empty field of a masked value: left empty, it says nothing about the value.
    const saysNothing = typed?.text === typed?.from || (text === '' && active && columns[active.col]?.masked)
    if (active && !saysNothing) cells.write([{ place: active, text }])
    setTyping(undefined)
    if (next) go(next)
  }
  const select = ({ top: row, left, bottom, right }: CellRange) => {
    setAnchor({ row, col: left })
    setChosen({ row: bottom, col: right })
  }
  const startTyping = (place: CellPlace) => {
    const [row, column] = [rowAt(place.row), columns[place.col]]
    if (!column || column.readOnly || !row || stateOf(row, column).locked) return
    const from = column.masked ? '' : cells.textAt(place)
    setTyping({ text: from, byKey: false, from })
  }
  const goToError = async (place: CellPlace) => {
    const next = await cells.nextError(place)
    if (next) go(next)
    else toast.success('后面没有错误')
  }

  // Leaves the keys of buttons, and of what floats above the sheet, to them.
  const isElsewhere = ({ target, currentTarget }: KeyboardEvent | ClipboardEvent) =>
    !currentTarget.contains(target as Node) || (target as Element).closest('button') !== null
  // oxlint-disable-next-line complexity -- one branch for each key, in their order
  const press = (event: KeyboardEvent) => {
    if (!active || !range || typing !== undefined || isComposing(event.nativeEvent) || isElsewhere(event)) return
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const step = isCommand ? jumpTarget(key, active, count, columns.length) : moveTarget(event, active, columns.length)
    if (step) go(step, shiftKey && key !== 'Tab')
    else if (key === 'Enter') go({ row: active.row + (shiftKey ? -1 : 1), col: active.col })
    else if (key === 'F2') startTyping(active)
    else if (key === 'F8') void goToError(active)
    else if (key === 'Delete' || key === 'Backspace') void cells.clear(range)
    else if (key === 'Escape' && anchor) setAnchor(undefined)
    else if (isCommand && key.toLowerCase() === 'd') void cells.fillDown(range)
    else if (isCommand && key.toLowerCase() === 'z' && !shiftKey && onUndo) {
      // Ignores a held key, which would ask for more steps than anybody meant.
      if (!event.repeat) onUndo()
    } else if (isCommand && key.toLowerCase() === 'a') select({ top: 0, left: 0, bottom: count - 1, right: columns.length - 1 })
    else return
    event.preventDefault()
  }
  /** Answers whether the range is in the clipboard. */
  const copy = (event: ClipboardEvent): boolean => {
    if (typing !== undefined || !range || isElsewhere(event)) return false
    event.preventDefault()
    const block = cells.copy(range)
    if (block) event.clipboardData.setData('text/plain', blockText(block))
    return block !== undefined
  }
  const paste = async (event: ClipboardEvent) => {
    if (typing !== undefined || !range || isElsewhere(event)) return
    event.preventDefault()
    const pasted = await cells.paste(pastedBlock(event.clipboardData), range)
    if (pasted) select(pasted)
  }
  const { filled, handlers } = usePointer({
    active,
    range,
    isTyping: typing !== undefined,
    commit,
    go,
    onFill(from, bottom) {
      void cells.fill(from, bottom)
      select({ ...from, bottom })
    },
  })

  const from = Math.max(0, Math.floor(top / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
  // Draws the cell with the cursor always: keys arrive there.
  if (active && (active.row < from || active.row >= to)) drawn.push(active.row)
  const drawnRows = drawn.join()
  useEffect(() => onDraw?.(drawnRows.split(',').filter(Boolean).map(Number)), [onDraw, drawnRows])
  const sides = [lead?.width, ...columns.map(({ width }) => width), trail?.width].filter((width) => width !== undefined)
  const template = `${numberWidth}px ${sides.map((width) => `${width}px`).join(' ')}`
  const titles = columns.map(({ title, required }) => (required ? `${title} ★` : title))
  const heads = ['行', lead?.title, ...titles, trail?.title].filter((title) => title !== undefined)
  return (
    <>
      {line?.(active && rowAt(active.row), active && columns[active.col])}
      <div
        ref={box}
        className="sheet"
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={heads.length}
        aria-multiselectable
        tabIndex={active ? -1 : 0}
        style={{ '--columns': template, '--number': `${numberWidth}px` } as CSSProperties}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={press}
        onCopy={copy}
        onCut={(event) => copy(event) && range && void cells.clear(range)}
        onPaste={(event) => void paste(event)}
        {...handlers}
        onDoubleClick={(event) => {
          const place = cellUnderMouse(event)
          if (place && typing === undefined) startTyping(place)
        }}
        onFocus={({ target, currentTarget }) => {
          // Starts at the cursor by keyboard alone: a click chooses its own cell.
          if (target === currentTarget && target.matches(':focus-visible')) go(active ?? { row: 0, col: 0 })
        }}
      >
        <div className="sheet-row sheet-head" role="row" aria-rowindex={1}>
          {heads.map((title, i) => (
            <div key={title} role="columnheader" aria-colindex={i + 1}>
              {title}
            </div>
          ))}
        </div>
        {count === 0 && <div className="empty">{empty}</div>}
        <div role="rowgroup" style={{ height: count * rowHeight, position: 'relative' }}>
          {drawn.map((at) => {
            const row = rowAt(at)
            return (
              <SheetRow
                key={row ? rows.keyOf(row) : `empty ${at}`}
                at={at}
                top={at * rowHeight}
                row={row}
                number={row && rows.numberOf ? rows.numberOf(row) : at + 1}
                columns={columns}
                stateOf={stateOf}
                lead={lead}
                trail={trail}
                popover={popover}
                isOneCell={!anchor}
                active={active?.row === at ? active.col : undefined}
                typing={active?.row === at ? typing : undefined}
                isSelected={(col) => filled !== undefined && isInRange(filled, at, col)}
                corner={range?.bottom === at ? range.right : undefined}
                onType={(text) => setTyping({ byKey: true, ...typing, text })}
                onCommit={() => commit()}
                onCancel={() => setTyping(undefined)}
                onDone={(down, on) => active && commit({ row: active.row + down, col: active.col + on })}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}
