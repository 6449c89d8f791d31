import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/idNumber.ts'
import type { Context } from './context.ts'
import { Fault } from './fault.ts'
import { refuseTaken } from './guardians.ts'
import { type GuardianChange, type KeptGuardian, lockGuardians } from './guardianWrite.ts'
import { changedOf, complain } from './personFacts.ts'
import { changedMeanwhile, Refusals } from './refusals.ts'
import { given, updateMany } from './rows.ts'
import { pastReach } from './scope.ts'
import { searchText } from './search.ts'
import { doublesIn, freeHandedOn, type Holder, type Wanted } from './unique.ts'

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
    const { ptrNo, ver, ...facts } = row
    const kept = known.get(ptrNo)
    if (!kept || (ver !== undefined && ver !== kept.ver)) {
      refusals.add(index, kept ? 'ver' : 'ptrNo', kept ? changedMeanwhile(kept.ptrName) : new Fault('notFound'))
      return []
    }
    if (facts.authTel && facts.authTel !== kept.authTel && kept.authFlag === '1')
      refusals.add(index, 'authTel', complain('authTel', '手机已认证，请用“改手机”'))
    const stored = refusals.attempt(index, 'idNo', () => changedOf(facts, kept.idNo, services.secret)) ?? {}
    const { ptrName = kept.ptrName, authTel = kept.authTel } = facts
    const words = (facts.ptrName || facts.authTel) && { searchText: searchText(ptrName, [ptrNo], authTel) }
    return [{ ptrNo, ...given(stored), ...words }]
  })
  await refuseTakenOf(refusals, context, entNo, rows, known)
  if (refusals.count > 0) return known
  await freeHandedOn(db, 'ptr', entNo, { key: 'ptrNo', column: 'idNoHash' }, changes)
  await updateMany(db, 'ptr', entNo, 'ptrNo', changes)
  return known
}

/** Refuses phones and ID numbers that another guardian has, who is told with the child, or that several rows are to have. */
async function refuseTakenOf(
  refusals: Refusals,
  context: Context,
  entNo: string,
  rows: readonly GuardianChange[],
  known: ReadonlyMap<string, KeptGuardian>,
) {
  const { secret } = context.services
  const wantedOf = (valueOf: (row: GuardianChange) => string | null | undefined): Wanted[] =>
    rows.flatMap((row, index) => {
      const [value, name] = [valueOf(row), row.ptrName ?? known.get(row.ptrNo)?.ptrName ?? '']
      return value ? [{ index, no: row.ptrNo, name, value }] : []
    })
  const kinds = [
    { field: 'authTel', column: 'authTel', label: '手机', wanted: wantedOf(({ authTel }) => authTel) },
    { field: 'idNo', column: 'idNoHash', label: '身份证号', wanted: wantedOf(({ idNo }) => idNo && secret.hash(toIdNo18(idNo))) },
  ] as const
  for (const { field, column, label, wanted } of kinds) {
    const leaving = new Set(rows.flatMap((row) => (row[field] !== undefined ? [row.ptrNo] : [])))
    const { taken, twice } = doublesIn(wanted, await holdersOf(context, entNo, column, wanted), leaving)
    for (const { one } of taken) {
      const sought = { [field]: rows[one.index]?.[field] }
      await refuseTaken(context, entNo, sought, one.no).catch((error: unknown) => {
        if (!(error instanceof Fault)) throw error
        refusals.add(one.index, field, error)
      })
    }
    for (const { one, names } of twice) {
      const message = `${label}在这一批里有几行相同：${names}`
      refusals.add(one.index, field, new Fault('taken', message, { errors: [{ field, message }] }))
    }
  }
}

async function holdersOf(context: Context, entNo: string, column: 'authTel' | 'idNoHash', wanted: readonly Wanted[]) {
  if (wanted.length === 0) return []
  const values = wanted.map(({ value }) => value)
  const { rows } = await pastReach(context, () =>
    sql<Holder>`select ptr_no as no, ${sql.ref(column)} as value from ptr
      where ent_no = ${entNo} and ${sql.ref(column)} = any(${values}) and stt <> ${Status.deleted}`.execute(context.db),
  )
  return rows
}
