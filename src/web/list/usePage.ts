import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import { useLater } from '#web/page/useLater.ts'
import type { ListState } from './listState.ts'

// Leaves what is read at once without a flicker.
const unseen = 150

/**
 * Returns the page of a call that a list shows now; the former one until another has come: `isFormer` then says so, and
 * `isCounting` that its count is that of another filter.
 */
export function usePage<Row>(call: Call, list: ListState, enabled: boolean) {
  const { pageIndex, pageSize } = list
  const asked = { ...list.filters, keyWord: list.keyWord, pageIndex, pageSize } as z.input<Call['input']>
  const { data, isPlaceholderData, ...rest } = useQuery({ ...query(call, asked), placeholderData: keepPreviousData, enabled })
  // Relies on every paged call answering the page of the contract.
  const page = data as { datas: Row[]; recordCount: number } | undefined
  // Goes to the last page that has rows when those of the shown one are gone.
  const last = Math.ceil((page?.recordCount ?? 0) / pageSize)
  const isPast = !isPlaceholderData && last > 0 && pageIndex > last
  const turnBack = useEffectEvent(() => list.setPage(last, pageSize))
  useEffect(() => {
    if (isPast) turnBack()
  }, [isPast])
  const isFormer = useLater(isPlaceholderData, unseen)
  const filter = JSON.stringify([list.filters, list.keyWord])
  const [counted, setCounted] = useState(filter)
  if (!isPlaceholderData && page && counted !== filter) setCounted(filter)
  return { ...rest, page, asked: JSON.stringify(asked), isFormer, isCounting: isFormer && counted !== filter }
}
