import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { FormValues } from '#contract/form/column.ts'
import { openValues, readColumns } from '#domain/forms/formTemplates.ts'
import type { Within } from '#domain/messages/messages.ts'
import { remindReceivers } from '#domain/messages/reminders.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import type { Asked } from './answering.ts'
import { withoutColumns } from './archive/prefilling.ts'
import { withdrawProposals } from './archive/proposing.ts'
import { AskedState } from './collections.contract.ts'

/**
 * Takes an answer away to be written again: whoever wrote it finds it as their draft, with `why` (null where they took it back
 * themselves); history keeps the version. Throws notFound where nothing is answered.
 */
export async function giveBackAnswer(db: Db, secret: Secret, asked: Asked, why: string | null) {
  const { entNo, byPtrNo, byEmpNo } = asked
  const toNo = Number(asked.toNo)
  const { rows } = await sql<{ vals: FormValues; keptClmns: string[] }>`update ans set stt = ${Status.deleted}
    where ent_no = ${entNo} and to_no = ${toNo} and stt = ${Status.enabled} returning vals, kept_clmns`.execute(db)
  const { vals, keptClmns } = requireRow(rows[0])
  await withdrawProposals(db, entNo, toNo)
  const columns = await readColumns(db, entNo, asked.tmplNo, asked.verNo)
  const written = secret.seal(JSON.stringify(withoutColumns(openValues(secret, columns, vals), keptClmns)))
  await sql`update hndto set stt = ${AskedState.todo}, back_why = ${why}, apr_stt = null,
      drafts = jsonb_build_object(${byPtrNo ?? byEmpNo}::text, ${written}::text)
    where ent_no = ${entNo} and to_no = ${toNo}`.execute(db)
}

/** Puts the message back among what is to be done, and tells of it as a reminder does (`isReminded`). */
export async function askAgain(within: Within, { entNo, msgNo, empNo, stuNo }: Asked, { isReminded }: { isReminded: boolean }) {
  if (!msgNo) return
  const isTheirs = sql`t.ent_no = ${entNo} and t.msg_no = ${msgNo} and (t.emp_no = ${empNo} or t.stu_no = ${stuNo})`
  await sql`update msgto t set done_tm = null, read_tm = null where ${isTheirs}`.execute(within.db)
  if (isReminded) await remindReceivers(within, entNo, isTheirs)
}
