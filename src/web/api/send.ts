import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { codes, sessionEnded } from '#contract/codes.ts'
import { type Envelope, readEnvelope, toRequest } from '#contract/wire.ts'
import { trackBusy } from './busy.ts'
import { checkConnection, seeAnswer } from './connection.ts'
import { takeEarly } from './early.ts'
import { announceSessionEnd } from './sessionEnded.ts'
import { logError } from './errorLog.ts'
import { withCurrentSchool } from './currentSchool.ts'
import { hasLapsed, readToken, stampTime } from './session.ts'
import { leaveLapsed } from './signOut.ts'

export const callTimeout = 600_000

export type In<C extends Call> = z.input<C['input']>
export type Out<C extends Call> = z.output<C['output']>

// Lists the codes that say that something is wrong with the system or this page.
const wrong: readonly number[] = [codes.internal, codes.unavailable, codes.noSpace, codes.unknownCall, codes.mediaType].map(
  ([code]) => code,
)

/** Stands for the message of a refusal that has none (docs/spec/messages.md#errors). */
export const unsaid = 'Error'

/** Represents a refused call: the server's code and sentence, and what it added (errors by field, the record as it is now). */
export class CallError extends Error {
  override name = 'CallError'
  code: number
  result: unknown
  constructor(message: string, code: number, result: unknown) {
    super(message)
    this.code = code
    this.result = result
  }
  /** Lists the errors by field. */
  get fields(): { field: string; message: string }[] {
    return (this.result as { errors?: { field: string; message: string }[] } | null)?.errors ?? []
  }
}

/** Returns what a call that failed said, in all and by field; `isLost`: the server was not reached, another try may help. */
export const refusalOf = (error: Error) => ({
  message: error.message,
  fields: error instanceof CallError ? error.fields : [],
  isLost: error instanceof CallError && error.code < 0,
})

/** Describes the answer of a call; `op` names a change that can be undone, and is empty otherwise. */
export type Answer<C extends Call> = { result: Out<C>; message: string; op: string }

/** Makes a call; throws a CallError for every refusal, also when the network fails. */
export function send<C extends Call>(call: C, input: In<C>): Promise<Answer<C>> {
  return trackBusy(call, async () => {
    const response = await request(call, input)
    const envelope = requireSuccess(await response.json().catch(() => undefined), call)
    // Trusts the result: the server checks it against the same contract.
    return { result: envelope.result as Out<C>, message: envelope.message, op: response.headers.get('x-operation') ?? '' }
  })
}

/** Makes a call that answers a file, and lets the browser save it under the name that the server gave. */
export async function save<C extends Call>(call: C, input: In<C>): Promise<void> {
  const { file, named } = await trackBusy(call, async () => {
    const response = await request(call, input)
    const { headers } = response
    if (headers.get('content-type')?.startsWith('application/json'))
      requireSuccess(await response.json().catch(() => undefined), call)
    const named = headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
    return { file: await response.blob(), named }
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = decodeURIComponent(named ?? '')
  link.click()
  // Revokes the link later: the browser is still reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function request(call: Call, input: unknown): Promise<Response> {
  const { url, ...rest } = buildRequest(call, input)
  const early = call.method === 'GET' ? await takeEarly(url, readToken()) : undefined
  const response =
    early ??
    (await fetch(url, { ...rest, signal: AbortSignal.timeout(callTimeout) }).catch(() => {
      throw unreachableError(call)
    }))
  seeAnswer(response)
  return response
}

/** Builds the request of a call, as the signed-in user. */
export function buildRequest(call: Call, input: unknown) {
  const token = readToken()
  if (token && hasLapsed() && navigator.onLine) leaveLapsed()
  const { method, url, body } = toRequest(call, withCurrentSchool(call, input as Record<string, unknown>))
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  return { method, url, headers, ...(body !== undefined && { body }) }
}

/**
 * Returns the error of a call that got no answer, and looks what became of the connection. Without a network nothing was sent; what
 * was lost on its way may have been saved.
 */
export function unreachableError(call: Call): CallError {
  void checkConnection()
  const isWrite = call.method !== 'GET' && call.access !== 'open' && call.answers !== 'file'
  if (!navigator.onLine)
    return new CallError(isWrite ? '网络已断开，没有保存，请恢复后再试' : '网络已断开，请恢复后再试', -1, null)
  return logged(
    call,
    new CallError(isWrite ? '网络连接失败，可能没有保存，请核对后再试' : '网络连接失败，请检查网络后重试', -1, null),
  )
}

// Logs what is wrong with the system; a refusal that was foreseen is an answer, not an error.
function logged({ path }: Call, error: CallError): CallError {
  if (error.code > 0 && !wrong.includes(error.code)) return error
  logError({ kind: '接口', what: path, message: error.message, detail: error.code > 0 ? `代码 ${error.code}` : '' })
  return error
}

/** Returns the envelope of a success. Throws a CallError for a refusal. */
export function requireSuccess(body: unknown, call: Call): Envelope {
  const envelope = readEnvelope(body)
  if (!envelope) throw unreachableError(call)
  const isSignedIn = readToken() !== undefined
  if (isSignedIn && sessionEnded.includes(envelope.code)) announceSessionEnd()
  if (envelope.code !== 0) throw logged(call, new CallError(envelope.message || unsaid, envelope.code, envelope.result))
  if (isSignedIn && !call.passive) stampTime()
  return envelope
}
