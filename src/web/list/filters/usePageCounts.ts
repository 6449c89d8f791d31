import { useQueries } from '@tanstack/react-query'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import type { In } from '#web/api/send.ts'

type Paged = Call<z.ZodObject, z.ZodType<{ recordCount: number }>>

/** Counts the rows of a paged list under each of several filters; undefined until that is known. */
export function usePageCounts<C extends Paged>(call: C, filters: readonly object[]): (number | undefined)[] {
  const counted = useQueries({
    queries: filters.map((filter) => query(call, { ...filter, pageIndex: 1, pageSize: 1 } as In<C>)),
  })
  return counted.map(({ data }) => (data as { recordCount: number } | undefined)?.recordCount)
}
