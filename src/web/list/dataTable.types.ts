import type { HTMLAttributes, ReactNode, TdHTMLAttributes } from 'react'

/** Describes a column: what it is called, what it takes of a row, and how it draws that. */
export type ListColumn<Row> = {
  key?: string
  /** Names the field whose value `render` gets, and which is shown as it is without one. */
  dataIndex?: keyof Row & string
  title?: ReactNode
  /** Sets its width in pixels. */
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Keeps it in sight while the others scroll sideways. */
  fixed?: 'left' | 'right'
  /** Cuts what is longer than the cell, which then says it all on hover. */
  ellipsis?: boolean
  /** Lets what is long take a second line, as names may. */
  twoLines?: boolean
  /** Gives a cell attributes of its own; with a `rowSpan` of 0 it is left out. */
  onCell?: (row: Row, at: number) => TdHTMLAttributes<HTMLTableCellElement>
  // Takes the value as `never`, so that each column says itself what its field holds.
  render?(value: never, row: Row, at: number): ReactNode
  /** Tells that it is there because the user chose it: it stays where room is short, and cards show it too. */
  optional?: boolean
  /** Tells that it is the first to be left out where room is short (`fittingColumns`). */
  minor?: boolean
  /** Shows it at the end of its row while that is pointed at or has the focus, and over what is pushed below it. */
  isOver?: boolean
  /** Tells whether a row has nothing in it: the column is left out where this holds for all rows. */
  isIdle?: (row: Row) => boolean
}

/** Describes the tick boxes of rows. */
export type RowTicks<Row> = {
  /** Lists the keys of the ticked rows. */
  ticked: readonly string[]
  onTick: (keys: string[]) => void
  /** Tells whether a row can be ticked; all can without it. */
  mayTick?: ((row: Row) => boolean) | undefined
  /** Keeps the ticks of rows that are not here: those of other pages. */
  keepsOthers?: boolean
  /** Leaves out the box that ticks all, where one stands elsewhere. */
  withoutAll?: boolean
}

/** Describes what unfolds below a row. */
export type RowDetails<Row> = {
  draw: (row: Row) => ReactNode
  mayUnfold?: (row: Row) => boolean
}

/** Describes the pager below rows, as `pagerOf` makes it. */
export type Pager = {
  current: number
  pageSize: number
  total: number
  onChange: (page: number, size: number) => void
  showSizeChanger?: boolean
  showQuickJumper?: boolean
  pageSizeOptions?: number[]
  showTotal?: (total: number) => string
  hideOnSinglePage?: boolean
}

export type DataTableProps<Row> = {
  rowKey: keyof Row & string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /** Lists all rows for paper, where `rows` are a page of them. */
  allRows?: readonly Row[] | undefined
  /** Says that what stands around it is printed, not the table itself. */
  isPrintedApart?: boolean
  /** Names the table to those who do not see it; the title of its page without it. */
  label?: string | undefined
  /** Says that the rows are being read. */
  isLoading?: boolean
  /** Stands where there is no row. */
  empty?: ReactNode
  ticks?: RowTicks<Row> | undefined
  details?: RowDetails<Row> | undefined
  pager?: Pager | undefined
  rowClassName?: ((row: Row) => string) | undefined
  /** Gives a row what a pointer does with it: pressing it anywhere, dragging it. */
  onRow?: ((row: Row) => HTMLAttributes<HTMLElement>) | undefined
  /** Gives its width in pixels, where whoever draws it has measured that; it measures itself without it. */
  room?: number
  /** Sets the height of the body in pixels, in which only the rows in sight are drawn. */
  height?: number
  /** Identifies the search: another one is shown from its first row on. */
  from?: string | undefined
  /** Says that the rows are still those of another search: they are dimmed, and none of them can be used. */
  isFormer?: boolean
  /** Names the state in which a row is disabled, and greyed (docs/spec/lists.md#rows-out-of-use); null: there is none. */
  offState?: string | null | undefined
}
