import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { readSetting } from '#server/configuration.ts'
import { found } from '#server/rows.ts'
import { lockPeople } from '#server/staff.ts'
import { type PhotoKind, photoKinds } from './emp.pictures.contract.ts'

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

/** Faces are taken only where the enterprise does so, and set only with the person's consent (domain, 5.4). */
export async function checkFace(db: Db, entNo: string, sets: boolean, cnsntFlag: string) {
  if ((await readSetting(db, entNo, 'FACE_ON')) !== '1') throw new Fault('invalid', '本企业没有启用人脸照')
  const message = '没有本人同意，不能保存人脸照'
  if (sets && cnsntFlag !== '1') throw new Fault('invalid', message, { errors: [{ field: 'cnsntFlag', message }] })
}

async function checkPicture({ db, me }: Context, entNo: string, fileNo: string, phtType: PhotoKind) {
  const { name, field, least } = photoKinds[phtType]
  const file = found(
    await db
      .selectFrom('file')
      .select(['type', 'width', 'height'])
      .where('entNo', '=', entNo)
      .where('fileNo', '=', fileNo)
      .where('userNo', '=', me.userNo)
      .executeTakeFirst(),
  )
  const complain = (message: string) => new Fault('invalid', message, { errors: [{ field, message }] })
  if (!['png', 'jpg', 'jpeg'].includes(file.type)) throw complain(`${name}须是 jpg 或 png 图片`)
  if ((file.width ?? 0) < least.width || (file.height ?? 0) < least.height)
    throw complain(`${name}至少 ${least.width}×${least.height} 像素`)
}
