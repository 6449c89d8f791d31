import type { TableColumnType, TableProps } from 'antd'

/** A column; an optional one is there because somebody chose it, so cards show it too. */
export type ListColumn<Row> = TableColumnType<Row> & {
  optional?: boolean
  /** A row has nothing in it: where this holds for all of them the column is left out. */
  isIdle?: (row: Row) => boolean
}

export type DataTableProps<Row> = Omit<TableProps<Row>, 'columns' | 'rowKey'> & {
  rowKey: keyof Row & string
  columns: ListColumn<Row>[]
  /** What is asked for: something else is shown from its first row on. */
  from?: string
  /** The state in which a row is out of use, and greyed (docs/spec/lists.md#rows-out-of-use); null: there is none such. */
  offState?: string | null | undefined
}
