import { Button, Checkbox, Pagination, Spin, type TableColumnType, type TableProps } from 'antd'
import { type Key, type MouseEvent, type ReactNode, useState } from 'react'
import { isActions } from './columns/columnChoice.ts'
import type { DataTableProps } from './dataTable.types.ts'

const portion = 100

// Keeps actions on a card from picking it, too.
const stop = (event: MouseEvent) => event.stopPropagation()

/** Draws rows on a phone: name, facts, state, actions, and more of it when it is unfolded; many come in portions. */
export function Cards<Row extends object>({
  columns,
  dataSource = [],
  rowKey,
  rowSelection,
  rowClassName,
  onRow,
  expandable: { expandedRowRender, rowExpandable } = {},
  pagination,
  isFormer = false,
}: DataTableProps<Row>) {
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
    <div className="cards" aria-busy={isFormer}>
      {dataSource.slice(0, pagination ? undefined : shown).map((row, i) => (
        <article
          key={row[rowKey] as Key}
          inert={isFormer}
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
          {expandedRowRender && rowExpandable?.(row) !== false && (
            <Unfolding>{() => expandedRowRender(row, i, 0, true)}</Unfolding>
          )}
        </article>
      ))}
      {!pagination && dataSource.length > shown && (
        <Button onClick={() => setShown(shown + portion)}>再显示 {Math.min(portion, dataSource.length - shown)} 条</Button>
      )}
      {pagination && <Pagination simple align="center" {...(pagination as object)} />}
    </div>
  )
}

// Reads folded content only when it unfolds.
function Unfolding({ children }: { children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="card-more" onClick={stop} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>详情</summary>
      {open && children()}
    </details>
  )
}

function cell<Row extends object>(column: TableColumnType<Row> | undefined, row: Row, index: number): ReactNode {
  const value = row[column?.dataIndex as keyof Row] as ReactNode
  return column?.render ? (column.render(value, row, index) as ReactNode) : value
}

/** Draws an empty list on a phone without headings, which would only scroll sideways. */
export function NoCards<Row>({ loading = false, locale: { emptyText } = {} }: Pick<TableProps<Row>, 'loading' | 'locale'>) {
  return (
    <Spin {...(typeof loading === 'boolean' ? { spinning: loading } : loading)}>
      <div style={{ minHeight: 96 }}>{typeof emptyText === 'function' ? emptyText() : emptyText}</div>
    </Spin>
  )
}
