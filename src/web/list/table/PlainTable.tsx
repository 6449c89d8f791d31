import { Pagination, Spin } from 'antd'
import { useMemo, useRef } from 'react'
import { useDensity } from '../columns/density.ts'
import { widthOfAll } from '../columns/fittingColumns.ts'
import type { DataTableProps, ListColumn } from '../dataTable.types.ts'
import { cellPlaces } from './cellPlaces.ts'
import { PlainRow } from './PlainRow.tsx'
import './plainTable.css'
import { ColumnWidths, TableHead } from './TableHead.tsx'
import { useEdges } from './useEdges.ts'
import { useFormerRows } from './useFormerRows.ts'
import { useGrowing } from './useGrowing.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useTableName } from './useTableName.ts'
import { useTicks } from './useTicks.ts'
import { rowHeight, useVisibleRows } from './useVisibleRows.ts'

// Draws as many rows at once as the highest body shows, and the others after they have been painted.
const first = 20

// Sets the number of rows above which a table draws only those in sight, in a body of this height.
const many = 200
const bodyHeight = 600
const headHeight = 36

type Props<Row> = DataTableProps<Row> & {
  /** Lists the keys of the rows whose details are unfolded. */
  unfolded: ReadonlySet<string>
  onUnfold: (keys: ReadonlySet<string>) => void
}

/**
 * Draws rows as a table of plain elements (docs/decisions/0044-a-table-of-our-own.md): headings and outer columns stay in sight,
 * the rows are one stop of Tab, and Shift ticks all from the last box to this one.
 */
export function PlainTable<Row>(props: Props<Row>) {
  const { rows, pager, isLoading = false, isFormer = false } = props
  const box = useRef<HTMLDivElement>(null)
  const [density] = useDensity()
  const height = props.height ?? (rows.length > many && !pager ? bodyHeight : undefined)
  const { from, to, onScroll } = useVisibleRows(rows.length, height)
  const grown = useGrowing(rows.length, first)
  useEdges(box)
  useFormerRows(box, props.from, isFormer)
  const { stop, boxProps } = useRowKeys(box, {
    count: rows.length,
    hasHeadBox: props.ticks !== undefined && !props.ticks.withoutAll,
    height: height && rowHeight,
  })
  return (
    <div className={['rows', density, height && 'dense', pager && 'paged'].filter(Boolean).join(' ')}>
      <Spin spinning={isLoading && rows.length > 0} delay={200}>
        <div
          className="table-box"
          ref={box}
          onScroll={onScroll}
          aria-busy={isLoading}
          style={height === undefined ? undefined : { maxHeight: height + headHeight }}
          {...boxProps}
        >
          {rows.length > 0 && <span {...stop.before} />}
          <Rows {...props} from={from} to={height ? to : grown} />
          {rows.length > 0 && <span {...stop.after} />}
        </div>
      </Spin>
      {pager && rows.length > 0 && <Pagination align="end" {...pager} />}
    </div>
  )
}

const nameColumn = <Row,>(columns: readonly ListColumn<Row>[]) =>
  columns.find(({ title, dataIndex }) => typeof title === 'string' && dataIndex !== undefined)?.dataIndex

// Fills about the height that the rows of a page will have.
const toCome = 12

/** Draws grey lines where rows will stand, so that nothing moves when they arrive. */
const RowsToCome = ({ columns }: { columns: number }) =>
  Array.from({ length: toCome }, (_, at) => (
    <tr key={at} className="row-to-come" aria-hidden="true">
      {Array.from({ length: columns }, (_one, nth) => (
        <td key={nth} className="cell" />
      ))}
    </tr>
  ))

type RowsProps<Row> = Omit<Props<Row>, 'from'> & { from: number; to: number }

function Rows<Row>({ columns, rows, rowKey, ticks, details, from, to, empty, ...props }: RowsProps<Row>) {
  const table = useTableName(props.label)
  const keyOf = (row: Row) => String(row[rowKey])
  const tickOf = useTicks(ticks, rows, keyOf)
  const left = widthOfAll([], { ticks, details })
  const places = useMemo(() => cellPlaces(columns, left), [columns, left])
  const span = columns.length + (ticks ? 1 : 0) + (details ? 1 : 0)
  const name = nameColumn(columns)
  const unfold = (key: string) => {
    const next = new Set(props.unfolded)
    if (!next.delete(key)) next.add(key)
    props.onUnfold(next)
  }
  return (
    <table
      ref={table}
      className="table"
      style={{ width: widthOfAll(columns, { ticks, details }) }}
      aria-rowcount={rows.length + 1}
    >
      <ColumnWidths columns={columns} hasTicks={ticks !== undefined} hasDetails={details !== undefined} />
      <TableHead rows={rows} keyOf={keyOf} places={places} ticks={ticks} details={details} />
      <tbody>
        {rows.length === 0 && props.isLoading && <RowsToCome columns={span} />}
        {rows.length === 0 && !props.isLoading && (
          <tr>
            <td className="cell" colSpan={span}>
              <div className="none-inside">{empty}</div>
            </td>
          </tr>
        )}
        <Gap rows={from} span={span} />
        {rows.slice(from, to).map((row, nth) => {
          const at = from + nth
          const key = keyOf(row)
          return (
            <PlainRow
              key={key}
              table={{ places, span, details, rowClassName: props.rowClassName, onRow: props.onRow }}
              row={row}
              rowKey={key}
              at={at}
              name={String((name && row[name]) ?? `第 ${at + 1} 行`)}
              tick={tickOf(row, at)}
              isUnfolded={props.unfolded.has(key)}
              onUnfold={() => unfold(key)}
            />
          )
        })}
        <Gap rows={rows.length - to} span={span} />
      </tbody>
    </table>
  )
}

// Holds the place of rows that are not drawn.
const Gap = ({ rows, span }: { rows: number; span: number }) =>
  rows > 0 && (
    <tr aria-hidden="true" style={{ height: `calc(var(--row) * ${rows})` }}>
      <td colSpan={span} />
    </tr>
  )
