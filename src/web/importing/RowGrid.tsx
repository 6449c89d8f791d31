import { useQueries } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ImportBatch, ImportRow } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { query } from '#web/api/api.ts'
import type { Repair } from './RepeatedErrors.tsx'
import { GridRow } from './GridRow.tsx'
import { pastedBlock } from '#web/grid/clipboard.ts'
import { moved, type CellPlace } from '#web/grid/keys.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import './importing.css'

const rowHeight = 34
const pageSize = 200
// Sets the rows drawn above and below the visible ones, so that quick scrolling shows no gaps.
const spare = 8
const widths: Record<string, number> = { idNo: 184, sex: 72, brth: 116, orgName: 160, roleName: 160, rem: 200 }

type Cells = { rowNo: number; fld: string; val: string }[]

type Props = {
  batch: ImportBatch
  /** Names the outcome whose rows are shown; all without one. */
  act: ImportRow['act'] | undefined
  count: number
  empty: string
  onEdit: (cells: Cells) => Promise<unknown>
  onRepair: (repair: Repair) => void
  onOut: (rowNo: number, out: '0' | '1') => void
}

/**
 * Draws rows of a batch as a sheet: reads and draws only the visible ones; cells are moved through, edited and pasted into by
 * keys.
 */
export function RowGrid({ batch, act, count, empty, onEdit, onRepair, onOut }: Props) {
  const narrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const [place, setPlace] = useState<CellPlace>()
  const [editing, setText] = useState<string>()
  // Prevents that a cell loses its text a second time when it goes away.
  const written = useRef<string>(undefined)
  const setEditing = (text: string | undefined) => {
    written.current = text
    setText(text)
  }
  const [pending, setPending] = useState<Cells>([])
  const columns = batch.columns.filter(({ at, required }) => at !== null || required)
  const from = Math.max(0, Math.floor(top / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  const pages = pagesOf(from, to)
  const results = useQueries({
    queries: pages.map((page) => ({
      ...query(imp.getrows, { batchNo: batch.batchNo, act, pageIndex: page + 1, pageSize }),
      placeholderData: (before?: ImportRow[]) => before,
    })),
  })
  const rowAt = (row: number) => results[pages.indexOf(Math.floor(row / pageSize))]?.data?.[row % pageSize]
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height))
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  const go = (next: CellPlace) => {
    const row = Math.max(0, Math.min(count - 1, next.row))
    setPlace({ row, col: Math.max(0, Math.min(columns.length - 1, next.col)) })
    setEditing(undefined)
    const at = row * rowHeight
    const view = box.current
    if (!view) return
    if (at < view.scrollTop) view.scrollTop = at
    else if (at + 2 * rowHeight > view.scrollTop + height) view.scrollTop = at + 2 * rowHeight - height
  }
  const change = async (cells: Cells) => {
    setPending(cells)
    await onEdit(cells).catch(() => {})
    setPending([])
  }
  const commit = (step = place) => {
    const text = written.current?.trim()
    const { row, fld } = here()
    if (text !== undefined && row && fld && text !== (row.vals[fld] ?? '')) void change([{ rowNo: row.rowNo, fld, val: text }])
    if (step) go(step)
  }
  const here = () => ({ row: place && rowAt(place.row), fld: place && columns[place.col]?.fld })
  const nextError = ({ row: from, col: after }: CellPlace) => {
    for (let row = from; row < to; row++) {
      const errs = rowAt(row)?.errs ?? []
      const col = columns.findIndex(({ fld }, at) => (row > from || at > after) && errs.some((one) => one.fld === fld))
      if (col >= 0) return go({ row, col })
    }
    if (to < count) go({ row: to, col: 0 })
  }
  const press = (event: KeyboardEvent) => {
    if (!place || editing !== undefined || event.nativeEvent.isComposing) return
    const step = moved(event, place, columns.length)
    const { row, fld } = here()
    if (step) go(step)
    else if (event.key === 'F8') nextError(place)
    else if (!row || !fld || row.act === 'out') return
    else if (event.key === 'Enter' || event.key === 'F2') setEditing(row.vals[fld] ?? '')
    else if (event.key === 'Delete' || event.key === 'Backspace') void change([{ rowNo: row.rowNo, fld, val: '' }])
    else return
    event.preventDefault()
  }
  const copy = (event: ClipboardEvent) => {
    const { row, fld } = here()
    if (editing !== undefined || !row || !fld) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', row.vals[fld] ?? '')
  }
  const paste = (event: ClipboardEvent) => {
    if (editing !== undefined || !place) return
    event.preventDefault()
    const cells = pastedBlock(event.clipboardData).flatMap((line, i) =>
      line.flatMap((val, j) => {
        const [row, column] = [rowAt(place.row + i), columns[place.col + j]]
        return row && column ? [{ rowNo: row.rowNo, fld: column.fld, val }] : []
      }),
    )
    if (cells.length > 0) void change(cells)
  }
  const lead = narrow ? '48px 60px' : '56px 64px'
  const template = `${lead} ${columns.map(({ fld }) => `${widths[fld] ?? 120}px`).join(' ')} 72px`
  const pendingOf = (rowNo: number) =>
    Object.fromEntries(pending.filter((one) => one.rowNo === rowNo).map(({ fld, val }) => [fld, val]))
  return (
    <div
      ref={box}
      className="row-grid"
      role="grid"
      aria-label="导入的行"
      aria-rowcount={count}
      tabIndex={place ? -1 : 0}
      style={{ '--columns': template } as React.CSSProperties}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={press}
      onCopy={copy}
      onPaste={paste}
      onFocus={({ target, currentTarget }) => {
        // Starts at the cursor by keyboard alone: a click chooses its own cell.
        if (target === currentTarget && target.matches(':focus-visible')) go(place ?? { row: 0, col: 0 })
      }}
    >
      <div className="row-grid-line row-grid-head" role="row">
        {['行', '结果', ...columns.map(({ title, required }) => (required ? `${title} ★` : title)), '操作'].map((title) => (
          <div key={title} role="columnheader">
            {title}
          </div>
        ))}
      </div>
      {count === 0 && <div className="empty">{empty}</div>}
      <div style={{ height: count * rowHeight, position: 'relative' }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((at) => (
          <GridRow
            key={rowAt(at)?.rowNo ?? `empty ${at}`}
            top={at * rowHeight}
            row={rowAt(at)}
            pending={pendingOf(rowAt(at)?.rowNo ?? 0)}
            columns={columns}
            active={place?.row === at ? place.col : undefined}
            editing={place?.row === at ? editing : undefined}
            onPick={(col, edit) => {
              go({ row: at, col })
              if (edit !== undefined) setEditing(edit)
            }}
            onType={setEditing}
            onCommit={commit}
            onCancel={() => setEditing(undefined)}
            onDone={(down, on) => commit({ row: at + down, col: (place?.col ?? 0) + on })}
            onChange={(rowNo, fld, val) => void change([{ rowNo, fld, val }])}
            onRepair={onRepair}
            onOut={onOut}
          />
        ))}
      </div>
    </div>
  )
}

const pagesOf = (from: number, to: number) => {
  const [first, last] = [Math.floor(from / pageSize), Math.floor(Math.max(from, to - 1) / pageSize)]
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
