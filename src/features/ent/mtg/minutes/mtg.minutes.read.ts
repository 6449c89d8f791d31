import { sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Decision as Kept, decisionColumns } from '#domain/decisions/decisions.ts'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { ManType, MeetingState } from '#domain/meetings/meetings.contract.ts'
import { isAttendee } from '#domain/meetings/meetings.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import type { Context } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import { pageOf, requireRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import type * as z from 'zod'
import { reachesMeeting } from '../mtg.reach.ts'
import type { Decision, MinutesSection, meetingMinutes, WrittenDecision } from './mtg.minutes.contract.ts'

type Of = { entNo: string; mtgNo: string }
/** Describes minutes as they are being written. */
export type Draft = { sections: MinutesSection[]; decisions: WrittenDecision[] }
/** Describes the minutes of a meeting as they are kept; `ver` 0 while nothing is. */
export type Minutes = {
  draft: Draft | null
  sent: MinutesSection[] | null
  sentTm: string | null
  sentCnt: number
  msgNo: string | null
  empName: string | null
  ver: number
}

const none: Minutes = { draft: null, sent: null, sentTm: null, sentCnt: 0, msgNo: null, empName: null, ver: 0 }

/** Tests whether the caller writes the minutes of the meeting `m`: whoever runs it, and who keeps its record. */
export const writesMinutes = (context: Context, entNo: string) => sql<SqlBool>`(${reachesMeeting(context, entNo, 'run')}
  or m.stt <> ${MeetingState.draft} and exists (select from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no
    and x.emp_no = ${context.me.idntVal} and x.man_type = ${ManType.recorder} and ${isAttendee}))`

/** Reads the kept minutes of a meeting, to change them with `lock`. */
export async function keptMinutes({ db }: Pick<Context, 'db'>, { entNo, mtgNo }: Of, lock = sql``): Promise<Minutes> {
  const { rows } = await sql<Minutes>`select w.draft, w.sent, w.sent_tm, w.sent_cnt, w.msg_no, w.ver,
      (select e.emp_name from emp e where e.ent_no = w.ent_no and e.emp_no = w.emp_no) as emp_name
    from mtgmin w where w.ent_no = ${entNo} and w.mtg_no = ${mtgNo} ${lock}`.execute(db)
  return rows[0] ?? none
}

/** Reads the decisions of a meeting that are asked of somebody, in the order in which they were made. */
export async function keptDecisions({ db }: Pick<Context, 'db'>, { entNo, mtgNo }: Of): Promise<Kept[]> {
  const { rows } = await sql<Kept>`select ${decisionColumns} from mtgdec d
    where d.ent_no = ${entNo} and d.mtg_no = ${mtgNo} and d.stt <> ${DecisionState.dropped} order by d.dec_no`.execute(db)
  return rows
}

async function shownDecisions({ db }: Context, { entNo, mtgNo }: Of): Promise<z.output<typeof Decision>[]> {
  const { rows } = await sql<z.output<typeof Decision>>`select d.dec_no::text as dec_no, d.what, d.emp_no, e.emp_name, d.due_dt,
      d.word, d.done_tm, d.stt, case when e.stt = ${Status.enabled} then '0' else '1' end as gone_flag,
      case when d.stt = ${DecisionState.open} and d.due_dt < current_date then '1' else '0' end as late_flag
    from mtgdec d join emp e using (ent_no, emp_no) where d.ent_no = ${entNo} and d.mtg_no = ${mtgNo}
      and d.stt <> ${DecisionState.dropped} order by d.dec_no`.execute(db)
  return rows
}

async function withNames({ db }: Context, entNo: string, decisions: readonly WrittenDecision[]) {
  const { rows } = await sql<{ empNo: string; empName: string }>`select emp_no, emp_name from emp
    where ent_no = ${entNo} and emp_no = any(${decisions.map(({ empNo }) => empNo)})`.execute(db)
  const names = new Map(rows.map(({ empNo, empName }) => [empNo, empName]))
  return decisions.map((one) => ({ ...one, empName: names.get(one.empNo) ?? null }))
}

