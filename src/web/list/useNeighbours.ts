import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import type { ListState } from './listState.ts'

/** Returns which row of a list is open beside it, and functions that open the one before and the one behind. */
export function useNeighbours<Row extends object>(call: Call, list: ListState, rowKey: keyof Row) {
  const [opened, setOpened] = useState<Row>()
  const { filters, keyWord, pageIndex, pageSize } = list
  const { data } = useQuery(query(call, { ...filters, keyWord, pageIndex, pageSize }))
  // Relies on every paged call answering the page of the contract.
  const rows = (data as { datas: Row[] } | undefined)?.datas ?? []
  const at = rows.findIndex((row) => row[rowKey] === opened?.[rowKey])
  const opener = (row: Row | undefined) => (at >= 0 && row ? () => setOpened(row) : undefined)
  return { opened, setOpened, onPrevious: opener(rows[at - 1]), onNext: opener(rows[at + 1]) }
}
