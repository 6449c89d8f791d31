import type * as z from 'zod'
import type { Call } from '#contract/call.ts'

/** Stands for the code where the server did not answer. */
export const unreached = -1

/** Represents the refusal of a call, with the sentences by field. */
export class CallRefusal extends Error {
  override name = 'Refusal'
  readonly code: number
  readonly fields: { field: string; message: string }[]
  constructor(message: string, code: number, result?: unknown) {
    super(message)
    this.code = code
    this.fields = (result as { errors?: { field: string; message: string }[] } | null)?.errors ?? []
  }
}

type Input<C extends Call> = z.input<C['input']>
type Output<C extends Call> = z.output<C['output']>

/**
 * Makes a call of a small page: `ask<typeof visit.get>('GET', '/m/visit/get', { code })`. Contracts are types here, for their
 * rules would weigh more than the page. Throws a Refusal, also when the network fails.
 */
export async function askAsStranger<C extends Call>(
  method: C['method'],
  path: string,
  input: Input<C>,
  { file, token }: { file?: File; token?: string } = {},
): Promise<Output<C>> {
  const url = `/api/services${path}`
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const isQuery = method === 'GET'
  const response = await fetch(isQuery ? `${url}?${queryOf(input)}` : url, {
    method,
    ...(!isQuery && !file && { body: JSON.stringify({ data: input }) }),
    ...(file && { body: formOf(input, file) }),
    headers: { ...headers, ...(!isQuery && !file && { 'content-type': 'application/json' }) },
  }).catch(() => undefined)
  const envelope = (await response?.json().catch(() => undefined)) as
    | { code: number; message: string; result: unknown }
    | undefined
  if (!envelope) throw new CallRefusal('网络连接失败，请检查网络后重试', unreached)
  if (envelope.code !== 0) throw new CallRefusal(envelope.message, envelope.code, envelope.result)
  return envelope.result as Output<C>
}

const entriesOf = (input: object) =>
  Object.entries(input).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
const queryOf = (input: object) => new URLSearchParams(entriesOf(input)).toString()

function formOf(input: object, file: File): FormData {
  const form = new FormData()
  for (const [name = '', value = ''] of entriesOf(input)) form.set(name, value)
  form.set('file', file)
  return form
}

/** Returns a key from the part of the address that is never sent to a server: `#c=…`. */
export const readHashKey = (name: string): string => new URLSearchParams(location.hash.slice(1)).get(name) ?? ''
