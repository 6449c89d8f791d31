import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { cellsOf } from './cells.ts'
import { pastedBlock, textOf } from './clipboard.ts'
import type { Column, Row } from './columns.ts'
import type { EditState, SheetEdits } from './edits.ts'
import './grid.css'
import { jumped, moved, type CellPlace } from './keys.ts'
import { isIn, type Range, rangeOf } from './selection.ts'
import { SheetLine } from './SheetLine.tsx'
import { SheetRow } from './SheetRow.tsx'
import type { Typing } from './suggestions.ts'

const rowHeight = 30
const numberWidth = 48
// Sets the rows drawn above and below the visible ones, so that quick scrolling shows no gaps.
const spare = 8

type Props = {
  label: string
  rowKey: string
  columns: readonly Column[]
  /** Holds the rows read so far, of `count`. */
  rows: readonly Row[]
  count: number
  edits: SheetEdits
  state: EditState
  onUndo: () => void
}

/**
 * Draws records as a spreadsheet: keys move through cells, type, copy, paste, fill and clear; only visible rows are drawn.
 * Changes go to `edits`, which save them.
 */
export function Sheet({ label, rowKey, columns, rows, count, edits, state, onUndo }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const [active, setActive] = useState<CellPlace>()
  const [anchor, setAnchor] = useState<CellPlace>()
  const [typing, setShown] = useState<Typing>()
  const [filledTo, setFilledTo] = useState<number>()
  const held = useRef<'select' | 'fill'>(undefined)
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

  const range = active && rangeOf(anchor ?? active, active)
  const filled = range && filledTo !== undefined && filledTo > range.bottom ? { ...range, bottom: filledTo } : range
  const inSight = ({ row, col }: CellPlace) => {
    const view = box.current
    if (!view) return
    const at = row * rowHeight
    if (at < view.scrollTop) view.scrollTop = at
    else if (at + 2 * rowHeight > view.scrollTop + view.clientHeight) view.scrollTop = at + 2 * rowHeight - view.clientHeight
    // Keeps number and name in place.
    const still = numberWidth + (columns[0]?.width ?? 0)
    const left = numberWidth + columns.slice(0, col).reduce((sum, { width }) => sum + width, 0)
    const right = left + (columns[col]?.width ?? 0)
    if (col > 0 && left - still < view.scrollLeft) view.scrollLeft = left - still
    else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = right - view.clientWidth
  }
  const go = (next: CellPlace, extend = false) => {
    const within = (at: number, length: number) => Math.max(0, Math.min(length - 1, at))
    const place = { row: within(next.row, count), col: within(next.col, columns.length) }
    setAnchor(extend ? (anchor ?? active) : undefined)
    setActive(place)
    setTyping(undefined)
    inSight(place)
  }

  const cells = cellsOf({ rows, columns, count, rowKey, edits, state })
  const commit = (next?: CellPlace) => {
    const typed = written.current
    const text = typed?.text.trim() ?? ''
    // Ignores the empty field of a masked value: left empty, it says nothing about the value.
    const saysNothing = typed?.text === typed?.from || (text === '' && active && columns[active.col]?.masked)
    if (active && !saysNothing) cells.write([{ place: active, text }])
    setTyping(undefined)
    if (next) go(next)
  }
  const select = ({ top: row, left, bottom, right }: Range) => {
    setAnchor({ row, col: left })
    setActive({ row: bottom, col: right })
  }

  // oxlint-disable-next-line complexity -- one branch for each key, in their order
  const press = (event: KeyboardEvent) => {
    if (!active || !range || typing !== undefined || event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const step = isCommand ? jumped(key, active, count, columns.length) : moved(event, active, columns.length)
    if (step) go(step, shiftKey && key !== 'Tab')
    else if (key === 'Enter') go({ row: active.row + (shiftKey ? -1 : 1), col: active.col })
    else if (key === 'F2') startTyping(active)
    else if (key === 'Delete' || key === 'Backspace') cells.clear(range)
    else if (key === 'Escape' && anchor) setAnchor(undefined)
    else if (isCommand && key.toLowerCase() === 'd') cells.fillDown(range)
    else if (isCommand && key.toLowerCase() === 'z' && !shiftKey) {
      // Ignores a held key, which would ask for more steps than anybody meant.
      if (!event.repeat) onUndo()
    } else if (isCommand && key.toLowerCase() === 'a') select({ top: 0, left: 0, bottom: count - 1, right: columns.length - 1 })
    else return
    event.preventDefault()
  }
  const startTyping = (place: CellPlace) => {
    const column = columns[place.col]
    if (!column || column.readOnly || !rows[place.row]) return
    const from = column.masked ? '' : cells.textAt(place)
    setTyping({ text: from, byKey: false, from })
  }
  const copy = (event: ClipboardEvent) => {
    if (typing !== undefined || !range) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', textOf(cells.copy(range)))
  }
  const paste = (event: ClipboardEvent) => {
    if (typing !== undefined || !range) return
    event.preventDefault()
    const pasted = cells.paste(pastedBlock(event.clipboardData), range)
    if (pasted) select(pasted)
  }

  const grab = (event: MouseEvent) => {
    const place = placeOf(event)
    const target = event.target as HTMLElement
    if (event.button !== 0 || target.closest('.sheet-choices')) return
    if (target.closest('.sheet-handle')) {
      held.current = 'fill'
      event.preventDefault()
    } else if (place && !(typing && place.row === active?.row && place.col === active.col)) {
      // Leaves the focus to the field of the cell.
      event.preventDefault()
      commit()
      held.current = 'select'
      go(place, event.shiftKey && active !== undefined)
      if (active && place.row === active.row && place.col === active.col) focusCell(box.current)
    }
  }
  const drag = (event: MouseEvent) => {
    const place = placeOf(event)
    if (!held.current || !place || !active || event.buttons === 0) return
    if (held.current === 'fill') setFilledTo(place.row)
    else if (place.row !== active.row || place.col !== active.col) go(place, true)
  }
  const release = () => {
    if (held.current === 'fill' && range && filled && filled.bottom > range.bottom) {
      cells.fill(range, filled.bottom)
      select(filled)
    }
    held.current = undefined
    setFilledTo(undefined)
  }

  const from = Math.max(0, Math.floor(top / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
  // Draws the cell with the cursor always: keys arrive there.
  if (active && active.row < count && (active.row < from || active.row >= to)) shown.push(active.row)
  const template = `${numberWidth}px ${columns.map(({ width }) => `${width}px`).join(' ')}`
  return (
    <>
      <SheetLine
        row={active && rows[active.row]}
        column={active && columns[active.col]}
        rowKey={rowKey}
        edits={edits}
        state={state}
      />
      <div
        ref={box}
        className="sheet"
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        tabIndex={active ? -1 : 0}
        style={{ '--columns': template } as CSSProperties}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={press}
        onCopy={copy}
        onCut={(event) => {
          copy(event)
          if (typing === undefined && range) cells.clear(range)
        }}
        onPaste={paste}
        onMouseDown={grab}
        onMouseMove={drag}
        onMouseUp={release}
        onMouseLeave={release}
        onDoubleClick={(event) => {
          const place = placeOf(event)
          if (place && typing === undefined) startTyping(place)
        }}
        onFocus={({ target, currentTarget }) => {
          // Starts at the cursor by keyboard alone: a click chooses its own cell.
          if (target === currentTarget && target.matches(':focus-visible')) go(active ?? { row: 0, col: 0 })
        }}
      >
        <div className="sheet-row sheet-head" role="row" aria-rowindex={1}>
          {['行', ...columns.map(({ title, required }) => (required ? `${title} ★` : title))].map((title, i) => (
            <div key={title} role="columnheader" aria-colindex={i + 1}>
              {title}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: count * rowHeight, position: 'relative' }}>
          {shown.map((at) => {
            const row = rows[at]
            return (
              <SheetRow
                key={row ? String(row[rowKey]) : `empty ${at}`}
                at={at}
                top={at * rowHeight}
                row={row}
                columns={columns}
                edit={row && state.rows.get(String(row[rowKey]))}
                active={active?.row === at ? active.col : undefined}
                typing={active?.row === at ? typing : undefined}
                isSelected={(col) => filled !== undefined && isIn(filled, at, col)}
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

const focusCell = (box: HTMLElement | null) => box?.querySelector<HTMLElement>('.sheet-field')?.focus({ preventScroll: true })

function placeOf({ target }: MouseEvent): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : undefined
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset['row']), col: Number(cell.dataset['col']) } : undefined
}
