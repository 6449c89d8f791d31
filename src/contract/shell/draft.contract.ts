import * as z from 'zod'
import { get, post, resource } from '../call.ts'
import { none, time14 } from '../fields.ts'
import { oneLine } from '../values/plain.ts'

/** Names the form and its record: `/ent/emp/update E0001`. */
const name = z.string().min(1).max(200).regex(oneLine).meta({ title: '表单' })

const Draft = z.object({
  /** Holds the unsaved values, as JSON. */
  val: z.string(),
  updTm: time14.meta({ title: '时间' }),
})

/**
 * Defines the calls for unsaved form input: of the caller alone, in their own enterprise, for seven days
 * (docs/spec/personal-data.md#in-the-browser).
 */
export const draft = resource('/user/draft', {
  get: get('session', z.object({ name }), Draft.nullable(), { quiet: true }),
  set: post('session', z.object({ name, val: z.string().min(1).max(60_000).meta({ title: '内容' }) }), none, '', {
    undo: false,
    place: 'caller',
    quiet: true,
  }),
  delete: post('session', z.object({ name }), none, '', { undo: false, place: 'caller', quiet: true }),
})
