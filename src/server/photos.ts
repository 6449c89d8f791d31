import { type PhotoKind, photoKinds } from '#contract/photos.ts'
import { readSetting } from './configuration.ts'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import { Fault } from './fault.ts'
import { found } from './rows.ts'

/** Faces are taken only where the enterprise does so, and set only with the consent of the person, or of whoever answers for them (domain, 5.4). */
export async function checkFace(db: Db, entNo: string, sets: boolean, cnsntFlag: string, who = '本人') {
  if ((await readSetting(db, entNo, 'FACE_ON')) !== '1') throw new Fault('invalid', '本企业没有启用人脸照')
  const message = `没有${who}同意，不能保存人脸照`
  if (sets && cnsntFlag !== '1') throw new Fault('invalid', message, { errors: [{ field: 'cnsntFlag', message }] })
}

/** Refuses a photo that is not the caller's own file, is no picture, or too small. */
export async function checkPicture({ db, me }: Context, entNo: string, fileNo: string, phtType: PhotoKind) {
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
