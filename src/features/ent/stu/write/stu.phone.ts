import { invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { giveReason } from '#server/history/history.ts'
import { changeRow } from '#server/database/tableRows.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import type { Input } from '#server/call/serve.ts'
import type { stu } from '../stu.contract.ts'
import { lockStudent, refuseLeft } from './stu.state.ts'

/** Marks a student's phone as verified; children get no account by it. Throws invalid without a phone and for a verified one. */
export async function certifyStudent({ entNo, stuNo, authTel }: Input<typeof stu.auth>, { db }: Context) {
  const kept = await lockStudent(db, entNo, stuNo)
  refuseLeft([kept], '认证')
  const phone = authTel ?? kept.authTel
  if (!phone) throw invalidField('authTel', '还没有手机，请先填写再认证')
  if (kept.authFlag === '1' && phone !== kept.authTel) throw invalidField('authTel', '手机已认证，换号请用“改手机”')
  await changeRow(db, studentTable, { entNo, stuNo }, { authTel: phone, authFlag: '1' }, [])
  return null
}

/**
 * Changes a student's phone; a certified one stays so. Several children may have one phone. Throws invalid for the same phone.
 */
export async function changeStudentPhone({ entNo, stuNo, authTel, reason }: Input<typeof stu.updatephone>, { db }: Context) {
  if (reason) await giveReason(db, reason)
  const kept = await lockStudent(db, entNo, stuNo)
  if (kept.authTel === authTel) throw invalidField('authTel', '新手机与原来的相同')
  await changeRow(db, studentTable, { entNo, stuNo }, { authTel }, [])
  return null
}
