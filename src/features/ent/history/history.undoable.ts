import type * as z from 'zod'
import { permits } from '#contract/access.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import { isSealed, type Secret } from '#server/database/secret.ts'
import { holdsSex, sexOut } from '#contract/values/sex.ts'
import type { MayRestore } from '#server/history/describeChanges.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { tableOf } from '#server/database/tables.ts'

/** Describes a row as history stores it. */
export type Row = Record<string, unknown>

/** Describes the record's enterprise, and its own present rows, by their tables. */
type Asked = { entNo: string; now: ReadonlyMap<string, Row> }

/**
 * Tells whether a field can be given a former value again: the call that writes the record takes the field and the value, refuses
 * neither of the record as it is now, and the caller may make that call.
 */
export function undoableFields({ me, services }: Context, own: readonly string[], { entNo, now }: Asked): MayRestore {
  return (table, field, was) => {
    const { change, elsewhere, refuses } = tableOf(table)?.history ?? {}
    const row = now.get(table)
    const schema = change?.input.shape[writtenAs(table, field)]
    if (!own.includes(table) || !row || !change || !schema || elsewhere?.includes(field)) return false
    if (!permits(me, change.access) || refuses?.(field, row, { me, isOwn: entNo === me.entNo })) return false
    return schema.safeParse(wireOf(schema, field, was, services.secret)).success
  }
}

/** Returns the name under which the call that changes a table takes a field. */
export const writtenAs = (table: string, field: string) => tableOf(table)?.history?.writes?.[field] ?? field

/** Returns a stored value as its call takes it. */
export function wireOf(schema: z.ZodType | undefined, field: string, row: Row, secret: Secret): unknown {
  const kept = row[snakeOf(field)] ?? null
  if (typeof kept !== 'string' || !schema) return kept
  if (holdsSex(field)) return sexOut(kept)
  if (metaOf(schema).masked && isSealed(kept)) return secret.open(kept)
  const plain = unwrapSchema(schema)
  if (plain && /^\d{4}-\d\d-\d\d/.test(kept) && !plain.safeParse(kept).success)
    return kept.replace(/\D/g, '').slice(0, kept.includes('T') ? 14 : 8)
  return kept
}
