import { Status } from '#contract/fields.ts'
import { requireUnit } from '#domain/units/units.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { invalidField } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'

/** Describes the grade, and if it is one the class, that rows go to which name none. */
export type GivenPlace = { name: string; gradeNo: string; classNo: string | undefined; isWaiting: boolean }

/**
 * Reads the class or grade that a list is for. Throws notFound for one that is gone or out of the caller's reach, invalid for one
 * that is not in use and for a unit that holds no students.
 */
export async function readGivenPlace(db: Db, entNo: string, unitNo: string): Promise<GivenPlace> {
  await requireUnit(db, { entNo, unitNo })
  const { unitName, unitType, prtNo, stt, grdtFlag, waitFlag } = await db
    .selectFrom('edcunit')
    .select(['unitName', 'unitType', 'prtNo', 'stt', 'grdtFlag', 'waitFlag'])
    .where('entNo', '=', entNo)
    .where('unitNo', '=', unitNo)
    .executeTakeFirstOrThrow()
  const isClass = unitType === unitTypes.class
  if (!isClass && unitType !== unitTypes.grade) throw invalidField('unitNo', `“${unitName}”不是年级或班级，不能导入到这里`)
  if (grdtFlag === '1') throw invalidField('unitNo', `“${unitName}”已毕业，不能再加入学生`)
  if (stt !== Status.enabled) throw invalidField('unitNo', `“${unitName}”已停用，请先启用，或不指定班级再导入`)
  return {
    name: unitName,
    gradeNo: isClass ? (prtNo ?? '') : unitNo,
    classNo: isClass ? unitNo : undefined,
    isWaiting: waitFlag === '1',
  }
}
