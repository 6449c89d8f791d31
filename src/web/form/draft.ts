import * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { changedFields, isSameValue, type Values } from './merge.ts'
import { isMaskedValue } from '#contract/values/masking.ts'

/** Describes the stored draft of a form: what was changed, what it was before, and the record's version then. */
const Kept = z.object({
  changes: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()),
  ver: z.number().nullable(),
})
export type KeptDraft = z.output<typeof Kept>

const longest = 200

/**
 * Returns the name that a draft is stored under: the call and the record's number. Returns undefined for forms about a whole
 * choice of records, which have no drafts.
 */
export function draftName(path: string, numbers: Values): string | undefined {
  const name = [path, ...Object.values(numbers).filter((one) => one !== null && one !== '')].map(String).join(' ')
  return name.length <= longest ? name : undefined
}

/** Returns the draft of a form now, undefined where there is nothing to store; passwords, masked values and files never are. */
export function draftOf(contract: z.ZodObject, values: Values, start: Values): KeptDraft | undefined {
  const isKept = (field: string, value: unknown) => {
    const { secret, masked } = metaOf(contract.shape[field] as z.ZodType)
    return !secret && !(value instanceof Blob) && !(masked && isMaskedValue(value))
  }
  const changes = Object.entries(changedFields(contract, values, start)).filter(([field, value]) => isKept(field, value))
  if (changes.length === 0) return undefined
  const before = changes.map(([field]) => [field, start[field] ?? null] as const).filter(([field, value]) => isKept(field, value))
  return { changes: Object.fromEntries(changes), before: Object.fromEntries(before), ver: versionOf(start) }
}

/** Reads what was kept; of another release it may be of another form. */
export function readDraft(text: string): KeptDraft | undefined {
  return Kept.safeParse(JSON.parse(text)).data
}

/** Returns what a draft still changes in a record, leaving out what has been typed meanwhile. */
export function stillChanges(contract: z.ZodObject, { changes }: KeptDraft, start: Values, now: Values): Values {
  const typed = changedFields(contract, now, start)
  const left = Object.entries(changes).filter(
    ([field, value]) => field in contract.shape && !(field in typed) && !isSameValue(value, start[field]),
  )
  return Object.fromEntries(left)
}

/** Tells whether the record was changed after its draft was stored. */
export const isOutdated = ({ ver }: KeptDraft, start: Values) => ver !== versionOf(start)

const versionOf = ({ ver }: Values) => (typeof ver === 'number' ? ver : null)
