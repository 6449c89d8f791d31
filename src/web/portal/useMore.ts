import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { type In, send } from '#web/api/send.ts'

type Page<Row> = { datas: Row[]; recordCount: number; pageCount: number; pageIndex: number }
type Paged = Call<z.ZodObject, z.ZodType<Page<unknown>>>
type RowOf<C extends Paged> = z.output<C['output']>['datas'][number]

/** Returns the rows of a paged call, page by page one below the other; keeps the former ones until others have come. */
export function useMore<C extends Paged>(call: C, input: Omit<In<C>, 'pageIndex'>, enabled = true) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...rest } = useInfiniteQuery({
    queryKey: [call.path, input, 'more'],
    // Adds the page to the input, which every paged call takes.
    queryFn: async ({ pageParam }) => (await send(call, { ...input, pageIndex: pageParam } as In<C>)).result as Page<RowOf<C>>,
    initialPageParam: 1,
    getNextPageParam: ({ pageIndex, pageCount }) => (pageIndex < pageCount ? pageIndex + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
  })
  return {
    ...rest,
    rows: data?.pages.flatMap(({ datas }) => datas),
    recordCount: data?.pages[0]?.recordCount ?? 0,
    more: { isThere: hasNextPage, show: () => void fetchNextPage(), isComing: isFetchingNextPage },
  }
}
