import { sql } from 'kysely'
import type { Column, FormValues } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import type { Db } from '#server/database/database.ts'
import { filesIn, type KnownFile, refuseOtherFiles } from '#domain/forms/formTemplates.ts'
import { fileLink } from '#server/files/links.ts'
import type { Secret } from '#server/database/secret.ts'

/** Names the uploader of files in a form without an account. */
export const strangerUploader = '-'

type Claim = { entNo: string; vstNo: string; userNo: string; columns: readonly Column[]; values: FormValues }

/** Gives a visit the files of its form: those that the same person sent today and no visit has. Others are refused. */
export async function claimFiles(db: Db, { entNo, vstNo, userNo, columns, values }: Claim) {
  const fileNos = filesIn(columns, values)
  if (fileNos.length === 0) return
  const { rows } = await sql<KnownFile>`update file set vst_no = ${vstNo} where ent_no = ${entNo}
    and file_no = any(${fileNos}) and user_no = ${userNo} and vst_no is null and crt_tm > now() - interval '1 day'
    returning file_no, type`.execute(db)
  refuseOtherFiles(columns, values, rows)
}

/** Returns a link to the first picture in a form; null for none. */
export function pictureLink(secret: Secret, entNo: string, columns: readonly Column[], values: FormValues): string | null {
  const [fileNo] = filesIn(
    columns.filter((column) => partOf(column)?.no === 'pictures'),
    values,
  )
  return fileNo ? fileLink(secret, entNo, fileNo) : null
}