async function peopleOf({ db }: Context, { entNo, mtgNo }: Of) {
  const { rows } = await sql<{
    empNo: string
    empName: string
  }>`select e.emp_no, e.emp_name from mtgman x join emp e using (ent_no, emp_no)
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and ${isAttendee} and e.stt = ${Status.enabled}
    order by x.man_type, e.emp_name, e.emp_no`.execute(db)
  return rows
}

/** Proposes headings: the agenda, else those of the last minutes that were sent of a meeting of the kind. */
async function proposedTitles(context: Context, { entNo, mtgNo }: Of): Promise<string[]> {
  const { rows } = await sql<{ own: string[]; last: string[] | null }>`select
      array(select a ->> 'title' from jsonb_array_elements(m.agenda) with ordinality x (a, n) order by n) as own,
      (select array(select s ->> 'title' from jsonb_array_elements(w.sent) with ordinality y (s, n) order by n) from mtgmin w
        join mtg o on o.ent_no = w.ent_no and o.mtg_no = w.mtg_no
        where w.ent_no = m.ent_no and o.mtg_type is not distinct from m.mtg_type and o.host_emp_no = m.host_emp_no
          and o.mtg_no <> m.mtg_no and o.stt <> ${MeetingState.deleted} and w.sent is not null
        order by w.sent_tm desc limit 1) as last
    from mtg m where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo}`.execute(context.db)
  const { own = [], last } = rows[0] ?? {}
  return own.length > 0 ? own : (last ?? [])
}

/** Reads the minutes as far as the caller may: drafts for who writes them. Throws notFound for who does not belong to the meeting. */
export const readMinutes = (context: Context, of: Of) => withoutScope(context, () => readAll(context, of))

async function readAll(context: Context, of: Of) {
  const { db } = context
  const { entNo, mtgNo } = of
  const { rows } = await sql<{
    writes: boolean
    attends: boolean
    stt: string
  }>`select ${writesMinutes(context, entNo)} as writes,
      ${reachesMeeting(context, entNo, 'attend')} as attends, m.stt from mtg m
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and m.stt <> ${MeetingState.deleted}`.execute(db)
  const meeting = requireRow(rows[0])
  requireRow(meeting.writes || meeting.attends || undefined)
  const { draft, msgNo, ...kept } = await keptMinutes(context, of)
  const { rows: told } = await sql<{ toldCnt: number; readCnt: number }>`select count(*)::int as told_cnt,
      count(read_tm)::int as read_cnt from msgto
    where ent_no = ${entNo} and msg_no = ${msgNo} and gone_tm is null`.execute(db)
  const isOpen = meeting.stt !== MeetingState.draft && meeting.stt !== MeetingState.cancelled
  return {
    ...kept,
    draft: draft && meeting.writes ? { ...draft, decisions: await withNames(context, entNo, draft.decisions) } : null,
    decisions: await shownDecisions(context, of),
    toldCnt: told[0]?.toldCnt ?? 0,
    readCnt: told[0]?.readCnt ?? 0,
    writeFlag: meeting.writes && isOpen ? ('1' as const) : ('0' as const),
    titles: meeting.writes ? await proposedTitles(context, of) : [],
    people: meeting.writes ? await peopleOf(context, of) : [],
  }
}

/** Reads one page of those whom the minutes were sent to, those who have not read them first, then the last to read. */
export async function readerPage(asked: Input<typeof meetingMinutes.getminutesreadpage>, context: Context) {
  const { entNo, mtgNo, readFlag, pageIndex, pageSize } = asked
  const { msgNo } = await keptMinutes(context, asked)
  const list = context.db
    .selectFrom('msgto as t')
    .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 't.entNo').onRef('e.empNo', '=', 't.empNo'))
    .innerJoin('mtg as m', (on) => on.onRef('m.entNo', '=', 't.entNo').on('m.mtgNo', '=', mtgNo))
    .where('t.entNo', '=', entNo)
    .where('t.msgNo', '=', msgNo ?? '')
    .where('t.goneTm', 'is', null)
    .$if(!!readFlag, (one) => one.where('t.readTm', readFlag === '1' ? 'is not' : 'is', null))
    .select(['e.empNo', 'e.empName', 't.readTm'])
    .select(mainDepartmentOf('orgName').as('orgName'))
  return pageOf(list, ['-t.readTm', 'e.empName', 'e.empNo'], { pageIndex, pageSize })
}
