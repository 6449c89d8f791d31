import * as z from 'zod'
import { get, resource } from '../call.ts'
import { maskedText, typed } from '../fields.ts'
import { oneLine } from '../values/plain.ts'

/** Lists the kinds of search results from the server, in the order in which they are shown. */
export const hitKinds = ['stu', 'ptr', 'emp', 'unit', 'org', 'mtg', 'act', 'res', 'ent', 'cfg'] as const

/** Describes a hit: its name, a line that tells it apart, a masked phone, its state, and the page that shows it. */
export const Hit = z.object({
  no: z.string(),
  name: z.string(),
  note: z.string(),
  tel: maskedText,
  /** Holds its state; null for the usual one. */
  stt: z.string().nullable(),
  path: z.string(),
})

/** Groups at most six hits of a kind. */
const Group = z.object({ kind: z.enum(hitKinds), hits: z.array(Hit) })

/** Describes a phrase as it was understood, and the list that shows just these; null where none can. */
const Understood = z.object({ kind: z.enum(hitKinds), text: z.string(), path: z.string().nullable() })

/** Defines the calls for the search over everything, in the caller's enterprise: calls of our own (docs/spec/search.md). */
export const search = resource('/user/search', {
  get: get(
    'session',
    z.object({ word: typed().min(1).max(40).regex(oneLine).meta({ title: '搜索' }) }),
    z.object({ groups: z.array(Group), phrase: Understood.nullable() }),
    { place: 'caller', quiet: true },
  ),
})
