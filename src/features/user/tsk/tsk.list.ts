import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { likeOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import { pageOf } from '#server/database/rows.ts'
import type { TaskRow, tsk } from './tsk.contract.ts'

type Row = z.output<typeof TaskRow>

const tabs = {
  todo: sql<SqlBool>`(t.kind <> ${TaskKind.copy} and t.stt = ${TaskState.waiting})`,
  done: sql<SqlBool>`(t.kind in (${TaskKind.decide}, ${TaskKind.act}) and t.stt not in (${TaskState.waiting}, ${TaskState.dropped}))`,
  copy: sql<SqlBool>`t.kind = ${TaskKind.copy}`,
}

const isPlain = sql<'0' | '1'>`(select case when t.kind = ${TaskKind.decide} and s ->> 'signFlag' = '0'
  and jsonb_array_length(s -> 'fills') = 0 then '1' else '0' end
  from jsonb_array_elements(v.steps) with ordinality as x(s, n) where x.n = greatest(t.step, 1))`

/** Selects the tasks of somebody about what was handed in. */
const aboutProcesses = (
  entNo: string,
  empNo: string,
) => sql`select t.tsk_no::text as tsk_no, t.kind, p.prc_no, null as mtg_no, p.title,
    f.flow_name, coalesce(e.emp_name, r.ptr_name) as emp_name, t.step_name, t.stt, p.stt as prc_stt, ${isPlain} as plain_flag,
    (select o.emp_name from emp o where o.ent_no = t.ent_no and o.emp_no = t.for_no) as for_name, t.came_tm, t.done_tm,
    case when t.stt = ${TaskState.waiting} and t.kind <> ${TaskKind.copy} then g.due_tm end as due_tm
  from tsk t join prc p on p.ent_no = t.ent_no and p.prc_no = t.prc_no
    join flow f on f.ent_no = p.ent_no and f.flow_no = p.flow_no
    join flowver v on v.ent_no = p.ent_no and v.flow_no = p.flow_no and v.ver_no = p.ver_no
    left join emp e on e.ent_no = p.ent_no and e.emp_no = p.emp_no
    left join ptr r on r.ent_no = p.ent_no and r.ptr_no = p.ptr_no
    left join msg g on g.ent_no = p.ent_no and g.msg_no = p.msg_no
  where t.ent_no = ${entNo} and t.emp_no = ${empNo}`

/** Selects what meetings decided that somebody does, as tasks. */
const fromMeetings = (entNo: string, empNo: string) => sql`select d.dec_no::text, ${TaskKind.act}, null, d.mtg_no, d.what,
    m.mtg_name, h.emp_name, '会议决定', case d.stt when ${DecisionState.open} then ${TaskState.waiting} else ${TaskState.finished} end,
    null, '0', null, d.came_tm, d.done_tm, d.due_dt + interval '1 day' - interval '1 second'
  from mtgdec d join mtg m using (ent_no, mtg_no) join emp h on h.ent_no = m.ent_no and h.emp_no = m.host_emp_no
  where d.ent_no = ${entNo} and d.emp_no = ${empNo} and d.stt <> ${DecisionState.dropped} and m.stt <> ${MeetingState.deleted}`

/** Reads one page of the caller's tasks, the newest first. */
export function taskPage({ entNo, tab, keyWord, pageIndex, pageSize }: Input<typeof tsk.getpage>, { db, me }: Context) {
  const { idntVal } = me
  const list = db
    .selectFrom(sql<Row>`(${aboutProcesses(entNo, idntVal)} union all ${fromMeetings(entNo, idntVal)})`.as('t'))
    .where(tabs[tab])
    .$if(!!keyWord, (one) => one.where(sql<SqlBool>`lower(t.title) like ${likeOf(keyWord)}`))
    .select(['t.tskNo', 't.kind', 't.prcNo', 't.mtgNo', 't.title', 't.flowName', 't.empName', 't.stepName', 't.forName', 't.stt'])
    .select(['t.prcStt', 't.plainFlag', 't.cameTm', 't.doneTm', 't.dueTm'])
    .select(sql<'0' | '1'>`case when t.stt = ${TaskState.waiting} and t.due_tm < now() then '1' else '0' end`.as('lateFlag'))
  return pageOf(list, ['-t.cameTm', '-t.tskNo'], { pageIndex, pageSize })
}
