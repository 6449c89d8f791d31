import type { TableColumnType, TableProps } from 'antd'

/** Describes a column; an optional one is there because the user chose it, so cards show it too. */
export type ListColumn<Row> = TableColumnType<Row> & {
  optional?: boolean
  /** Tells whether a row has nothing in it: the column is left out where this holds for all rows. */
  isIdle?: (row: Row) => boolean
}

export type DataTableProps<Row> = Omit<TableProps<Row>, 'columns' | 'rowKey'> & {
  rowKey: keyof Row & string
  columns: ListColumn<Row>[]
  /** Identifies the search: another one is shown from its first row on. */
  from?: string
  /** Says that the rows are still those of another search: they are dimmed, and none of them can be used. */
  isFormer?: boolean
  /** Names the state in which a row is disabled, and greyed (docs/spec/lists.md#rows-out-of-use); null: there is none. */
  offState?: string | null | undefined
}
