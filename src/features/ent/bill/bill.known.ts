import { type ArchiveField, archiveFieldOf } from '#contract/form/archiveFields.ts'
import { countHolding } from '#domain/collections/archive/knownCounts.ts'
import type { Db } from '#server/database/database.ts'

/** Counts whose archives hold a field already, within the caller's reach. */
export async function readKnownCount(db: Db, entNo: string, arcFld: string) {
  // Casts what the contract has looked up.
  const field = archiveFieldOf(arcFld) as ArchiveField
  return { owner: field.owner, ...(await countHolding(db, entNo, field)) }
}
