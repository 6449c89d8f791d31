import type { Column, Row } from './columns.ts'
import { isBad, type RowEdit } from './edits.ts'
import { SheetField } from './SheetField.tsx'
import type { Typing } from './suggestions.ts'

type Props = {
  at: number
  top: number
  /** Holds the row; undefined until it has come. */
  row: Row | undefined
  columns: readonly Column[]
  edit: RowEdit | undefined
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

/** Draws one record of a sheet. */
export function SheetRow({ at, top, row, columns, edit, active, typing, isSelected, corner, ...field }: Props) {
  if (!row)
    return (
      <div className="sheet-row" role="row" aria-rowindex={at + 2} style={{ top }}>
        <div role="rowheader" className="sheet-no">
          {at + 1}
        </div>
        <div role="gridcell" className="grey">
          …
        </div>
      </div>
    )
  const [first] = columns
  const name = first ? first.textOf(row) : ''
  return (
    <div className="sheet-row" role="row" aria-rowindex={at + 2} data-row={at} style={{ top }}>
      <div role="rowheader" className="sheet-no" aria-colindex={1}>
        {at + 1}
      </div>
      {/* oxlint-disable-next-line complexity -- a cell is drawn in place: a component for each of thousands costs a frame */}
      {columns.map((column, col) => {
        const cell = edit?.cells[column.field]
        const text = cell?.text ?? column.textOf(row)
        const isActive = active === col
        const bad = cell && isBad(cell)
        const kinds = [
          column.readOnly && 'locked',
          cell && (bad ? 'bad' : cell.state === 'stuck' ? 'unsaved' : 'saving'),
          isSelected(col) && 'selected',
          isActive && 'active',
        ]
        const told = bad ? cell.error : cell?.state === 'stuck' ? '未保存' : undefined
        return (
          <div
            key={column.field}
            role="gridcell"
            aria-colindex={col + 2}
            aria-selected={isSelected(col)}
            aria-readonly={column.readOnly !== undefined}
            {...(bad && { 'aria-invalid': true })}
            title={told ?? column.readOnly ?? (text || undefined)}
            className={['sheet-cell', ...kinds.filter(Boolean)].join(' ')}
            data-col={col}
          >
            {(!isActive || typing === undefined) && <span className="sheet-text">{text}</span>}
            {isActive && (
              <SheetField
                {...field}
                key={column.field}
                column={column}
                typing={typing}
                label={[name, column.title, text || '空', told ?? column.readOnly].filter(Boolean).join('，')}
              />
            )}
            {corner === col && typing === undefined && <span className="sheet-handle" />}
          </div>
        )
      })}
    </div>
  )
}
