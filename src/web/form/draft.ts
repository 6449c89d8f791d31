import * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { changedFields, same, type Values } from './merge.ts'
import { isMasked } from './masked/masked.ts'

/** What is kept of a form: what was changed, what that was before, and the record's version then. */
const Kept = z.object({
  changes: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()),
  ver: z.number().nullable(),
})
export type Kept = z.output<typeof Kept>

const longest = 200

/** What a draft is kept under: the call and the record's number. Forms about a whole choice of records have none. */
export function draftName(path: string, numbers: Values): string | undefined {
  const name = [path, ...Object.values(numbers).filter((one) => one !== null && one !== '')].map(String).join(' ')
  return name.length <= longest ? name : undefined
}

/** What is to be kept of a form now; passwords, masked values and files never are. */
export function draftOf(contract: z.ZodObject, values: Values, start: Values): Kept | undefined {
  const isKept = (field: string, value: unknown) => {
    const { secret, masked } = metaOf(contract.shape[field] as z.ZodType)
    return !secret && !(value instanceof Blob) && !(masked && isMasked(value))
  }
  const changes = Object.entries(changedFields(contract, values, start)).filter(([field, value]) => isKept(field, value))
  if (changes.length === 0) return undefined
  const before = changes.map(([field]) => [field, start[field] ?? null] as const).filter(([field, value]) => isKept(field, value))
  return { changes: Object.fromEntries(changes), before: Object.fromEntries(before), ver: versionOf(start) }
}

/** Reads what was kept; of another release it may be of another form. */
export function readDraft(text: string): Kept | undefined {
  return Kept.safeParse(JSON.parse(text)).data
}

/** What a draft still changes about a record, leaving out what has been typed meanwhile. */
export function stillChanges(contract: z.ZodObject, { changes }: Kept, start: Values, now: Values): Values {
  const typed = changedFields(contract, now, start)
  const left = Object.entries(changes).filter(
    ([field, value]) => field in contract.shape && !(field in typed) && !same(value, start[field]),
  )
  return Object.fromEntries(left)
}

/** Whether the record was changed after a draft of it was kept. */
export const isOutdated = ({ ver }: Kept, start: Values) => ver !== versionOf(start)

const versionOf = ({ ver }: Values) => (typeof ver === 'number' ? ver : null)
