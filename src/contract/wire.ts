import * as z from 'zod'
import type { Call } from './call.ts'
import { unwrapSchema } from './explain.ts'

/** Gives the path of all calls (docs/spec/conventions.md#address). */
export const basePath = '/api/services'
const version = 'v1'

/** Describes every answer (docs/spec/conventions.md#envelope): code 0 is success. */
export type Envelope<Result = unknown> = { code: number; result: Result; message: string }

type WireRequest = { method: 'GET' | 'POST'; url: string; body?: string | FormData }

/** Builds the request of a call. */
export function toRequest(call: Call, input: Record<string, unknown>): WireRequest {
  const url = basePath + call.path
  if (call.method === 'GET') return { method: 'GET', url: `${url}?${toQuery({ ...input, version })}` }
  if (call.body === 'multipart') return { method: 'POST', url, body: toForm({ ...input, version }) }
  const body = call.body === 'data' ? { data: input, version } : { ...input, version }
  return { method: 'POST', url, body: JSON.stringify(body) }
}

function toQuery(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue
    query.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  return query.toString()
}

function toForm(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(input)) {
    if (value instanceof Blob) form.set(key, value)
    else if (value !== undefined) form.set(key, String(value))
  }
  return form
}

/**
 * Reads the raw input of a call from its query string: text becomes what the contract says; returns undefined where a key is
 * given twice.
 */
export function readQuery(call: Call, search: string): Record<string, unknown> | undefined {
  const raw: Record<string, unknown> = Object.create(null)
  for (const [rawKey, value] of new URLSearchParams(search)) {
    const list = rawKey.endsWith('[]')
    const key = list ? rawKey.slice(0, -2) : rawKey
    if (key === 'version' && value === version) continue
    if (list) {
      const items = (raw[key] ??= [])
      if (!Array.isArray(items)) return undefined
      items.push(value)
    } else if (key in raw) return undefined
    else raw[key] = fromText(Object.hasOwn(call.input.shape, key) ? call.input.shape[key] : undefined, value)
  }
  return raw
}

/** Reads the raw input of a call from its JSON body; undefined where the body is not of the form the contract states. */
export function readBody(call: Call, body: unknown): Record<string, unknown> | undefined {
  if (!isRecord(body)) return undefined
  const { version: outer, ...rest } = body
  if (outer !== undefined && outer !== version) return undefined
  if (call.body !== 'data') return rest
  const { data, ...strangers } = rest
  if (Object.keys(strangers).length > 0 || !isRecord(data)) return undefined
  const { version: inside, ...input } = data
  return inside === undefined || inside === version ? input : undefined
}

function fromText(schema: z.ZodType | undefined, value: string): unknown {
  const plain = unwrapSchema(schema)
  if (plain instanceof z.ZodNumber) return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (plain instanceof z.ZodArray) return value === '' ? [] : value.split(',')
  return value === '' ? undefined : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an answer; anything that is not an envelope is undefined. */
export function readEnvelope(value: unknown): Envelope | undefined {
  return isRecord(value) && typeof value.code === 'number' && typeof value.message === 'string' ? (value as Envelope) : undefined
}
