import { sql } from 'kysely'
import { ManState, MeetingState } from '#domain/meetings/meetings.contract.ts'
import { permissions, permits } from '#contract/access.ts'
import { leavesWithin } from '#domain/leaves/leaveList.ts'
import { isLeaveToday } from '#domain/leaves/leaves.ts'
import { Status } from '#contract/fields.ts'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { lve } from '#features/ent/lve/lve.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { res } from '#features/res/res/res.contract.ts'
import { VisitState } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import { isOpen, isThere } from '#domain/messages/inbox.ts'
import { isAttendee } from '#domain/meetings/meetings.ts'
import { joinArchives } from '#domain/collections/archive/held.ts'
import { liveState } from '#domain/collections/archive/proposals.ts'
import { ProposalState } from '#domain/collections/collections.contract.ts'
import { prop } from '#features/ent/prop/prop.contract.ts'
import { mayCall, readAsCall, readOwn } from './home.read.ts'
import { groupedDigits, type Count, taskIfAny } from './home.task.ts'

/** Counts messages that still ask the caller for something. */
export async function openMessages(context: Context) {
  if (context.me.imitUserNo) return undefined
  const cnt = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from msgto t join msg m using (ent_no, msg_no)
      where t.ent_no = ${entNo} and t.emp_no = ${context.me.idntVal} and t.ask_flag = '1' and t.done_tm is null and ${isThere} and ${isOpen}`.execute(
      db,
    )
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('message', cnt, `${groupedDigits(cnt)} 条消息等你回应`, '/message/index')
}

/** Counts visitors who wait for the caller's own answer. */
export async function countWaitingVisitors(context: Context) {
  if (!mayCall(context, vst.pass)) return undefined
  const cnt = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from vst where ent_no = ${entNo}
      and to_emp_no = ${context.me.idntVal} and stt = ${VisitState.waiting} and plan_e_dt > now()`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('visit', cnt, `${groupedDigits(cnt)} 位访客等你确认`, '/ent/vst?chip=wait')
}

/** Counts who asked to join a meeting of the caller's, or for leave from it. */
export async function countApplicants(context: Context) {
  if (!mayCall(context, mtg.setpass)) return undefined
  const cnt = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from mtgman x join mtg m using (ent_no, mtg_no)
      where x.ent_no = ${entNo} and x.stt = ${ManState.applying} and m.stt = ${MeetingState.published}
        and ${context.me.idntVal} in (m.emp_no, m.host_emp_no) and x.emp_no is distinct from ${context.me.idntVal}`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('applicant', cnt, `${groupedDigits(cnt)} 个参会申请等你审批`, '/ent/mtg')
}

/** Counts meetings ahead whose time or place changed, or that were cancelled, since the caller last knew of them. */
export async function changedMeetings(context: Context) {
  if (context.me.imitUserNo || !mayCall(context, mtg.setseen)) return undefined
  const meetings = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<{ mtgNo: string; mtgName: string; stt: string }>`select m.mtg_no, m.mtg_name, m.stt
      from mtgman x join mtg m using (ent_no, mtg_no)
      where x.ent_no = ${entNo} and x.emp_no = ${context.me.idntVal} and x.chg_tm is not null and ${isAttendee}
        and m.stt in (${MeetingState.published}, ${MeetingState.cancelled}) and exists (select from mtgschd c
          where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no and c.e_dt > now())`.execute(db)
    return rows
  })
  const [first, ...more] = meetings
  if (!first) return undefined
  const what = first.stt === MeetingState.cancelled ? '已取消' : '的时间或地点有变'
  if (more.length === 0) return taskIfAny('meeting', 1, `“${first.mtgName}”${what}`, `/ent/mtg/${first.mtgNo}`)
  return taskIfAny('meeting', meetings.length, `${groupedDigits(meetings.length)} 个会议有变动或已取消`, '/ent/mtg?mine=attend')
}

/** Counts changes of archives that answers propose and nobody has decided about, as far as the caller's list shows them. */
export async function countProposals(context: Context) {
  if (!mayCall(context, prop.getpage, prop.accept)) return undefined
  const cnt = await readAsCall(context, prop.getpage, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from prop p ${joinArchives()}
      join hnd h on h.ent_no = p.ent_no and h.hnd_no = p.hnd_no
      where p.ent_no = ${entNo} and p.stt = ${ProposalState.open} and ${liveState} = ${ProposalState.open}`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('writeback', cnt, `${groupedDigits(cnt)} 项回写等你审核`, `/ent/prop?stt=${ProposalState.open}`)
}

/** Counts what others offer to share here, and waits for a review. */
export async function offeredResources(context: Context) {
  if (!mayCall(context, res.setpass)) return undefined
  const cnt = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from res
      where to_ent_no = ${entNo} and ent_no <> ${entNo} and shr_stt = ${ShareState.waiting} and stt = ${Status.enabled}`.execute(
      db,
    )
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('resource', cnt, `${groupedDigits(cnt)} 个资源等你审核`, '/res/res?tab=review')
}

/** Counts who is on leave today, as the list does that it opens. */
export async function onLeaveToday(context: Context) {
  if (context.me.imitUserNo || !mayCall(context, lve.getpage)) return undefined
  const seesStaff = permits(context.me, permissions('emp').edit)
  const { stuCnt, empCnt } = await readAsCall(context, lve.getpage, async (db, entNo) => {
    return leavesWithin(db, { entNo, seesStaff })
      .where(isLeaveToday)
      .select([sql<number>`count(l.stu_no)::int`.as('stuCnt'), sql<number>`count(l.emp_no)::int`.as('empCnt')])
      .executeTakeFirstOrThrow()
  })
  const told = [stuCnt > 0 && `${groupedDigits(stuCnt)} 名学生`, empCnt > 0 && `${groupedDigits(empCnt)} 名员工`].filter(Boolean)
  return taskIfAny('leave', stuCnt + empCnt, `今日请假 ${told.join('、')}`, '/ent/lve')
}
