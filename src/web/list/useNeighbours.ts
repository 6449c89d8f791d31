import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import type { ListState } from './listState.ts'

/** One of the rows that a list shows is open beside it: which, and what opens the row before and the row behind. */
export function useNeighbours<Row extends object>(call: Call, list: ListState, rowKey: keyof Row) {
  const [opened, setOpened] = useState<Row>()
  const { filters, keyWord, pageIndex, pageSize } = list
  const { data } = useQuery(query(call, { ...filters, keyWord, pageIndex, pageSize }))
  // Every paged call answers the page of the contract.
  const rows = (data as { datas: Row[] } | undefined)?.datas ?? []
  const at = rows.findIndex((row) => row[rowKey] === opened?.[rowKey])
  const opener = (row: Row | undefined) => (at >= 0 && row ? () => setOpened(row) : undefined)
  return { opened, setOpened, onPrevious: opener(rows[at - 1]), onNext: opener(rows[at + 1]) }
}
