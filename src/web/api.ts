import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { CallError, type In, type Out, send } from './send.ts'
import { toast } from './toast.ts'
import { offerUndo, undoText } from './offerUndo.ts'

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

/** A read as a query: `useQuery(query(empgrp.getpage, input))`. */
export const query = <C extends Call>(call: C, input: In<C>) =>
  queryOptions({ queryKey: [call.path, input], queryFn: () => send(call, input).then(({ result }) => result) })

// What no ordinary change touches: dictionaries, areas, and who is signed in with which menu.
const dictionaries = '/ent/info/'
const lasting = [dictionaries, '/user/user/', '/user/mdl/', '/common/admnarea/']

// What changes a dictionary, or may: taking a change back.
const renewing = ['/ecb/info/', '/ecb/entinfo/', '/ecb/idnt/', '/ent/history/']

const isAmong = (urls: readonly string[], path: unknown) => urls.some((url) => String(path).startsWith(url))

/**
 * After a change everything else may be stale; only what is on the screen is read again now. An answer that is still on its
 * way may be from before the change: it is not waited for.
 */
export async function readAgain({ path }: Pick<Call, 'path'>) {
  const left = isAmong(renewing, path) ? lasting.filter((url) => url !== dictionaries) : lasting
  const changing = { predicate: ({ queryKey: [url] }: { queryKey: readonly unknown[] }) => !isAmong(left, url) }
  await queries.cancelQueries(changing)
  await queries.invalidateQueries(changing)
}

type Sending<C extends Call> = {
  /** Leaves refusals to the caller. */
  quiet?: boolean
  /** What the undo notice says was done. */
  said?: (input: In<C>, result: Out<C>) => string
}

/** A write: tells its success (2 s) or its refusal (5 s), offers to take it back (30 s), and reads again what it changed. */
export function useSend<C extends Call>(call: C, { quiet = false, said }: Sending<C> = {}) {
  return useMutation({
    mutationFn: (input: In<C>) => send(call, input),
    onSuccess: ({ message, result, op }, input) => {
      if (message) toast.success(message)
      if (op) offerUndo({ op, text: said?.(input, result) ?? undoText(message), entNo: (input as { entNo?: string }).entNo })
      return readAgain(call)
    },
    onError: (error) => {
      // A conflict says that what is shown here is old.
      if (error instanceof CallError && error.code === codes.conflict[0]) void readAgain(call)
      if (!quiet) toast.error(error.message)
    },
  })
}
