import { hashKey, onlineManager, QueryCache, QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import { codes, sessionEnded } from '#contract/codes.ts'
import { connection, watchConnection } from './connection.ts'
import { CallError, type In, type Out, send } from './send.ts'
import { toast } from '#web/feedback/toast.ts'
import { offerUndo, undoTextOf } from '#web/feedback/offerUndo.ts'

// Holds what was last told of each read that fails: said once for a cause, also where several reads of a page have the same one,
// and again after the read has succeeded.
const told = new Map<unknown, string>()

function tellFailure(error: Error, path: unknown) {
  // Leaves it to the line on top, to the window about the session, and to whoever gave up waiting.
  if (!(error instanceof CallError) || connection() === 'offline' || sessionEnded.includes(error.code)) return
  const isSaid = [...told.values()].includes(error.message)
  told.set(path, error.message)
  if (!isSaid) toast.error(error.message)
}

/**
 * Holds what was read. Nothing waits for the network unseen: without it a read or a write fails at once, and only what is read is
 * asked for again when it is back.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    // Says nothing where the page says it in place (`meta.saysItself`).
    onError: (error, { queryKey, meta }) => meta?.saysItself || tellFailure(error, queryKey[0]),
    onSuccess: (_, { queryKey }) => void told.delete(queryKey[0]),
  }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})
onlineManager.setEventListener((tell) => watchConnection(() => tell(connection() === 'online')))

/** Returns a read as a query: `useQuery(query(empgrp.getpage, input))`. */
export const query = <C extends Call>(call: C, input: In<C>) =>
  queryOptions({ queryKey: [call.path, input], queryFn: () => send(call, input).then(({ result }) => result) })

// Lists data that ordinary changes leave alone (dictionaries, areas, the session user and menu), with the calls that change it.
const lasting: Record<string, readonly string[]> = {
  '/ent/info/': ['/ecb/info/', '/ecb/entinfo/', '/ecb/idnt/', '/ent/history/'],
  '/user/user/': ['/user/user/update', '/user/user/verifytel', '/ent/emp/applyfor', '/ent/photo/', '/ent/history/'],
  '/user/mdl/': [],
  '/user/prefer/': [],
  '/common/admnarea/': [],
}

const isAmong = (urls: readonly string[], path: unknown) => urls.some((url) => String(path).startsWith(url))

/**
 * Marks everything else as stale after a change, and reads again what is on the screen. Does not wait for an answer on its way,
 * which may be from before the change. `but`: the query that the caller keeps up to date.
 */
export async function readAgain({ path }: Pick<Call, 'path'>, but?: readonly unknown[]) {
  const left = Object.keys(lasting).filter((url) => !isAmong(lasting[url] ?? [], path))
  const isKept = (queryKey: readonly unknown[]) => but !== undefined && hashKey(queryKey) === hashKey(but)
  const changing = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !isAmong(left, queryKey[0]) && !isKept(queryKey),
  }
  await queries.cancelQueries(changing)
  await queries.invalidateQueries(changing)
}

type Sending<C extends Call> = {
  /** Leaves refusals to the caller. */
  quiet?: boolean
  /** Returns the text of the undo notice. */
  said?: (input: In<C>, result: Out<C>) => string
}

/** Returns a write: reports its success (2 s) or its refusal (5 s), offers to undo it (30 s), and reads again what it changed. */
export function useSend<C extends Call>(call: C, { quiet = false, said }: Sending<C> = {}) {
  return useMutation({
    mutationFn: (input: In<C>) => send(call, input),
    onSuccess: ({ message, result, op }, input) => {
      const told = message || call.message
      const { entNo } = input as { entNo?: string }
      // Says it once: with what undoes it, where something does.
      if (op) offerUndo({ op, text: said?.(input, result) ?? undoTextOf(told, input as object), message: told, entNo })
      else if (told) toast.success(told)
      return readAgain(call)
    },
    onError: (error) => {
      // Reads again after a conflict, since what is shown here is old.
      if (error instanceof CallError && error.code === codes.conflict[0]) void readAgain(call)
      if (!quiet) toast.error(error.message)
    },
  })
}
