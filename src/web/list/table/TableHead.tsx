import { marksWidth, ticksWidth, widthOf } from '../columns/fittingColumns.ts'
import type { ListColumn, RowDetails, RowTicks } from '../dataTable.types.ts'
import type { CellPlace } from './cellPlaces.ts'
import { TickBox } from './TickBox.tsx'
import { tickable, tickedAfter } from './ticking.ts'

type Props<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  places: readonly CellPlace<Row>[]
  ticks: RowTicks<Row> | undefined
  details: RowDetails<Row> | undefined
}

/** Draws the headings of a table, with the box that ticks all rows which can be. */
export const TableHead = <Row,>({ rows, keyOf, places, ticks, details }: Props<Row>) => (
  <thead className="table-head">
    <tr>
      {ticks && (
        <th scope="col" className="cell ticks fixed fixed-left" style={{ insetInlineStart: 0 }}>
          {ticks.withoutAll ? <span className="unseen">选择</span> : <AllBox rows={rows} keyOf={keyOf} ticks={ticks} />}
        </th>
      )}
      {details && (
        <th scope="col" className="cell fixed fixed-left" style={{ insetInlineStart: ticks ? ticksWidth : 0 }}>
          <span className="unseen">展开</span>
        </th>
      )}
      {places.map(({ column, className, style }, at) => (
        <th
          key={column.key ?? at}
          scope="col"
          className={className}
          style={style}
          title={column.ellipsis && typeof column.title === 'string' ? column.title : undefined}
        >
          {className.includes('over') ? <span className="unseen">{column.title}</span> : column.title}
        </th>
      ))}
    </tr>
  </thead>
)

function AllBox<Row>({ rows, keyOf, ticks }: Pick<Props<Row>, 'rows' | 'keyOf'> & { ticks: RowTicks<Row> }) {
  const ticked = new Set(ticks.ticked)
  const free = tickable({ ticks, rows })
  const count = free.filter((row) => ticked.has(keyOf(row))).length
  return (
    <TickBox
      label="全选"
      isTicked={count > 0 && count === free.length}
      isPartly={count > 0 && count < free.length}
      isDisabled={free.length === 0}
      onTick={(is) => ticks.onTick(tickedAfter({ ticks, rows, keyOf }, rows, is))}
    />
  )
}

type ColumnsProps<Row> = { columns: readonly ListColumn<Row>[]; hasTicks: boolean; hasDetails: boolean }

/** Says how wide each column of a table is: the last one of words takes the room that is left. */
export function ColumnWidths<Row>({ columns, hasTicks, hasDetails }: ColumnsProps<Row>) {
  const last = columns.findLast(({ align, fixed }) => align !== 'right' && !fixed)
  return (
    <colgroup>
      {hasTicks && <col style={{ width: ticksWidth }} />}
      {hasDetails && <col style={{ width: marksWidth }} />}
      {columns.map((column, at) => (
        <col key={column.key ?? at} style={column === last ? undefined : { width: widthOf(column) }} />
      ))}
    </colgroup>
  )
}
