import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { sessionEnded } from '#contract/codes.ts'
import { readEnvelope, toRequest } from '#contract/wire.ts'
import { toast } from './toast.tsx'
import { dropSession, hasLapsed, readToken, stampTime } from './session.ts'
import { sayEnded } from './ended.ts'

const timeout = 600_000

type In<C extends Call> = z.input<C['input']>
type Out<C extends Call> = z.output<C['output']>

/** A refused call: the server's code and sentence, and what it added (errors by field, the record as it is now). */
export class CallError extends Error {
  code: number
  result: unknown
  constructor(message: string, code: number, result: unknown) {
    super(message)
    this.code = code
    this.result = result
  }
  /** What is wrong, field by field. */
  get fields(): { field: string; message: string }[] {
    return (this.result as { errors?: { field: string; message: string }[] } | null)?.errors ?? []
  }
}

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

/** Makes a call; throws a CallError for every refusal, also when the network fails. */
export async function send<C extends Call>(call: C, input: In<C>): Promise<{ result: Out<C>; message: string }> {
  const token = readToken()
  if (token && hasLapsed()) {
    dropSession()
    location.reload()
  }
  const { method, url, body } = toRequest(call, input as Record<string, unknown>)
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(typeof body === 'string' && { 'content-type': 'application/json' }) }
  const answer = await fetch(url, { method, headers, signal: AbortSignal.timeout(timeout), ...(body !== undefined && { body }) })
    .then(async (response) => readEnvelope(await response.json()))
    .catch(() => undefined)
  if (!answer) throw new CallError('网络连接失败，请检查网络后重试', -1, null)
  if (sessionEnded.includes(answer.code)) sayEnded()
  if (answer.code !== 0) throw new CallError(answer.message || 'Error', answer.code, answer.result)
  if (token) stampTime()
  // The server checks its results against the same contract.
  return { result: answer.result as Out<C>, message: answer.message }
}

/** A read as a query: `useQuery(query(empgrp.getpage, input))`. */
export const query = <C extends Call>(call: C, input: In<C>) =>
  queryOptions({ queryKey: [call.path, input], queryFn: () => send(call, input).then(({ result }) => result) })

/** Reads that a change to `call` may have made stale: those of its own URL. */
const sameUrl = (call: Call) => call.path.slice(0, call.path.lastIndexOf('/') + 1)

/** A write: tells its success (2 s) or its refusal (5 s), and reads again what it changed. `quiet` leaves refusals to the caller. */
export function useSend<C extends Call>(call: C, { quiet = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: In<C>) => send(call, input),
    onSuccess: ({ message }) => {
      if (message) toast.success(message)
      return client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(sameUrl(call)) })
    },
    onError: (error) => quiet || toast.error(error.message),
  })
}
