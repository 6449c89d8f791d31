import { sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { Fault } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import type { Starter } from './starter.ts'
import './approval.table.ts'

// Limits a draft to what a form of a hundred fields needs, and keeps it for a month.
const longest = 200_000
const kept = sql`interval '30 days'`

/** Selects the drafts of whoever writes. */
const isOwn = ({ entNo, empNo, ptrNo, stuNo }: Starter) =>
  sql`ent_no = ${entNo} and emp_no is not distinct from ${empNo ?? null} and ptr_no is not distinct from ${ptrNo ?? null}
    and stu_no is not distinct from ${stuNo ?? null}`

/** Reads what somebody has written to hand in by a flow and when; null for nothing. */
export async function readDraft(
  db: Db,
  secret: Secret,
  by: Starter,
  flowNo: string,
): Promise<{ vals: FormValues; updTm: string } | null> {
  const { rows } = await sql<{ sealed: string; updTm: string }>`select sealed, upd_tm from prcdraft
    where ${isOwn(by)} and flow_no = ${flowNo} and upd_tm > now() - ${kept}`.execute(db)
  const [row] = rows
  return row ? { vals: JSON.parse(secret.open(row.sealed)) as FormValues, updTm: row.updTm } : null
}

/** Keeps what somebody has written so far, readable by them alone; nothing written leaves no draft. Throws tooLarge beyond the limit. */
export async function keepDraft(db: Db, secret: Secret, by: Starter, { flowNo, vals }: { flowNo: string; vals: FormValues }) {
  await dropDraft(db, by, flowNo)
  // Removes what was given up long ago.
  await sql`delete from prcdraft where ent_no = ${by.entNo} and upd_tm < now() - ${kept} and ages_agree()`.execute(db)
  if (Object.keys(vals).length === 0) return
  const written = JSON.stringify(vals)
  if (written.length > longest) throw new Fault('tooLarge', '填写的内容太多，不能存为草稿')
  const { entNo, empNo = null, ptrNo = null, stuNo = null } = by
  await db
    .insertInto('prcdraft')
    .values({ entNo, flowNo, empNo, ptrNo, stuNo, sealed: secret.seal(written) })
    .execute()
}

/** Removes what somebody has written to hand in by a flow. */
export const dropDraft = (db: Db, by: Starter, flowNo: string) =>
  sql`delete from prcdraft where ${isOwn(by)} and flow_no = ${flowNo}`.execute(db)
