import { sql } from 'kysely'
import { MergeState } from '#features/ent/duplicate/duplicate.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { blankHistory } from '#server/history/history.ts'
import { dropUnused, photoOwners, putPhoto } from '#domain/people/photos.ts'
import type { Input } from '#server/call/serve.ts'
import { withoutScope } from '#server/call/scope.ts'
import { lockChild } from '#domain/students/students.ts'
import type { stu } from '../stu.contract.ts'

/** Selects the record of a student and those that were merged into it: they are of the same child. */
const recordsOf = (entNo: string, stuNo: string) => sql<{ stuNo: string; facePht: string | null }>`
  with recursive own as (
    select ${stuNo}::text as stu_no
    union select m.gone_no from stumerge m join own o on m.kept_no = o.stu_no where m.ent_no = ${entNo} and m.stt = ${MergeState.done}
  ) select stu_no, face_pht from stu join own using (stu_no) where ent_no = ${entNo} order by stu_no for no key update of stu`

/**
 * Removes the face of a student, all that was handed in of it, and their files, which no undo brings back
 * (docs/spec/personal-data.md#faces). Throws invalid where there is no face.
 */
export async function withdrawConsent({ entNo, stuNo }: Input<typeof stu.withdraw>, context: Context) {
  const { db } = context
  await lockChild(db, entNo, stuNo)
  const { rows: records } = await withoutScope(context, () => recordsOf(entNo, stuNo).execute(db))
  const { rows: handed } = await sql<{ applyNo: string; fileNo: string }>`delete from phtapply
    where ent_no = ${entNo} and stu_no = ${stuNo} and pht_type = 'face' returning apply_no, file_no`.execute(db)
  const used = records.flatMap(({ facePht }) => facePht ?? [])
  if (used.length + handed.length === 0) throw new Fault('invalid', '没有人脸照，不用删除')
  const fileNos = [...new Set([...handed.map(({ fileNo }) => fileNo), ...used])]
  for (const { stuNo: no, facePht } of records) {
    const remove = () => putPhoto(db, photoOwners.stu, { entNo, no, phtType: 'face', fileNo: null })
    if (facePht) await withoutScope(context, remove)
    await blankHistory(db, 'stu', { ent_no: entNo, stu_no: no }, ['face_pht'])
  }
  await dropUnused(db, entNo, fileNos, context)
  for (const { applyNo } of handed)
    await blankHistory(db, 'phtapply', { ent_no: entNo, apply_no: applyNo }, ['file_no', 'cnsnt_by', 'rem'])
  for (const fileNo of fileNos) await blankHistory(db, 'file', { ent_no: entNo, file_no: fileNo }, ['name', 'sha256'])
  return null
}
