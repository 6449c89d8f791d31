import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { blankHistory } from '#server/history.ts'
import { dropUnused, photoOwners, putPhoto } from '#server/photos.ts'
import type { Input } from '#server/serve.ts'
import { lockChild } from '#server/students.ts'
import type { stu } from './stu.contract.ts'

/** Removes the face of a student, all that was handed in of it, and their files, which no undo brings back (domain, 5.4 and 7.13). */
export async function withdrawConsent({ entNo, stuNo }: Input<typeof stu.withdraw>, context: Context) {
  const { db } = context
  await lockChild(db, entNo, stuNo)
  const { rows: kept } = await sql<{ facePht: string | null }>`select face_pht from stu
    where ent_no = ${entNo} and stu_no = ${stuNo}`.execute(db)
  const { rows: handed } = await sql<{ applyNo: string; fileNo: string }>`delete from phtapply
    where ent_no = ${entNo} and stu_no = ${stuNo} and pht_type = 'face' returning apply_no, file_no`.execute(db)
  const used = kept[0]?.facePht
  if (!used && handed.length === 0) throw new Fault('invalid', '没有人脸照，不用删除')
  await putPhoto(db, photoOwners.stu, { entNo, no: stuNo, phtType: 'face', fileNo: null })
  const fileNos = [...new Set([...handed.map(({ fileNo }) => fileNo), ...(used ? [used] : [])])]
  await dropUnused(db, entNo, fileNos, context)
  await blankHistory(db, 'stu', { ent_no: entNo, stu_no: stuNo }, ['face_pht'])
  for (const { applyNo } of handed)
    await blankHistory(db, 'phtapply', { ent_no: entNo, apply_no: applyNo }, ['file_no', 'cnsnt_by', 'rem'])
  for (const fileNo of fileNos) await blankHistory(db, 'file', { ent_no: entNo, file_no: fileNo }, ['name', 'sha256'])
  return null
}
