import type { ReactNode } from 'react'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './dataTable.types.ts'
import { NothingFits, ReadFailed } from './EmptyState.tsx'
import { tickBoxes } from './ticks.tsx'

type Props<Row> = Omit<DataTableProps<Row>, 'loading' | 'dataSource' | 'locale'> & {
  /** Undefined until they are read. */
  rows: readonly Row[] | undefined
  /** Is told in place of the table. */
  error?: Error | null
  onRetry?: () => unknown
  /** Stands where there is no row. */
  empty: ReactNode
  /** Shows all rows again; given while a filter is set. */
  onClear?: (() => void) | false | '' | undefined
  /** The ticked rows and what changes them; without it rows have no tick boxes. */
  ticks?: readonly [string[], (keys: string[]) => void] | false | undefined
}

/** Shows a list that is read as a whole: the failure, the rows, or that there are none. */
export function ListTable<Row extends { stt?: string }>(props: Props<Row>) {
  const { rows, error, onRetry, empty, onClear, ticks, ...table } = props
  if (error) return <ReadFailed message={error.message} onRetry={() => onRetry?.()} />
  return (
    <DataTable<Row>
      {...table}
      loading={{ spinning: !rows, delay: 200 }}
      dataSource={rows ?? []}
      locale={{ emptyText: !rows ? ' ' : onClear ? <NothingFits onClear={onClear} /> : empty }}
      {...(ticks && { rowSelection: tickBoxes(...ticks) })}
    />
  )
}
