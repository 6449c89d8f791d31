import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { sessionEnded } from '#contract/codes.ts'
import { readEnvelope, toRequest } from '#contract/wire.ts'
import { sayEnded } from './ended.ts'
import { dropSession, hasLapsed, readToken, stampTime } from './session.ts'

const timeout = 600_000

export type In<C extends Call> = z.input<C['input']>
export type Out<C extends Call> = z.output<C['output']>

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

/** Makes a call; throws a CallError for every refusal, also when the network fails. */
export async function send<C extends Call>(call: C, input: In<C>): Promise<{ result: Out<C>; message: string }> {
  const token = readToken()
  if (token && hasLapsed()) {
    dropSession()
    location.reload()
  }
  const { method, url, body } = toRequest(call, input as Record<string, unknown>)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(url, { method, headers, signal: AbortSignal.timeout(timeout), ...(body !== undefined && { body }) })
    .then(async (response) => readEnvelope(await response.json()))
    .catch(() => undefined)
  if (!answer) throw new CallError('网络连接失败，请检查网络后重试', -1, null)
  if (token && sessionEnded.includes(answer.code)) sayEnded()
  if (answer.code !== 0) throw new CallError(answer.message || 'Error', answer.code, answer.result)
  if (token) stampTime()
  // The server checks its results against the same contract.
  return { result: answer.result as Out<C>, message: answer.message }
}
