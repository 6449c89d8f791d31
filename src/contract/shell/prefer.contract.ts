import * as z from 'zod'
import { get, post, resource } from '../call.ts'
import { none } from '../fields.ts'

/** Names a preference and its subject: `columns /ent/emp/getpage`. */
const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w /.-]+$/, { error: '只能有字母、数字、空格和 / . - _' })
  .meta({ title: '偏好' })

/** Holds its value as JSON. */
const val = z.string().min(1).max(20_000).refine(isJson, { error: '不是有效的内容' }).meta({ title: '内容' })

const Preference = z.object({ name, val })

/** Defines the calls for a person's preferences: columns, density, colours, saved views. They apply in every browser. */
export const prefer = resource('/user/prefer', {
  getlist: get('session', z.object({}), z.array(Preference), { quiet: true }),
  /** Sets a preference; null restores the shipped value. */
  set: post('session', z.object({ name, val: val.nullable() }), none, '', { undo: false, place: 'caller', quiet: true }),
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return !/[\0\p{Cs}]/u.test(text)
  } catch {
    return false
  }
}
