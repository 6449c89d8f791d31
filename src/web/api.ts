import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { CallError, type In, send } from './send.ts'
import { toast } from './toast.ts'

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

/** A read as a query: `useQuery(query(empgrp.getpage, input))`. */
export const query = <C extends Call>(call: C, input: In<C>) =>
  queryOptions({ queryKey: [call.path, input], queryFn: () => send(call, input).then(({ result }) => result) })

/** Reads that a change to `call` may have made stale: those of its own URL. */
const sameUrl = (call: Call) => call.path.slice(0, call.path.lastIndexOf('/') + 1)

/** A write: tells its success (2 s) or its refusal (5 s), and reads again what it changed. `quiet` leaves refusals to the caller. */
export function useSend<C extends Call>(call: C, { quiet = false } = {}) {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(sameUrl(call)) })
  return useMutation({
    mutationFn: (input: In<C>) => send(call, input),
    onSuccess: ({ message }) => {
      if (message) toast.success(message)
      return readAgain()
    },
    onError: (error) => {
      // A conflict says that what is shown here is old.
      if (error instanceof CallError && error.code === codes.conflict[0]) void readAgain()
      if (!quiet) toast.error(error.message)
    },
  })
}
