import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { softDelete } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { lockUnits } from '#domain/units/units.ts'
import type { edcunit } from '../edcunit.contract.ts'
import { type KeptUnit, lockedUnit, lockedUnits, refuseFixedUnit, studentsIn } from '../edcunit.rules.ts'

const listed = (names: readonly string[]) =>
  `${names
    .slice(0, 3)
    .map((name) => `“${name}”`)
    .join('、')}${names.length > 3 ? ` 等 ${names.length} 个` : ''}`

/** Puts units out of use, or back into it; only those that are named. */
export async function setStates({ entNo, datas }: Input<typeof edcunit.enable>, { db }: Context, stt: string) {
  await lockUnits(db, entNo)
  const units = await lockedUnits(db, entNo, datas)
  await setUnitState(db, entNo, units, stt)
  const unitNos = units.flatMap((unit) => (unit.stt === stt ? [] : [unit.unitNo]))
  if (unitNos.length > 0)
    await db.updateTable('edcunit').set({ stt }).where('entNo', '=', entNo).where('unitNo', 'in', unitNos).execute()
  return null
}

/** Sets the state of units. Throws inUse where it does not go with what lies above, below or in them. */
export async function setUnitState(db: Db, entNo: string, units: readonly KeptUnit[], stt: string) {
  const verb = stt === Status.enabled ? '启用' : '停用'
  for (const unit of units) refuseFixedUnit(unit, verb)
  const unitNos = units.map(({ unitNo }) => unitNo)
  if (stt === Status.enabled) return refuseBelowOff(db, entNo, unitNos)
  const { rows } = await sql<{ unitName: string }>`select unit_name from edcunit where ent_no = ${entNo}
    and prt_no = any(${unitNos}) and unit_no <> all(${unitNos}) and stt = ${Status.enabled} order by show_ord, unit_no`.execute(
    db,
  )
  if (rows.length > 0) throw new Fault('inUse', `下级${listed(rows.map(({ unitName }) => unitName))}还在使用，请先停用它们`)
  const [place] = await studentsIn(db, entNo, sql`(select unnest(${unitNos}::text[]))`, [StudentState.learning])
  if (place) throw new Fault('inUse', `“${place.unitName}”里还有 ${place.count} 名在读学生，请先调班再停用`)
}

async function refuseBelowOff(db: Db, entNo: string, unitNos: readonly string[]) {
  const { rows } = await sql<{ unitName: string; above: string }>`
    select u.unit_name, p.unit_name as above from edcunit u join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
    where u.ent_no = ${entNo} and u.unit_no = any(${unitNos}) and p.unit_no <> all(${unitNos}) and p.stt <> ${Status.enabled}`.execute(
    db,
  )
  const [off] = rows
  if (off) throw new Fault('inUse', `“${off.unitName}”的上级“${off.above}”已停用，请先启用上级`)
}

/** Deletes an empty unit. Throws inUse for one that holds anything. */
export async function deleteUnit({ entNo, unitNo, ver }: Input<typeof edcunit.delete>, { db }: Context) {
  await lockUnits(db, entNo)
  const unit = await lockedUnit(db, entNo, unitNo)
  if (unit.prtNo === null) refuseFixedUnit(unit, '删除')
  const { rows } = await sql<{ below: number; people: number }>`select
    (select count(*)::int from edcunit where ent_no = ${entNo} and prt_no = ${unitNo} and stt <> ${Status.deleted}) as below,
    (select count(*)::int from stu where ent_no = ${entNo} and unit_no = ${unitNo} and stt <> ${StudentState.deleted}) as people`.execute(
    db,
  )
  const { below = 0, people = 0 } = rows[0] ?? {}
  const left = [below && `${below} 个下级单元`, people && `${people} 名学生（含已毕业、转出的）`].filter(Boolean).join('和')
  if (left) throw new Fault('inUse', `“${unit.unitName}”里还有 ${left}，不能删除；不再使用时请停用`)
  return softDelete(db, 'edcunit', { entNo, unitNo }, ver)
}
