import { Button, Popover } from 'antd'
import type { KeyboardEvent } from 'react'
import type { CellError, ImportBatch, ImportRow } from '#contract/importing.ts'
import type { Repair } from './RepeatedErrors.tsx'
import { outcomeNames } from './outcomeNames.ts'
import './importing.css'

const tones = { add: 'ok', upd: 'run', same: 'off', skip: 'bad', out: 'off' } as const

type Props = {
  top: number
  /** Holds the row; undefined until it has come. */
  row: ImportRow | undefined
  /** Holds what was just typed and is not checked yet, by field. */
  pending: Record<string, string>
  columns: ImportBatch['columns']
  active: number | undefined
  editing: string | undefined
  onPick: (col: number, edit?: string) => void
  onType: (text: string) => void
  onCommit: () => void
  /** Ends typing, and goes so many rows down and columns on. */
  onDone: (down: number, on: number) => void
  onCancel: () => void
  onChange: (rowNo: number, fld: string, val: string) => void
  onRepair: (repair: Repair) => void
  onOut: (rowNo: number, out: '0' | '1') => void
}

/** Draws one row of the sheet. */
export function GridRow(props: Props) {
  const { top, row, pending, columns, active, editing, onPick, onChange, onRepair, onOut } = props
  if (!row) return <div className="row-grid-line row-grid-wait" role="row" style={{ top }} />
  const isOut = row.act === 'out'
  return (
    <div className={`row-grid-line ${isOut ? 'row-grid-out' : ''}`} role="row" style={{ top }} aria-rowindex={row.rowNo}>
      <div role="rowheader" className="row-grid-no">
        {row.rowNo}
      </div>
      <div role="gridcell">
        <span className={`tag ${tones[row.act]}`}>{outcomeNames[row.act]}</span>
      </div>
      {columns.map(({ fld, title }, col) => {
        const error = row.errs.find((one) => one.fld === fld)
        const remark = row.wrns.find((one) => one.fld === fld)
        const text = pending[fld] ?? row.vals[fld] ?? ''
        const isActive = active === col
        const state = [error && 'bad', remark && 'doubtful', row.chg.includes(fld) && 'changed', isActive && 'active']
        const cell = (
          <div
            key={fld}
            role="gridcell"
            aria-selected={isActive}
            aria-invalid={error !== undefined}
            title={error?.msg ?? remark?.msg ?? text}
            className={['row-grid-cell', ...state.filter(Boolean)].join(' ')}
            onClick={() => onPick(col)}
            onDoubleClick={() => !isOut && onPick(col, text)}
          >
            {isActive && !isOut && <Typing {...props} label={title} />}
            {(!isActive || editing === undefined) && text}
          </div>
        )
        return error && isActive && editing === undefined ? (
          <Popover
            key={fld}
            open
            placement="bottomLeft"
            getPopupContainer={(cell) => cell.closest('main') ?? document.body}
            content={
              <Mend
                error={error}
                text={text}
                onMend={(val) => onChange(row.rowNo, fld, val)}
                onKeep={() => onRepair({ fld, code: error.code, how: 'keep', rowNo: row.rowNo })}
              />
            }
          >
            {cell}
          </Popover>
        ) : (
          cell
        )
      })}
      <div role="gridcell" className="row-grid-act">
        <Button type="link" size="small" onClick={() => onOut(row.rowNo, isOut ? '0' : '1')}>
          {isOut ? '恢复' : '排除'}
        </Button>
      </div>
    </div>
  )
}

/**
 * Receives the keys of the selected cell: invisible until something is typed, so that an input method (which wants a field from
 * its first key on) works as everywhere.
 */
function Typing({ label, editing, onType, onCommit, onDone, onCancel }: Props & { label: string }) {
  const press = (event: KeyboardEvent) => {
    if (editing === undefined || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter') onDone(1, 0)
    else if (event.key === 'Tab') onDone(0, event.shiftKey ? -1 : 1)
    else return event.stopPropagation()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      autoFocus
      aria-label={label}
      className={editing === undefined ? 'row-grid-keys' : ''}
      value={editing ?? ''}
      maxLength={1000}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={press}
      onBlur={() => editing !== undefined && onCommit()}
    />
  )
}

type MendProps = { error: CellError; text: string; onMend: (val: string) => void; onKeep: () => void }

/** Draws why a cell is refused, and what may be meant. */
function Mend({ error: { msg, sgst, mayKeep }, text, onMend, onKeep }: MendProps) {
  return (
    <div className="mend">
      <div>{msg}</div>
      {sgst.map(({ val, why }) => (
        <div key={val} className="mend-way">
          <Button size="small" onClick={() => onMend(val)}>
            改为 {val}
          </Button>
          <span className="grey">{why}</span>
        </div>
      ))}
      {mayKeep && (
        <Button size="small" onClick={onKeep}>
          照原样写入 {text}
        </Button>
      )}
    </div>
  )
}
