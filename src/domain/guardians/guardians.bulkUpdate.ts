import { toIdNo18 } from '#contract/values/idNumber.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, takenField } from '#server/base/fault.ts'
import { refuseTakenGuardian } from './guardians.ts'
import { type GuardianChange, type StoredGuardian, lockGuardians } from './guardianWrite.ts'
import { changedOf, keepVerified } from '#domain/people/personFacts.ts'
import { Refusals } from '#server/base/refusals.ts'
import { definedOnly, updateMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { guardianTable } from './guardian.table.ts'
import { numbersNaming, doublesIn, releaseSwapped, holdersOf, wantedOf } from '#server/access/unique.ts'

/** Changes what a form names of one guardian; throws what is refused of it. */
export async function changeGuardian(context: Context, entNo: string, change: GuardianChange) {
  const refusals = new Refusals()
  await changeGuardians(refusals, context, entNo, [change])
  if (refusals.first) throw refusals.first
}

/**
 * Changes guardians, each in what its row names, and answers what they were. What is refused is left in `refusals`; where
 * there is anything, nothing was written.
 */
export async function changeGuardians(refusals: Refusals, context: Context, entNo: string, rows: readonly GuardianChange[]) {
  const { db, services } = context
  const known = await lockGuardians(
    db,
    entNo,
    rows.map(({ ptrNo }) => ptrNo),
  )
  const changes = rows.flatMap((row, index) => {
    const { ptrNo, ver: _, ...facts } = row
    const kept = refusals.current(index, row, known, { key: 'ptrNo', name: 'ptrName' })
    if (!kept) return []
    refusals.attempt(index, 'authTel', () => keepVerified(facts.authTel, kept))
    const stored = refusals.attempt(index, 'idNo', () => changedOf(facts, kept.idNo, services.secret)) ?? {}
    const { ptrName = kept.ptrName, authTel = kept.authTel } = facts
    const words = (facts.ptrName || facts.authTel) && { searchText: searchTextOf(guardianTable, { ptrNo, ptrName, authTel }) }
    return [{ ptrNo, ...definedOnly(stored), ...words }]
  })
  // Hides who has a number from a caller who names nobody.
  const there = rows.map((row) => (known.has(row.ptrNo) ? row : undefined))
  await refuseTakenOf(refusals, context, entNo, { rows: there, known })
  if (refusals.count > 0) return known
  await releaseSwapped(db, { table: 'ptr', entNo, key: 'ptrNo', column: 'idNoHash' }, changes)
  await updateMany(db, 'ptr', entNo, 'ptrNo', changes)
  return known
}

/** Refuses phones and ID numbers that another guardian has, who is told with the child, or that several rows are to have. */
async function refuseTakenOf(
  refusals: Refusals,
  context: Context,
  entNo: string,
  { rows, known }: { rows: readonly (GuardianChange | undefined)[]; known: ReadonlyMap<string, StoredGuardian> },
) {
  const { secret } = context.services
  const whoOf = ({ ptrNo, ptrName }: GuardianChange) => ({ no: ptrNo, name: ptrName ?? known.get(ptrNo)?.ptrName ?? '' })
  const hashOf = ({ idNo }: GuardianChange) => idNo && secret.hash(toIdNo18(idNo))
  const kinds = [
    { field: 'authTel', column: 'authTel', label: '手机', wanted: wantedOf(rows, whoOf, ({ authTel }) => authTel) },
    { field: 'idNo', column: 'idNoHash', label: '身份证号', wanted: wantedOf(rows, whoOf, hashOf) },
  ] as const
  for (const { field, column, label, wanted } of kinds) {
    const holders = await holdersOf(context, entNo, { table: 'ptr', key: 'ptrNo', column }, wanted)
    const { taken, twice } = doublesIn(wanted, holders, numbersNaming(rows, 'ptrNo', field))
    for (const { one } of taken) {
      const numbers = { [field]: rows[one.index]?.[field] }
      await refuseTakenGuardian(context, entNo, numbers, one.no).catch((error: unknown) => {
        if (!(error instanceof Fault)) throw error
        refusals.add(one.index, field, error)
      })
    }
    for (const { one, names } of twice) {
      const message = `${label}在这一批里有几行相同：${names}`
      refusals.add(one.index, field, takenField(field, message))
    }
  }
}
