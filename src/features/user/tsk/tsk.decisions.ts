import { sql } from 'kysely'
import type * as z from 'zod'
import { lockDecision, settleDecision } from '#domain/decisions/decisions.ts'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { ManState, MeetingState } from '#domain/meetings/meetings.contract.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { countedNo, requireRow } from '#server/database/rows.ts'
import type { OwnDecision } from './tsk.contract.ts'

type Which = { entNo: string; decNo: string }

/** Reads what a meeting decided. Throws notFound for whoever neither does it nor hosts the meeting. */
export async function readDecision({ db, me }: Context, { entNo, decNo }: Which): Promise<z.output<typeof OwnDecision>> {
  const { rows } = await sql<z.output<typeof OwnDecision>>`select d.dec_no::text as dec_no, d.what, d.mtg_no, m.mtg_name,
      (select min(c.s_dt) from mtgschd c where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no) as mtg_dt, h.emp_name as host_name,
      case when m.host_emp_no = ${me.idntVal} or exists (select from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no
        and x.emp_no = ${me.idntVal} and x.stt <> ${ManState.deleted}) then '1' else '0' end as see_flag,
      e.emp_name, case when d.emp_no = ${me.idntVal} then '1' else '0' end as mine_flag, d.due_dt, d.word, d.done_tm, d.stt
    from mtgdec d join mtg m using (ent_no, mtg_no) join emp e on e.ent_no = d.ent_no and e.emp_no = d.emp_no
      join emp h on h.ent_no = m.ent_no and h.emp_no = m.host_emp_no
    where d.ent_no = ${entNo} and d.dec_no = ${countedNo(decNo)} and d.stt <> ${DecisionState.dropped}
      and m.stt <> ${MeetingState.deleted} and ${me.idntVal} in (d.emp_no, m.host_emp_no)`.execute(db)
  return requireRow(rows[0])
}

/** Records that the caller has done what a meeting decided. Throws notFound for others' decisions, invalid for what is done. */
export async function finishDecision(context: Context, { entNo, decNo, word }: Which & { word?: string | null | undefined }) {
  const decision = await lockDecision(context, { entNo, decNo }, sql`d.emp_no = ${context.me.idntVal}`)
  if (decision.stt === DecisionState.done) throw new Fault('invalid', '这项决定已经完成，不用再填')
  await settleDecision(context, decision, { isDone: true, word })
}
