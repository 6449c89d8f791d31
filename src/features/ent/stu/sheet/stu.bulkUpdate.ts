import type { Context } from '#server/call/context.ts'
import type { Fault } from '#server/base/fault.ts'
import { changedOf, keepVerified } from '#domain/people/personFacts.ts'
import type { Refusals } from '#server/base/refusals.ts'
import { definedOnly, updateMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import type { Input } from '#server/call/serve.ts'
import { releaseSwapped } from '#server/access/unique.ts'
import { wrongClasses } from '#domain/units/units.ts'
import type { stu } from '../stu.contract.ts'
import { type KeptStudent, lockLive, refuseLeft } from '../write/stu.state.ts'
import { refuseTakenNumbers } from '../write/stu.uniqueness.ts'
import { labelRules } from '../labels/stu.labels.ts'

/** Describes what of a student is stored in its own row. */
type StudentChange = Omit<Input<typeof stu.update>, 'entNo' | 'cardPht' | 'facePht' | 'cnsntFlag' | 'cnsntBy'>

/**
 * Changes students, each in what its row names, and answers what they were. What is refused is left in `refusals`; where
 * there is anything, nothing was written.
 */
export async function changeStudents(refusals: Refusals, context: Context, entNo: string, rows: readonly StudentChange[]) {
  const { db, services } = context
  const nextLabels = rows.some(({ wts }) => wts !== undefined) ? await labelRules(context, entNo) : undefined
  const locked = await lockLive(
    db,
    entNo,
    rows.map(({ stuNo }) => stuNo),
  )
  const known = new Map(locked.map((student) => [student.stuNo, student]))
  const movesOf = ({ stuNo, unitNo }: StudentChange) => (unitNo && unitNo !== known.get(stuNo)?.unitNo ? [unitNo] : [])
  const wrong = await wrongClasses(db, entNo, rows.flatMap(movesOf))

  const changes = rows.flatMap((row, index) => {
    const { stuNo, ver: _, wts, ...facts } = row
    const kept = refusals.current(index, row, known, { key: 'stuNo', name: 'stuName' })
    if (!kept) return []
    const [moved] = movesOf(row)
    refusals.attempt(index, 'unitNo', () => moved && refuseMove(kept, wrong.get(moved)))
    refusals.attempt(index, 'authTel', () => keepVerified(facts.authTel, kept))
    const stored = refusals.attempt(index, 'idNo', () => changedOf(facts, kept.idNo, services.secret))
    const labels = wts !== undefined && { wts: refusals.attempt(index, 'wts', () => nextLabels?.(kept, wts)) }
    const { stuName = kept.stuName, stdyNo = kept.stdyNo, authTel = kept.authTel } = facts
    const words = searchTextOf(studentTable, { stuNo, stuName, stdyNo, authTel })
    return [{ stuNo, ...definedOnly(stored ?? {}), ...labels, searchText: words }]
  })
  // Hides who has a number from a caller who names nobody.
  const numbered = rows.map((row) => {
    const kept = known.get(row.stuNo)
    return kept && { ...row, stuName: row.stuName ?? kept.stuName, stt: kept.stt }
  })
  await refuseTakenNumbers(refusals, context, entNo, numbered)
  if (refusals.count > 0) return known
  for (const column of studentTable.swappable ?? [])
    await releaseSwapped(db, { table: 'stu', entNo, key: 'stuNo', column }, changes)
  await updateMany(db, 'stu', entNo, 'stuNo', changes)
  return known
}

function refuseMove(kept: KeptStudent, wrong: Fault | undefined) {
  refuseLeft([kept], '调班')
  if (wrong) throw wrong
}
