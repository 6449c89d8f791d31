import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { ticksWidth } from '../columns/fittingColumns.ts'
import type { DataTableProps, RowDetails } from '../dataTable.types.ts'
import type { CellPlace } from './cellPlaces.ts'
import { shownIn, wordsOf } from './shownIn.ts'
import { TickBox } from './TickBox.tsx'

/** Describes what all rows of a table have in common. */
type RowTable<Row> = Pick<DataTableProps<Row>, 'rowClassName' | 'onRow'> & {
  places: readonly CellPlace<Row>[]
  /** Counts the cells of a row. */
  span: number
  details: RowDetails<Row> | undefined
}

type Props<Row> = {
  table: RowTable<Row>
  row: Row
  rowKey: string
  /** Gives the place of the row among all, from 0 on. */
  at: number
  name: string
  tick: { isTicked: boolean; isDisabled: boolean; onTick: (is: boolean, withShift: boolean) => void } | undefined
  isUnfolded: boolean
  onUnfold: () => void
}

// Keeps boxes from picking the row.
const stop = (event: MouseEvent) => event.stopPropagation()

/** Draws one row of a table, and its details below it where they are unfolded. */
export function PlainRow<Row>(props: Props<Row>) {
  const { table, row, rowKey, at, name, tick, isUnfolded, onUnfold } = props
  const { places, details } = table
  const mayUnfold = details && details.mayUnfold?.(row) !== false
  const given = table.onRow?.(row)
  const Mark = isUnfolded ? ChevronDown : ChevronRight
  return (
    <>
      <tr
        {...given}
        className={['table-row', tick?.isTicked && 'ticked', table.rowClassName?.(row)].filter(Boolean).join(' ')}
        data-row-key={rowKey}
        data-at={at}
        aria-rowindex={at + 2}
        tabIndex={-1}
      >
        {tick && (
          <td
            className="cell ticks fixed fixed-left"
            style={{ insetInlineStart: 0 }}
            onClick={stop}
            {...(given?.['aria-disabled'] && { 'aria-disabled': false })}
          >
            <TickBox {...tick} label={`选择${name}`} />
          </td>
        )}
        {details && (
          <td className="cell fixed fixed-left" style={{ insetInlineStart: tick ? ticksWidth : 0 }} onClick={stop}>
            {mayUnfold && (
              <button
                type="button"
                className="unfold"
                aria-expanded={isUnfolded}
                aria-label={`${isUnfolded ? '收起' : '展开'}${name}`}
                onClick={onUnfold}
              >
                <Mark />
              </button>
            )}
          </td>
        )}
        <Cells<Row> places={places} row={row} at={at} />
      </tr>
      {mayUnfold && isUnfolded && (
        <tr className="row-details">
          <td className="cell" colSpan={table.span}>
            {details.draw(row)}
          </td>
        </tr>
      )}
    </>
  )
}

type CellsProps<Row> = { places: readonly CellPlace<Row>[]; row: Row; at: number }

function DrawnCells<Row>({ places, row, at }: CellsProps<Row>): ReactNode {
  return places.map(({ column, className, style }, nth) => {
    const own = column.onCell?.(row, at)
    if (own?.rowSpan === 0) return null
    const shown = shownIn(column, row, at)
    return (
      <td
        key={column.key ?? nth}
        title={column.ellipsis ? wordsOf(shown) : undefined}
        {...own}
        className={className}
        style={style}
      >
        {shown}
      </td>
    )
  })
}

// Draws the cells again only with other columns or another row: a tick changes none of them.
const Cells = memo(DrawnCells) as typeof DrawnCells
