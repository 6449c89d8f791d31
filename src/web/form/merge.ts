import type * as z from 'zod'
import { fieldLabel } from '#contract/explain.ts'

export type Values = Record<string, unknown>

export type Overlap = { field: string; label: string; base: unknown; theirs: unknown; mine: unknown }

/** Describes a record that two people changed: what was merged, and what both changed. */
export type Conflict = { merged: Values; overlaps: Overlap[]; theirs: Values }

const plain = (value: unknown) => (value === '' || value === undefined ? null : value)
/** Tells whether two values of a field mean the same; all empty values are equal. */
export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

/** Returns the fields of a call that differ from the record: absent is unchanged, null is cleared. */
export function changedFields(contract: z.ZodObject, values: Values, base: Values | undefined): Values {
  const fields = Object.keys(contract.shape).filter((field) => field in values && field !== 'ver' && field !== 'entNo')
  const changed = fields.filter((field) => (base ? !isSameValue(values[field], base[field]) : plain(values[field]) !== null))
  return Object.fromEntries(changed.map((field) => [field, plain(values[field])]))
}

/** Joins my changes with theirs; `overlaps` are the fields that both changed, to different values. */
export function mergeChanges(
  contract: z.ZodObject,
  base: Values,
  theirs: Values,
  mine: Values,
): Conflict & { theirFields: string[] } {
  const merged: Values = { ...mine }
  const overlaps: Overlap[] = []
  const theirFields: string[] = []
  for (const field of Object.keys(contract.shape).filter((name) => name in theirs && name !== 'ver' && name !== 'entNo')) {
    if (isSameValue(theirs[field], base[field])) continue
    const label = fieldLabel(contract, [field]) ?? field
    const untouched = isSameValue(mine[field], base[field])
    if (untouched) merged[field] = theirs[field]
    else if (!isSameValue(mine[field], theirs[field]))
      overlaps.push({ field, label, base: base[field], theirs: theirs[field], mine: mine[field] })
    if (untouched) theirFields.push(label)
  }
  return { merged, overlaps, theirs, theirFields }
}
