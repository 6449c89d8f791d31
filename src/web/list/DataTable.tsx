import { Table } from 'antd'
import type { MouseEvent } from 'react'
import { Status } from '#contract/fields.ts'
import { Cards, NoCards } from './Cards.tsx'
import { useDensity } from './columns/density.ts'
import { isActions } from './columns/columnChoice.ts'
import { fittingColumns, widthOf, widthOfAll } from './columns/fittingColumns.ts'
import './table.css'
import { useNarrow } from '#web/page/useMedia.ts'
import { useRoom } from './useRoom.ts'
import { useTableBody } from './useTableBody.ts'
import type { ListColumn, DataTableProps } from './dataTable.types.ts'

// Sets the number of rows above which a table draws only the visible ones, in a body of this height.
const many = 200
const bodyHeight = 600

/**
 * Draws rows as a table, disabled ones greyed; on a phone as cards: the first named column, the facts, the state, the actions.
 */
export function DataTable<Row extends { stt?: string }>({
  columns: all,
  rowClassName,
  onRow,
  from,
  isFormer = false,
  offState = Status.disabled,
  room: known,
  ...given
}: DataTableProps<Row>) {
  const isOff: IsOff = ({ stt }) => stt === offState
  const narrow = useNarrow()
  const [measured, box] = useRoom()
  const room = known ?? measured
  const [density] = useDensity()
  const place = useTableBody(from, isFormer)
  const rows = given.dataSource ?? []
  const inUse = all.filter(({ isIdle }) => !(isIdle && rows.length > 0 && rows.every(isIdle)))
  const columns = (narrow ? inUse : fittingColumns(inUse, room, given)).map((column) => apart(column, isOff))
  const table = {
    ...given,
    rowClassName: (row: Row, at: number, indent: number) =>
      [isOff(row) && 'row-disabled', typeof rowClassName === 'function' && rowClassName(row, at, indent)]
        .filter(Boolean)
        .join(' '),
    ...(given.rowSelection && { rowSelection: { ...given.rowSelection, onCell: acting(isOff) } }),
    onRow: (row: Row) => ({ ...onRow?.(row), ...(isOff(row) && { 'aria-disabled': true }) }),
  }
  if (narrow && rows.length > 0) return <Cards columns={columns} isFormer={isFormer} {...table} />
  if (narrow) return <NoCards {...table} />
  const virtual = rows.length > many && !table.pagination
  const width = widthOfAll(columns, table)
  return (
    <div ref={box}>
      {room > 0 && (
        <Table<Row>
          ref={place}
          size="small"
          columns={columns}
          virtual={virtual}
          scroll={virtual ? { x: width, y: bodyHeight } : { x: width }}
          {...table}
          pagination={table.pagination ? { size: 'medium', ...table.pagination } : false}
          className={['rows', density, virtual && 'virtual', table.pagination && 'paged'].filter(Boolean).join(' ')}
        />
      )}
    </div>
  )
}

type IsOff = (row: { stt?: string }) => boolean

// Keeps boxes, links and buttons of a disabled row in use: in the cells that stay visible.
const acting = (isOff: IsOff) => (row: { stt?: string }) => (isOff(row) ? { 'aria-disabled': false } : {})

// Keeps actions on a row from picking the row; clicks in a menu come through here as well.
const stop = (event: MouseEvent) => event.stopPropagation()

function apart<Row extends { stt?: string }>(column: ListColumn<Row>, isOff: IsOff): ListColumn<Row> {
  const isNumber = column.align === 'right'
  const onCell: typeof column.onCell = (row, at) => ({
    ...column.onCell?.(row, at),
    ...((isActions(column) || column.fixed) && acting(isOff)(row)),
    ...(isActions(column) && { onClick: stop }),
  })
  return { ...column, onCell, width: widthOf(column), ...(isNumber && { className: 'number' }) }
}
