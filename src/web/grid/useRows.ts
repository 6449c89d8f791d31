import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { Call } from '#contract/call.ts'
import { queries } from '../api.ts'
import type { ListState } from '../listState.ts'
import { type In, send } from '../send.ts'
import type { Row } from './columns.ts'

/** So many rows a sheet holds at most. */
export const mostRows = 3000

const pageSize = 100

type Page = { datas: Row[]; recordCount: number }

/** All rows of a list, page after page; `replace` puts records as they are now in the place of the old ones. */
export function useRows(call: Call, key: string, { filters, keyWord }: ListState) {
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
      pages.length * pageSize < recordCount && recordCount <= mostRows ? pages.length + 1 : undefined,
    // What somebody edits is read when they begin.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error])
  const rows = useMemo(() => data?.pages.flatMap(({ datas }) => datas) ?? [], [data])
  const replace = useCallback(
    (records: readonly Row[]) => {
      const now = new Map(records.map((row) => [row[key], row]))
      queries.setQueryData<typeof data>(
        queryKey,
        (before) =>
          before && {
            ...before,
            pages: before.pages.map((page) => ({ ...page, datas: page.datas.map((row) => now.get(row[key]) ?? row) })),
          },
      )
    },
    [key, queryKey],
  )
  const count = data?.pages[0]?.recordCount
  return { rows, count, error, refetch, replace, queryKey, isFetching, isWhole: count !== undefined && !hasNextPage }
}
