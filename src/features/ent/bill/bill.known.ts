import { type ArchiveField, archiveFieldOf } from '#contract/form/archiveFields.ts'
import { countHolding } from '#domain/collections/archive/knownCounts.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'

/** Counts whose archives hold a field already, within the caller's reach. Throws notFound for another enterprise. */
export async function readKnownCount(context: Context, entNo: string, arcFld: string) {
  requireOwn(context, entNo)
  // Casts what the contract has looked up.
  const field = archiveFieldOf(arcFld) as ArchiveField
  return { owner: field.owner, ...(await countHolding(context.db, entNo, field)) }
}
