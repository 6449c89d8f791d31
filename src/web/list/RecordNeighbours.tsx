import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import { useLeaveTab } from '#web/page/tab.ts'
import { NeighbourButtons } from './NeighbourButtons.tsx'

type Row = Record<string, unknown>

type Props = {
  /** Lists the records, paged. */
  call: Call
  rowKey: string
  /** Identifies the record whose page it is. */
  no: string
  /** Names the neighbours with the measure word: 场会议. */
  of: string
  pathOf: (no: string) => string
}

/** Returns the rows of the list with a record that was read last; undefined where it stands in none. */
function listWith(client: QueryClient, { call, rowKey, no }: Props): Row[] | undefined {
  const read = client
    .getQueryCache()
    .findAll({ queryKey: [call.path] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  // Relies on every paged call answering the page of the contract.
  const lists = read.map(({ state }) => (state.data as { datas: Row[] } | undefined)?.datas ?? [])
  return lists.find((rows) => rows.some((row) => row[rowKey] === no))
}

/** Draws the arrows by which the page of a record steps through the list that one came from; nothing where there was none. */
export function RecordNeighbours(props: Props) {
  const { rowKey, no, of, pathOf } = props
  const leave = useLeaveTab()
  const rows = listWith(useQueryClient(), props)
  if (!rows) return null
  const at = rows.findIndex((row) => row[rowKey] === no)
  const to = (row: Row | undefined) => row && (() => leave(pathOf(String(row[rowKey]))))
  return <NeighbourButtons of={of} hasKeys={false} onPrevious={to(rows[at - 1])} onNext={to(rows[at + 1])} />
}
