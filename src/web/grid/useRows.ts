import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Call } from '#contract/call.ts'
import type { ListState } from '#web/list/listState.ts'
import { type In, send } from '#web/api/send.ts'
import type { Row } from './columns.ts'

/** Limits the rows of a sheet. */
export const sheetRowLimit = 3000

const pageSize = 100

type Page = { datas: Row[]; recordCount: number }

/** Returns all rows of a list, page after page; `newer` are records that were answered since, by number. */
export function useRows(call: Call, key: string, { filters, keyWord }: ListState, newer: ReadonlyMap<string, Row>) {
  const asked = useMemo(() => ({ ...filters, keyWord }), [filters, keyWord])
  const queryKey = useMemo(() => [call.path, 'sheet', asked], [call, asked])
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const { result } = await send(call, { ...asked, pageIndex: pageParam, pageSize } as In<Call>)
      return result as Page
    },
    initialPageParam: 1,
    getNextPageParam: ({ recordCount }, pages) =>
      pages.length * pageSize < recordCount && recordCount <= sheetRowLimit ? pages.length + 1 : undefined,
    // Reads the rows when editing begins.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error])
  // Merges outside the query: a page still on its way would bring the records back as they were.
  const rows = useMemo(
    () => data?.pages.flatMap(({ datas }) => datas.map((row) => later(row, newer.get(String(row[key]))))) ?? [],
    [data, newer, key],
  )
  const count = data?.pages[0]?.recordCount
  return { rows, count, error, refetch, queryKey, isFetching, isWhole: count !== undefined && !hasNextPage }
}

// Keeps the row of the higher version, whether it came from a save, an undo or a read.
const later = (read: Row, kept: Row | undefined) => (kept && Number(kept.ver) > Number(read.ver) ? kept : read)
