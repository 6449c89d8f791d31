import * as z from 'zod'
import type { Access } from './access.ts'
import { no, none, ordersOf } from './fields.ts'

type Body = 'data' | 'datas' | 'none' | 'multipart'

/**
 * Describes one call of the product as data: the route, its rules, its client, its button and its tests are all derived from it.
 */
export type Call<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  /** Holds the path under the base path, e.g. `/ent/empgrp/getpage`; set by `resource`. */
  path: string
  method: 'GET' | 'POST'
  body: Body
  input: Input
  output: Output
  access: Access
  /** Says what it does, in a few words, where its name does not tell (`src/server/call/callTitles.ts`). */
  title?: string | undefined
  /** Holds the sentence that reports a successful write (`calls.tsv`). */
  message: string
  /** Limits the time of a statement: `list` 15 s; `long` (imports, checks of all pupils) 5 min, with more memory to sort in. */
  time: 'list' | 'long'
  /** Tells whether its changes can be undone. */
  undo: boolean
  /**
   * Names the owner of the records. `enterprise`: the enterprise, below which operators write and bureaus read; `managed`: the
   * enterprise and the agents that manage it; `given`: assigned to an enterprise from above, never changed by itself; `platform`:
   * all, changed by the operators alone; `caller`: the caller in any enterprise, so that `entNo` is an input like others.
   */
  place: 'enterprise' | 'managed' | 'given' | 'platform' | 'caller'
  /** Names the kind of answer: a `file` is streamed as it is; its refusals are envelopes like all others. */
  answers: 'envelope' | 'file'
  /** Limits the file of a multipart call, in bytes. */
  largest: number
  /** Tells that it is made without the global loading indicator (docs/spec/page.md#frame). */
  quiet: boolean
  /** Tells that a page makes it by itself, again and again: it does not prolong the session, nor is it somebody at work. */
  passive: boolean
  /** Tells that its answer may be some seconds old, and is read from a replica where there is one (`DATABASE_READ_URL`). */
  replica: boolean
  /** Tells that its `datas` are rows (`cellRows`), whose cell errors are reported all together. */
  cells: boolean
}

type Options = Partial<
  Pick<Call, 'title' | 'body' | 'time' | 'undo' | 'place' | 'answers' | 'largest' | 'quiet' | 'passive' | 'replica' | 'cells'>
>
type WithEnterprise<Input extends z.ZodObject> = z.ZodObject<Input['shape'] & { entNo: z.ZodOptional<typeof no> }, z.core.$strict>

/** Declares a call that reads. */
export function get<Input extends z.ZodObject, Output extends z.ZodType>(
  access: Access,
  input: Input,
  output: Output,
  options?: Options,
) {
  return describe('GET', { access, input, output, message: '', options })
}

/** Declares a call that changes something; `message` is shown when it succeeded. */
// oxlint-disable-next-line max-params -- contracts are read as a list: access, input, output, message
export function post<Input extends z.ZodObject, Output extends z.ZodType>(
  access: Access,
  input: Input,
  output: Output,
  message: string,
  options?: Options,
) {
  return describe('POST', { access, input, output, message, options })
}

/** Describes a file to be sent: its path for the moment, its name and its type. */
export const Download = z.object({ path: z.string(), name: z.string(), type: z.string() })

/** Declares a call that answers a file; it is recorded as a look at data, and cannot be undone. */
export function download<Input extends z.ZodObject>(access: Access, input: Input, options?: Options) {
  return describe('POST', {
    access,
    input,
    output: Download,
    message: '',
    options: { answers: 'file', time: 'long', undo: false, ...options },
  })
}

/** Declares the order call of a list: the whole sibling set with its places. */
export function postOrder<List extends string, Key extends string>(access: Access, list: List, key: Key, options?: Options) {
  const input = z.object({ [list]: ordersOf(key) } as Record<List, ReturnType<typeof ordersOf<Key>>>)
  return describe('POST', { access, input, output: none, message: '排序成功', options })
}

/** Gives each call of one URL its path. */
export function resource<Calls extends Record<string, Omit<Call, 'path'>>>(url: string, calls: Calls) {
  const entries = Object.entries(calls).map(([name, call]) => [name, { ...call, path: `${url}/${name}` }])
  return Object.fromEntries(entries) as { [Name in keyof Calls]: Calls[Name] & { path: string } }
}

function describe<Input extends z.ZodObject, Output extends z.ZodType>(
  method: 'GET' | 'POST',
  {
    access,
    input,
    output,
    message,
    options = {},
  }: { access: Access; input: Input; output: Output; message: string; options?: Options | undefined },
) {
  // Lets every call accept entNo (docs/spec/conventions.md#bodies: optional where the list of calls does not name it) and refuse
  // unknown keys.
  const shape = { ...input.shape, entNo: no.optional().meta({ title: '单位编号' }) }
  const strict = z.strictObject(shape) as unknown as WithEnterprise<Input>
  const defaults = {
    body: 'data' as Body,
    time: 'list' as Call['time'],
    undo: method === 'POST',
    place: 'enterprise' as Call['place'],
    answers: 'envelope' as Call['answers'],
    largest: 20 * 2 ** 20,
    quiet: false,
    passive: false,
    replica: false,
    cells: false,
  }
  return { method, ...defaults, access, input: strict, output, message, ...options }
}
