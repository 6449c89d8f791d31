import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { mayLieUnder, StudentState, type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import type { TreeTable } from '#server/database/tree.ts'
import { unitDepthLimit, typeNames } from './edcunit.contract.ts'

export const unitTree: TreeTable = { table: 'edcunit', key: 'unitNo', parent: 'prtNo', noun: '单元', deepest: unitDepthLimit }

const facts = [
  'unitNo',
  'unitName',
  'selfNo',
  'prtNo',
  'unitType',
  'stdyPrd',
  'entrYear',
  'grdtYear',
  'curGrade',
  'clsNo',
  'nameLock',
  'waitFlag',
  'grdtFlag',
  'des',
  'rem',
  'showOrd',
  'stt',
] as const

/** Locks units by number until the transaction ends. Throws for one that is gone or may not be changed. */
export async function lockedUnits(db: Db, entNo: string, unitNos: readonly string[]) {
  const rows = await db
    .selectFrom('edcunit')
    .select(facts)
    .where('entNo', '=', entNo)
    .where('unitNo', 'in', unitNos)
    .where('stt', '<>', Status.deleted)
    .orderBy('unitNo')
    .forNoKeyUpdate()
    .execute()
  const byNo = new Map(rows.map((row) => [row.unitNo, row]))
  return unitNos.map((unitNo) => requireRow(byNo.get(unitNo)))
}

export type KeptUnit = Awaited<ReturnType<typeof lockedUnits>>[number]

export async function lockedUnit(db: Db, entNo: string, unitNo: string): Promise<KeptUnit> {
  return requireRow((await lockedUnits(db, entNo, [unitNo]))[0])
}

/** Returns the parent of others: one in use, of a type that holds theirs. Throws for others. */
export async function parentFor(db: Db, entNo: string, prtNo: string, unitType: string): Promise<KeptUnit> {
  const parent = await lockedUnit(db, entNo, prtNo)
  refuseParent(parent, unitType)
  return parent
}

export function refuseParent(parent: KeptUnit, unitType: string) {
  // Casts the type, which the contract and the table's check limit.
  const above = mayLieUnder[unitType as UnitType]
  if (above.length === 0) throw invalidField('unitType', '学校只有一所，不能另建')
  if (!(above as readonly string[]).includes(parent.unitType))
    throw invalidField(
      'prtNo',
      `${nameOf(unitType)}只能放在${above.map(nameOf).join('、')}之下，“${parent.unitName}”是${nameOf(parent.unitType)}`,
    )
  if (parent.waitFlag === '1') throw invalidField('prtNo', `“${parent.unitName}”之下不能再有单元`)
  if (parent.stt !== Status.enabled)
    throw invalidField('prtNo', `“${parent.unitName}”已${parent.grdtFlag === '1' ? '毕业' : '停用'}，请另选上级`)
}

const nameOf = (unitType: string) => typeNames[unitType as UnitType]

/** Throws invalid for changes of the school itself, of those without a class, and of what has left. */
export function refuseFixedUnit({ unitName, unitType, waitFlag, grdtFlag }: KeptUnit, verb: string) {
  if (unitType === unitTypes.school) throw new Fault('invalid', `学校自己不能${verb}`)
  if (waitFlag === '1') throw new Fault('invalid', `“${unitName}”随年级而有，不能${verb}`)
  if (grdtFlag === '1') throw new Fault('invalid', `“${unitName}”已毕业，不能${verb}`)
}

/** Counts the students of some states in units, each with the unit's name. */
export async function studentsIn(db: Db, entNo: string, units: ReturnType<typeof sql>, states?: readonly string[]) {
  const { rows } = await sql<{ unitName: string; count: number }>`
    select u.unit_name, count(*)::int as count from stu s join edcunit u using (ent_no, unit_no)
    where s.ent_no = ${entNo} and s.unit_no in ${units} and s.stt <> ${StudentState.deleted}
      and ${states ? sql`s.stt = any(${states})` : sql`true`} group by u.unit_no, u.unit_name order by u.unit_no`.execute(db)
  return rows
}
