import { sql } from 'kysely'
import { scoreOf } from '#contract/form/scores.ts'
import { lockAsked } from '#domain/collections/answering.ts'
import { propose } from '#domain/collections/archive/proposing.ts'
import { ApprovalState } from '#domain/collections/collections.contract.ts'
import { askAgain, giveBackAnswer } from '#domain/collections/givingBack.ts'
import type { Context } from '#server/call/context.ts'
import { requireRow } from '#server/database/rows.ts'
import { ProcessState } from '../approvals.contract.ts'
import { columnsOf, type Process } from '../processes.ts'

/** Describes what the outcome of a process is written down within. */
export type Outcome = Pick<Context, 'db' | 'services'>

/** Writes down for the collection how far a process about an answer has come; nothing for others. */
export async function markProcess({ db }: Pick<Context, 'db'>, { entNo, toNo }: Process, state: keyof typeof ApprovalState) {
  if (toNo === null) return
  await sql`update hndto set apr_stt = ${ApprovalState[state]} where ent_no = ${entNo} and to_no = ${toNo}`.execute(db)
}

/** Accepts an answer that passed, with what those who decided have filled in, and proposes what it changes in archives. */
export async function acceptAnswer(context: Outcome, process: Process) {
  const { entNo, toNo, values, ptrNo } = process
  if (toNo === null) return
  const { db, services } = context
  await markProcess(context, process, 'passed')
  const columns = await columnsOf(context, process)
  const { rows } = await sql<{ hndNo: string; empNo: string | null; stuNo: string | null }>`update ans
    set vals = ${JSON.stringify(values)}::jsonb, score = ${scoreOf(columns, values)} where ent_no = ${entNo} and to_no = ${toNo} returning hnd_no, emp_no, stu_no`.execute(
    db,
  )
  await propose(db, services.secret, { entNo, toNo, ptrNo, ...requireRow(rows[0]) }, { columns, values })
}

/** Gives the answer of a process back to whoever wrote it: with `why` they are told as by a reminder, with null they took it back. */
export async function returnAnswer(context: Outcome, { entNo, toNo }: Process, why: string | null) {
  const asked = await lockAsked(context.db, entNo, sql`t.to_no = ${toNo}`)
  await giveBackAnswer(context.db, context.services.secret, asked, why)
  await askAgain(context, asked, { isReminded: why !== null })
}

/** Takes back what was returned of those of whom nothing is expected any more. */
export const withdrawAnswers = (context: Pick<Context, 'db'>, entNo: string, toNos: readonly number[]) =>
  sql`update prc set stt = ${ProcessState.withdrawn}, done_tm = now(), jump_at = null where ent_no = ${entNo}
    and to_no = any(${[...toNos]}) and stt = ${ProcessState.returned}`.execute(context.db)
