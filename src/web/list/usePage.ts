import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import type { ListState } from './listState.ts'

/** Returns the page of a call that a list shows now; the former one until another has come. */
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
  return { ...rest, page, asked: JSON.stringify(asked) }
}
