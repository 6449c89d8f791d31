import { Button, Checkbox, Pagination, Spin, Table, type TableColumnType, type TableProps } from 'antd'
import { type Key, type MouseEvent, type ReactNode, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { useNarrow, useWide } from './useMedia.ts'

/** A column; an optional one is there because somebody chose it, so cards show it too. */
export type ListColumn<Row> = TableColumnType<Row> & { optional?: boolean }

type Props<Row> = Omit<TableProps<Row>, 'columns' | 'rowKey'> & { rowKey: keyof Row & string; columns: ListColumn<Row>[] }

// Above this many rows a table draws only those in sight, and cards come in portions.
const many = 200
const portion = 100

/** Rows as a table, disabled ones greyed; on a phone as cards: the first named column, the facts, the state, what can be done. */
export function DataTable<Row extends { stt?: string }>({ columns: all, rowClassName, onRow, ...given }: Props<Row>) {
  const narrow = useNarrow()
  const wide = useWide()
  const columns = (wide || narrow ? all : all.filter(({ responsive }) => !responsive)).map(apart)
  const table = {
    ...given,
    rowClassName: (row: Row, at: number, indent: number) =>
      [isOff(row) && 'row-disabled', typeof rowClassName === 'function' && rowClassName(row, at, indent)]
        .filter(Boolean)
        .join(' '),
    ...(given.rowSelection && { rowSelection: { ...given.rowSelection, onCell: acting } }),
    onRow: (row: Row) => ({ ...onRow?.(row), ...(isOff(row) && { 'aria-disabled': true }) }),
  }
  const rows = table.dataSource ?? []
  const width = columns.reduce((sum, one) => sum + Number(one.width ?? 120), table.rowSelection ? 40 : 0)
  if (narrow && rows.length > 0) return <Cards columns={columns} {...table} />
  if (narrow) return <Nothing {...table} />
  const virtual = rows.length > many && !table.pagination
  return (
    <Table<Row>
      size="small"
      pagination={false}
      columns={columns}
      virtual={virtual}
      scroll={virtual ? { x: width, y: 560 } : { x: width }}
      {...table}
    />
  )
}

// Without rows a phone needs no headings, which would only scroll sideways.
function Nothing<Row>({ loading = false, locale: { emptyText } = {} }: Pick<TableProps<Row>, 'loading' | 'locale'>) {
  return (
    <Spin {...(typeof loading === 'boolean' ? { spinning: loading } : loading)}>
      <div style={{ minHeight: 96 }}>{typeof emptyText === 'function' ? emptyText() : emptyText}</div>
    </Spin>
  )
}

const isOff = ({ stt }: { stt?: string }) => stt === Status.disabled

// In a disabled row the boxes, links and buttons still work: in the cells that stay in sight.
const acting = (row: { stt?: string }) => (isOff(row) ? { 'aria-disabled': false } : {})

const isActions = ({ title }: { title?: unknown }) => title === '操作'

// What is done to a row does not also pick the row; clicks in a menu come through here as well.
const stop = (event: MouseEvent) => event.stopPropagation()

function apart<Row extends { stt?: string }>(column: ListColumn<Row>): ListColumn<Row> {
  const onCell: typeof column.onCell = (row, at) => ({
    ...column.onCell?.(row, at),
    ...((isActions(column) || column.fixed) && acting(row)),
    ...(isActions(column) && { onClick: stop }),
  })
  return { ...column, onCell }
}

function Cards<Row extends object>({
  columns,
  dataSource = [],
  rowKey,
  rowSelection,
  rowClassName,
  onRow,
  pagination,
}: Props<Row>) {
  const [shown, setShown] = useState(portion)
  const titled = columns.filter((one) => typeof one.title === 'string' && !isActions(one))
  const [name, ...facts] = titled.filter(({ key }) => key !== 'stt')
  const state = columns.find(({ key }) => key === 'stt')
  const actions = columns.find(isActions)
  const ticked = rowSelection?.selectedRowKeys ?? []
  const tick = (key: Key) => {
    const keys = ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key]
    rowSelection?.onChange?.(
      keys,
      dataSource.filter((row) => keys.includes(row[rowKey] as Key)),
      { type: 'single' },
    )
  }
  return (
    <div className="cards">
      {dataSource.slice(0, pagination ? undefined : shown).map((row, i) => (
        <article
          key={row[rowKey] as Key}
          className={`card ${typeof rowClassName === 'function' ? rowClassName(row, i, 0) : ''}`}
          onClick={onRow?.(row).onClick}
        >
          <div className="spread">
            <span className="card-name">
              {rowSelection && (
                <Checkbox
                  checked={ticked.includes(row[rowKey] as Key)}
                  onChange={() => tick(row[rowKey] as Key)}
                  disabled={rowSelection.getCheckboxProps?.(row).disabled === true}
                  aria-label={`选择${String(row[name?.dataIndex as keyof Row] ?? '')}`}
                />
              )}
              {cell(name, row, i)}
            </span>
            {cell(state, row, i)}
          </div>
          <div className="spread">
            <span className="grey card-facts">
              {facts
                .filter(({ optional }, at) => optional || at < 3)
                .map((fact) => (
                  <span key={fact.key}>
                    {fact.title as ReactNode} {cell(fact, row, i)}
                  </span>
                ))}
            </span>
            <span onClick={stop}>{cell(actions, row, i)}</span>
          </div>
        </article>
      ))}
      {!pagination && dataSource.length > shown && (
        <Button onClick={() => setShown(shown + portion)}>再显示 {Math.min(portion, dataSource.length - shown)} 条</Button>
      )}
      {pagination && <Pagination simple align="center" {...(pagination as object)} />}
    </div>
  )
}

function cell<Row extends object>(column: TableColumnType<Row> | undefined, row: Row, index: number): ReactNode {
  const value = row[column?.dataIndex as keyof Row] as ReactNode
  return column?.render ? (column.render(value, row, index) as ReactNode) : value
}
