import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Right } from '#contract/access.ts'
import { matrixColumns, type MatrixPlace, placeAfter, matrixRows, type MatrixProps } from './rightsMatrix.web.ts'
import './rightsMatrix.css'
import { RightsMatrixList } from './RightsMatrixList.tsx'
import { RightsMatrixRow } from './RightsMatrixRow.tsx'
import { Tick } from './Tick.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { usePrinting } from '#web/print/printing.ts'

const none: ReadonlySet<Right> = new Set()
const placeKey = ({ row, column }: MatrixPlace) => `${row}/${column}`

/** Draws modules by actions: rights are ticked cell by cell, or a row, a column, a branch at a time; on paper as they are. */
export function RightsMatrix(props: MatrixProps) {
  const narrow = useNarrow()
  const isPrinting = usePrinting()
  if (isPrinting) return <Grid {...props} onToggle={undefined} />
  return narrow ? <RightsMatrixList {...props} /> : <Grid {...props} />
}

function Grid({ label, modules, granted, changed = none, onToggle, markOf }: MatrixProps) {
  const rows = useMemo(() => matrixRows(modules), [modules])
  const columns = useMemo(() => matrixColumns(rows), [rows])
  const [active, setActive] = useState<MatrixPlace>({ row: 0, column: -1 })
  const table = useRef<HTMLTableElement>(null)
  const hasTicks = onToggle !== undefined && !markOf
  const rightAt = ({ row, column }: MatrixPlace): Right | undefined => {
    const [line, action] = [rows[row], columns[column]]
    return line && action && line.own.has(action.pwrNo) ? `${line.mdlCode}:${action.pwrNo}` : undefined
  }
  const columnRights = (column: number) => rows.flatMap((_, row) => rightAt({ row, column }) ?? [])
  const isThere = (place: MatrixPlace) =>
    place.row < 0 || place.column < 0
      ? hasTicks && (place.row >= 0 || place.column >= 0) && rows[place.row]?.branch.length !== 0
      : rightAt(place) !== undefined
  // Finds the one cell that Tab leads to; a vanished one gives way to the first.
  const first = rows.findIndex((_, row) => columns.some((__, column) => isThere({ row, column })))
  const stop = isThere(active)
    ? active
    : { row: first, column: columns.findIndex((_, column) => isThere({ row: first, column })) }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.shiftKey && hasTicks && active.row >= 0) {
      event.preventDefault()
      onToggle(rows[active.row]?.branch ?? [])
      return
    }
    const grid = { isThere, rows: rows.length, columns: columns.length }
    const to = placeAfter(event.key, active, grid, event.ctrlKey || event.metaKey)
    if (!to) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-place="${placeKey(to)}"]`)?.focus()
  }
  const onFocus = (event: React.FocusEvent<HTMLElement>) => {
    const [row, column] = (event.target.dataset.place ?? '').split('/').map(Number)
    if (row !== undefined && column !== undefined) setActive({ row, column })
  }
  return (
    <div className="matrix">
      <table ref={table} role="grid" aria-label={label} aria-readonly={!onToggle} onKeyDown={onKeyDown} onFocus={onFocus}>
        <thead>
          <tr role="row">
            <th role="columnheader" className="matrix-name">
              模块
            </th>
            {columns.map(({ pwrNo, name }, column) => (
              <th key={pwrNo} role="columnheader">
                <span>{name}</span>
                {hasTicks && (
                  <Tick
                    rights={columnRights(column)}
                    granted={granted}
                    label={`所有模块的${name}`}
                    place={placeKey({ row: -1, column })}
                    isStop={stop.row === -1 && stop.column === column}
                    onToggle={onToggle}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <RightsMatrixRow
              key={row.mdlCode}
              row={row}
              index={i}
              columns={columns}
              held={row.branch.filter((right) => granted.has(right)).join()}
              changed={row.branch.filter((right) => changed.has(right)).join()}
              stop={stop.row === i ? stop.column : undefined}
              onToggle={onToggle}
              markOf={markOf}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
