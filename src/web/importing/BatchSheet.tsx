import { Button } from 'antd'
import { useState } from 'react'
import type { ImportBatch, ImportRow } from '#contract/importing.ts'
import { Sheet } from '#web/grid/Sheet.tsx'
import type { CellChange, CellState, SheetColumn } from '#web/grid/sheetModel.ts'
import { ErrorHints } from './ErrorHints.tsx'
import { outcomeNames } from './outcomeNames.ts'
import type { Repair } from './RepeatedErrors.tsx'
import { useBatchRows } from './useBatchRows.ts'
import './importing.css'

const widths: Record<string, number> = { idNo: 184, sex: 72, brth: 116, orgName: 160, roleName: 160, rem: 200 }
const tones = { add: 'ok', upd: 'run', same: 'off', skip: 'bad', out: 'off' } as const
// Limits the cells of one change, as the call does.
const mostCells = 5000

type Column = SheetColumn<ImportRow>
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

/** Draws the rows of a batch as a sheet, each with its outcome, what is wrong with its cells, and a button that leaves it out. */
export function BatchSheet({ batch, act, count, empty, onEdit, onRepair, onOut }: Props) {
  const rows = useBatchRows(batch.batchNo, act, count)
  // Holds the texts of each change that is not answered yet.
  const [pending, setPending] = useState<readonly ReadonlyMap<string, string>[]>([])
  const columns = batch.columns
    .filter(({ at, required }) => at !== null || required)
    .map(({ fld, title, required }): Column => {
      const textOf = ({ vals }: ImportRow) => vals[fld] ?? ''
      return { field: fld, title, width: widths[fld] ?? 120, required, clearable: true, textOf }
    })
  const stateOf = (row: ImportRow, { field }: Column): CellState => {
    const isOut = row.act === 'out'
    const key = keyOf(row.rowNo, field)
    const own = pending.findLast((texts) => texts.has(key))
    const isChanged = row.chg.includes(field)
    const remark = row.wrns.find(({ fld }) => fld === field)?.msg
    const marks = { saving: own, doubtful: remark, changed: isChanged, struck: isOut }
    return {
      text: own?.get(key),
      error: row.errs.find(({ fld }) => fld === field)?.msg,
      note: remark,
      locked: isOut ? '已排除的行不能修改' : undefined,
      marks: Object.entries(marks).flatMap(([mark, isSo]) => (isSo ? [mark] : [])),
    }
  }
  const change = async (cells: Cells) => {
    if (cells.length === 0) return
    const texts = new Map(cells.map(({ rowNo, fld, val }) => [keyOf(rowNo, fld), val]))
    setPending((before) => [...before, texts])
    // Leaves the refusal to the notice of the call.
    await onEdit(cells).catch(() => {})
    setPending((before) => before.filter((one) => one !== texts))
  }
  const write = (changes: readonly CellChange<ImportRow, Column>[]) => {
    const changed = changes.filter(({ row, column, text }) => text !== (stateOf(row, column).text ?? column.textOf(row)))
    void change(changed.map(({ row: { rowNo }, column: { field }, text }) => ({ rowNo, fld: field, val: text })))
  }
  return (
    <div className="batch-sheet">
      <Sheet
        label="导入的行"
        rows={rows}
        columns={columns}
        stateOf={stateOf}
        write={write}
        limit={mostCells}
        empty={empty}
        lead={{
          title: '结果',
          width: 64,
          draw: ({ act: outcome }) => <span className={`tag ${tones[outcome]}`}>{outcomeNames[outcome]}</span>,
        }}
        trail={{
          title: '操作',
          width: 72,
          draw: ({ rowNo, act: outcome }) => (
            <Button type="link" size="small" onClick={() => onOut(rowNo, outcome === 'out' ? '0' : '1')}>
              {outcome === 'out' ? '恢复' : '排除'}
            </Button>
          ),
        }}
        popover={(row, column) => {
          const error = row.errs.find(({ fld }) => fld === column.field)
          return (
            error && (
              <ErrorHints
                error={error}
                text={column.textOf(row)}
                onMend={(val) => void change([{ rowNo: row.rowNo, fld: column.field, val }])}
                onKeep={() => onRepair({ fld: column.field, code: error.code, how: 'keep', rowNo: row.rowNo })}
              />
            )
          )
        }}
      />
    </div>
  )
}

const keyOf = (rowNo: number, fld: string) => `${rowNo} ${fld}`
