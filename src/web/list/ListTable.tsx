import type { ReactNode } from 'react'
import { DataTable } from './DataTable.tsx'
import { useLocalPages } from './localPages.ts'
import type { DataTableProps } from './dataTable.types.ts'
import { NothingFits, ReadFailed } from './EmptyState.tsx'

type Props<Row> = Omit<DataTableProps<Row>, 'rows' | 'isLoading'> & {
  /** Holds the rows; undefined until they are read. */
  rows: readonly Row[] | undefined
  /** Replaces the table by an error. */
  error?: Error | null
  onRetry?: () => unknown
  /** Stands where there is no row. */
  empty: ReactNode
  /** Says what fits elsewhere, where nothing fits the filter. */
  elsewhere?: ReactNode
  /** Shows so many rows at once, and the others behind a pager. */
  localPage?: number
  /** Shows all rows again; given while a filter is set. */
  onClear?: (() => void) | false | '' | undefined
}

/** Shows a list that is read as a whole: the failure, the rows, or that there are none. */
export function ListTable<Row extends { stt?: string }>(props: Props<Row>) {
  const { rows, localPage = Number.POSITIVE_INFINITY, error, onRetry, empty, onClear, elsewhere, ...table } = props
  const local = useLocalPages(rows ?? [], localPage)
  if (error) return <ReadFailed message={error.message} onRetry={() => onRetry?.()} />
  return (
    <DataTable<Row>
      {...(local.pager && { pager: local.pager })}
      {...table}
      rows={local.rows}
      allRows={rows}
      isLoading={!rows}
      empty={rows && (onClear ? <NothingFits onClear={onClear}>{elsewhere}</NothingFits> : empty)}
    />
  )
}
