import { sql } from 'kysely'
import { typeOfFile } from '#contract/uploadFilters.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { readStart } from '#server/store/readStart.ts'
import { isPicture, redrawPicture, type Size } from '#server/store/pictures.ts'
import { newSecretNo } from '#server/base/tokens.ts'
import { strangerUploader } from '#domain/visits/visitFiles.ts'
import { inEnterpriseOf, lookInto, readAccess } from './visit.access.ts'
import type { Received } from '#server/store/received.ts'

const accepted = ['png', 'jpg', 'jpeg', 'pdf']
// Limits the files of one enterprise in forms that were not submitted yet.
const mostLoose = 1000

/**
 * Stores a file of a form that is being filled in; one that belongs to no visit after a day is deleted (visitRemoval). Throws
 * fileType or fileBroken for other than pictures and pdf.
 */
export async function receiveFile(code: string, file: object, context: Context, limit: (db: Db) => Promise<void>) {
  const { services } = context
  // Casts the file: the pipeline receives a multipart file before the handler runs.
  const received = file as Received
  await lookInto(context, code, async (db, entNo) => {
    await readAccess(db, context, entNo, code)
    await limitLoose(db, entNo)
  })
  const type = typeOfFile(received.name)
  if (!accepted.includes(type)) throw new Fault('fileType', '只能上传 png、jpg 图片和 pdf 文件')
  if (type === 'pdf' && !(await readStart(received.path)).toString('latin1').startsWith('%PDF-')) throw new Fault('fileBroken')
  const kept: Received & Size = isPicture(type) ? await redrawPicture(received, type) : received
  const { name, size, sha256, width = null, height = null } = kept
  // Makes the number secret, so that only the sender can name the file in a form.
  const fileNo = newSecretNo()
  return inEnterpriseOf(context, code, async (db, entNo) => {
    await limit(db)
    const row = { entNo, fileNo, userNo: strangerUploader, name, type, size, sha256, width, height }
    await db.insertInto('file').values(row).execute()
    await services.files.keep(kept, entNo, fileNo)
    return { fileNo }
  })
}

async function limitLoose(db: Db, entNo: string) {
  const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt from file
    where ent_no = ${entNo} and user_no = ${sql.lit(strangerUploader)} and vst_no is null`.execute(db)
  if ((rows[0]?.cnt ?? 0) >= mostLoose) throw new Fault('busy', '今天上传的文件太多，请不传文件提交，或请门卫登记')
}
