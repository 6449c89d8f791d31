import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'

type Picture = { entNo: string; fileNo: string; userNo: string }

/** Describes the picture of a field, its name in sentences, and its largest size in KB. */
type Use = { field: string; name: string; mostKb: number }

/** Throws invalid for a file that is no png or jpg that this user has uploaded for this enterprise, or too large. */
export async function checkOwnPicture(db: Db, { entNo, fileNo, userNo }: Picture, { field, name, mostKb }: Use) {
  const wrong = (message: string) => invalidField(field, message)
  const file = await db
    .selectFrom('file')
    .select(['type', 'size'])
    .where('entNo', '=', entNo)
    .where('fileNo', '=', fileNo)
    // Hides the picture from a caller who only knows its number.
    .where('userNo', '=', userNo)
    .executeTakeFirst()
  if (!file) throw wrong(`${name}文件不存在，请重新上传`)
  if (!['png', 'jpg', 'jpeg'].includes(file.type)) throw wrong(`${name}应为 png 或 jpg 图片`)
  if (Number(file.size) > mostKb * 1024) throw wrong(`${name}不能超过 ${mostKb} KB`)
}
