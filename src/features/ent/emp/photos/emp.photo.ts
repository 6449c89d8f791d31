import { actions } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { type SubmittedPhoto, checkFace, keepPhoto, photoOwners } from '#domain/people/photos.ts'
import { tellPhotoReviewers } from '#domain/messages/photoMessages.ts'
import { lockPeople } from '#domain/staff/staff.ts'

type Given = Omit<SubmittedPhoto, 'no'> & { empNo: string }

/** Submits a photo to be reviewed; sets it at once for those who may. Throws forbidden for others without that right. */
export async function submitEmployeePhoto({ empNo, ...given }: Given, context: Context) {
  const { db, me } = context
  const { entNo, phtType, cnsntFlag } = given
  const isOwn = me.entNo === entNo && me.idntVal === empNo
  const sets = me.rights.has(`emp:${actions.set}`)
  if (!isOwn && !sets && !me.rights.has(`emp:${actions.edit}`)) throw new Fault('forbidden')
  if (phtType === 'face') await checkFace(db, entNo, { sets, cnsntFlag, owner: photoOwners.emp })
  await lockPeople(db, entNo, [empNo])
  const applyNo = await keepPhoto(context, photoOwners.emp, { ...given, no: empNo }, sets)
  if (!sets) await tellPhotoReviewers(context, photoOwners.emp, { ...given, no: empNo, applyNo })
  return null
}
