import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'

/** Locks a class until the transaction ends. Throws invalid for one that is not in use. */
export async function requireClass(db: Db, entNo: string, clsNo: string) {
  const there = await db
    .selectFrom('rescls')
    .select('clsNo')
    .where('entNo', '=', entNo)
    .where('clsNo', '=', clsNo)
    .where('stt', '=', Status.enabled)
    .forShare()
    .executeTakeFirst()
  if (there) return
  const message = '分类不存在或已停用，请重新选择'
  throw invalidField('clsNo', message)
}
