import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { type PhotoKind, photoKinds } from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { checkFace, checkPicture } from '#server/photos.ts'
import { lockPeople } from '#server/staff.ts'

type Application = {
  entNo: string
  empNo: string
  fileNo: string
  phtType: PhotoKind
  cnsntFlag: '0' | '1'
  rem?: string | null | undefined
}

/** Hands in a photo to be reviewed; from whoever may set it at once, it is set at once. */
export async function applyForPhoto({ entNo, empNo, fileNo, phtType, cnsntFlag, rem = null }: Application, context: Context) {
  const { db, me, number } = context
  const isOwn = me.entNo === entNo && me.idntVal === empNo
  const sets = me.rights.has(`emp:${actions.set}`)
  if (!isOwn && !sets && !me.rights.has(`emp:${actions.edit}`)) throw new Fault('forbidden')
  if (phtType === 'face') await checkFace(db, entNo, sets, cnsntFlag)
  await lockPeople(db, entNo, [empNo])
  await checkPicture(context, entNo, fileNo, phtType)
  const applyNo = await number('APPLY_NO')
  const { userNo } = me
  await db
    .updateTable('phtapply')
    .set({ stt: Status.deleted })
    .where('entNo', '=', entNo)
    .where('empNo', '=', empNo)
    .where('phtType', '=', phtType)
    .where('stt', '=', '1')
    .execute()
  const row = { entNo, applyNo, empNo, phtType, fileNo, cnsntFlag, rem, userNo, stt: sets ? '2' : '1' }
  await db.insertInto('phtapply').values(row).execute()
  if (sets)
    await db
      .updateTable('emp')
      .set({ [photoKinds[phtType].field]: fileNo })
      .where('entNo', '=', entNo)
      .where('empNo', '=', empNo)
      .execute()
  return null
}
