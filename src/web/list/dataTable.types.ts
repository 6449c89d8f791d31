import type { TableColumnType, TableProps } from 'antd'

export type ListColumn<Row> = Omit<TableColumnType<Row>, 'responsive'> & {
  /** Tells that it is there because the user chose it: it stays where room is short, and cards show it too. */
  optional?: boolean
  /** Tells that it is the first to be left out where room is short (`fittingColumns`). */
  minor?: boolean
  /** Tells whether a row has nothing in it: the column is left out where this holds for all rows. */
  isIdle?: (row: Row) => boolean
}

export type DataTableProps<Row> = Omit<TableProps<Row>, 'columns' | 'rowKey'> & {
  rowKey: keyof Row & string
  columns: ListColumn<Row>[]
  /** Gives its width in pixels, where whoever draws it has measured that; it measures itself without it. */
  room?: number
  /** Identifies the search: another one is shown from its first row on. */
  from?: string
  /** Says that the rows are still those of another search: they are dimmed, and none of them can be used. */
  isFormer?: boolean
  /** Names the state in which a row is disabled, and greyed (docs/spec/lists.md#rows-out-of-use); null: there is none. */
  offState?: string | null | undefined
}
