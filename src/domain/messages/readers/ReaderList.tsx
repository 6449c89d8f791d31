import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#web/list/DataTable.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Page<Row> = { datas: Row[]; recordCount: number; pageCount: number }
type Props<Row, State> = {
  /** Names the choice among the states. */
  label: string
  /** Lists the states by which readers are told apart; the first one is shown at first. */
  states: readonly { value: State; label: string }[]
  /** Identifies the list in the query cache: the path of its call, then what it is of. */
  listKey: readonly unknown[]
  read: (state: State, page: { pageIndex: number; pageSize: number }) => Promise<Page<Row>>
  rowKey: keyof Row & string
  /** Stands where there is nobody in a state. */
  hint: string
  columns: ListColumn<Row>[]
}

const pageSize = 50

/** Draws who received a message, all or those in one state, page by page. */
export function ReaderList<Row extends object, State extends string>(props: Props<Row, State>) {
  const { label, states, listKey, read, rowKey, hint, columns } = props
  const [state, setState] = useState(states[0]?.value as State)
  const [pageIndex, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey, state, pageIndex],
    queryFn: () => read(state, { pageIndex, pageSize }),
    placeholderData: (before: Page<Row> | undefined) => before,
  })
  const show = (next: State) => {
    setState(next)
    setPage(1)
  }
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <div className="stack">
      <SegmentedControl<State>
        aria-label={label}
        style={{ alignSelf: 'flex-start' }}
        value={state}
        onChange={show}
        options={[...states]}
      />
      <DataTable<Row>
        rowKey={rowKey}
        rows={data?.datas ?? []}
        isLoading={!data}
        pager={
          data && data.pageCount > 1
            ? { current: pageIndex, pageSize, total: data.recordCount, onChange: setPage, showSizeChanger: false }
            : undefined
        }
        empty={<EmptyState hint={hint} />}
        columns={columns}
      />
    </div>
  )
}
