import { type MouseEvent, useCallback, useMemo, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { Cards, NoCards } from './Cards.tsx'
import { isActions } from './columns/columnChoice.ts'
import { useFilledColumns } from './columns/useFilledColumns.ts'
import { type Beside, fittingColumns, sheetWidths, widened, widthOf } from './columns/fittingColumns.ts'
import type { DataTableProps, ListColumn } from './dataTable.types.ts'
import { usePrinting } from '#web/print/printing.ts'
import { PaperTable } from './print/PaperTable.tsx'
import { PlainTable } from './table/PlainTable.tsx'
import { useRoom } from './useRoom.ts'

/**
 * Draws rows as a table, disabled ones greyed; on a phone as cards: the first named column, the facts, the state, the actions.
 */
export function DataTable<Row extends object>({
  columns: all,
  rowClassName,
  onRow,
  offState = Status.disabled,
  room: known,
  allRows,
  isPrintedApart = false,
  ...given
}: DataTableProps<Row>) {
  const isOff = useCallback((row: Row) => (row as { stt?: string }).stt === offState, [offState])
  const narrow = useNarrow()
  const [measured, box] = useRoom()
  const room = known ?? measured
  const isOnPaper = usePrinting() && !isPrintedApart
  const { rows } = given
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const filled = useFilledColumns(all, rows)
  const inUse = useMemo(() => filled.filter(({ isIdle }) => !(isIdle && rows.length > 0 && rows.every(isIdle))), [filled, rows])
  const [ticks, details] = [Boolean(given.ticks), Boolean(given.details)]
  const columns = useMemo(
    () => (narrow ? inUse : fitted(inUse, room, { ticks, details })).map((column) => apart(column, isOff)),
    [inUse, narrow, room, ticks, details, isOff],
  )
  const table = {
    ...given,
    columns,
    rowClassName: (row: Row) => [isOff(row) && 'row-disabled', rowClassName?.(row)].filter(Boolean).join(' '),
    onRow: (row: Row) => ({ ...onRow?.(row), ...(isOff(row) && { 'aria-disabled': true }) }),
  }
  if (isOnPaper && rows.length > 0)
    return (
      <PaperTable
        columns={narrow ? fittingColumns(inUse, sheetWidths.across, {}) : columns}
        rows={allRows ?? rows}
        rowKey={given.rowKey}
      />
    )
  if (narrow && rows.length > 0) return <Cards {...table} />
  if (narrow) return <NoCards isLoading={given.isLoading} empty={given.empty} />
  return <div ref={box}>{room > 0 && <PlainTable<Row> {...table} unfolded={unfolded} onUnfold={setUnfolded} />}</div>
}

const fitted = <Row,>(columns: readonly ListColumn<Row>[], room: number, beside: Beside) =>
  widened(fittingColumns(columns, room, beside), room, beside)

type IsOff<Row> = (row: Row) => boolean

// Keeps boxes, links and buttons of a disabled row in use: in the cells that stay visible.
const acting = <Row,>(isOff: IsOff<Row>, row: Row) => (isOff(row) ? { 'aria-disabled': false } : {})

// Keeps actions on a row from picking the row; clicks in a menu come through here as well.
const stop = (event: MouseEvent) => event.stopPropagation()

function apart<Row>(column: ListColumn<Row>, isOff: IsOff<Row>): ListColumn<Row> {
  const onCell: typeof column.onCell = (row, at) => ({
    ...column.onCell?.(row, at),
    ...((isActions(column) || column.fixed) && acting(isOff, row)),
    ...(isActions(column) && { onClick: stop }),
  })
  return { ...column, onCell, width: widthOf(column) }
}
