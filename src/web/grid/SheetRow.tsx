import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { SheetField } from './SheetField.tsx'
import type { Typing } from './suggestions.ts'
import type { CellState, SheetColumn, SideColumn } from './sheetModel.ts'

type Props<R, C extends SheetColumn<R>> = {
  at: number
  top: number
  /** Holds the row; undefined until it has come. */
  row: R | undefined
  number: number
  columns: readonly C[]
  stateOf: (row: R, column: C) => CellState
  lead: SideColumn<R> | undefined
  trail: SideColumn<R> | undefined
  /** Draws what floats below the cell with the cursor. */
  popover: ((row: R, column: C) => ReactNode) | undefined
  /** Tells that no range of cells is chosen. */
  isOneCell: boolean
  active: number | undefined
  typing: Typing | undefined
  isSelected: (col: number) => boolean
  /** Names the column whose cell has the fill handle. */
  corner: number | undefined
  onType: (text: string) => void
  onCommit: () => void
  onCancel: () => void
  /** Ends typing, and goes so many rows down and columns on. */
  onDone: (down: number, on: number) => void
}

/** Draws one row of a sheet. */
export function SheetRow<R, C extends SheetColumn<R>>(props: Props<R, C>) {
  const {
    at,
    top,
    row,
    number,
    columns,
    stateOf,
    lead,
    trail,
    popover,
    isOneCell,
    active,
    typing,
    isSelected,
    corner,
    ...field
  } = props
  if (!row)
    return (
      <div className="sheet-row" role="row" aria-rowindex={at + 2} style={{ top }}>
        <div role="rowheader" className="sheet-no">
          {number}
        </div>
        <div role="gridcell" className="grey">
          …
        </div>
      </div>
    )
  const [first] = columns
  const name = first ? first.textOf(row) : ''
  const cellsFrom = lead ? 3 : 2
  return (
    <div className="sheet-row" role="row" aria-rowindex={at + 2} data-row={at} style={{ top }}>
      <div role="rowheader" className="sheet-no" aria-colindex={1}>
        {number}
      </div>
      {lead && (
        <div role="gridcell" aria-colindex={2}>
          {lead.draw(row)}
        </div>
      )}
      {/* oxlint-disable-next-line complexity -- a cell is drawn in place: a component for each of thousands costs a frame */}
      {columns.map((column, col) => {
        const { text = column.textOf(row), error, note, locked, marks = [] } = stateOf(row, column)
        const isActive = active === col
        const fixed = column.readOnly ?? locked
        const kinds = [
          column.readOnly && 'locked',
          error !== undefined && 'bad',
          ...marks,
          isSelected(col) && 'selected',
          isActive && 'active',
        ]
        const told = error ?? note ?? fixed
        const float = isActive && isOneCell && typing === undefined && popover?.(row, column)
        const cell = (
          <div
            key={column.field}
            role="gridcell"
            aria-colindex={col + cellsFrom}
            aria-selected={isSelected(col)}
            aria-readonly={fixed !== undefined}
            {...(error !== undefined && { 'aria-invalid': true })}
            title={told ?? (text || undefined)}
            className={['sheet-cell', ...kinds.filter(Boolean)].join(' ')}
            data-col={col}
          >
            {(!isActive || typing === undefined) && <span className="sheet-text">{text}</span>}
            {isActive && (
              <SheetField
                {...field}
                key={column.field}
                column={column}
                isFixed={fixed !== undefined}
                typing={typing}
                label={[name, column.title, text || '空', told].filter(Boolean).join('，')}
              />
            )}
            {corner === col && typing === undefined && <span className="sheet-handle" />}
          </div>
        )
        // Wraps the cell with the cursor also where nothing floats: its field must stay while something is composed in it.
        if (!isActive || !popover) return cell
        return (
          <Popover
            key={column.field}
            open={Boolean(float)}
            placement="bottomLeft"
            getPopupContainer={(inner) => inner.closest('main') ?? document.body}
            content={float}
          >
            {cell}
          </Popover>
        )
      })}
      {trail && (
        // Leaves the focus where it is: a row that goes would take it along.
        <div
          role="gridcell"
          className="sheet-trail"
          aria-colindex={columns.length + cellsFrom}
          onMouseDown={(event) => event.preventDefault()}
        >
          {trail.draw(row)}
        </div>
      )}
    </div>
  )
}
