import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { today } from '#contract/values/day.ts'
import { changeDecision, dropDecision, openDecision } from '#domain/decisions/decisions.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { isAttendee, meetingActions, meetingRefusal, meetingState } from '#domain/meetings/meetings.ts'
import { MessageClass } from '#domain/messages/messages.contract.ts'
import { sendAbout } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import { requireRow } from '#server/database/rows.ts'
import { type MinutesSection, type WrittenDecision, writtenMinutes } from './mtg.minutes.contract.ts'
import { type Draft, keptDecisions, keptMinutes, type Minutes, writesMinutes } from './mtg.minutes.read.ts'

type Of = { entNo: string; mtgNo: string }

/** Limits the characters of minutes: they are sent as a message. */
const mostText = 20_000

type Meeting = { mtgName: string; writes: boolean; stt: string; hasBegun: boolean }

/**
 * Locks a meeting and its minutes, so that two who write them do so one after the other. Throws notFound for who does not write them,
 * invalid where the meeting's state has none, conflict where they are no longer at the version that was seen.
 */
async function lockMinutes(context: Context, of: Of, ver: number): Promise<{ meeting: Meeting; minutes: Minutes }> {
  const { entNo, mtgNo } = of
  const { rows } = await sql<Meeting>`select m.mtg_name, ${meetingState} as stt, ${writesMinutes(context, entNo)} as writes,
      exists (select from mtgschd c where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no and c.s_dt <= now()) as has_begun
    from mtg m where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and m.stt <> ${MeetingState.deleted} for no key update of m`.execute(
    context.db,
  )
  const meeting = requireRow(rows[0])
  requireRow(meeting.writes || undefined)
  if (!(meetingActions.minute.from as readonly string[]).includes(meeting.stt)) throw meetingRefusal(meeting.stt, 'minute')
  const minutes = await keptMinutes(context, of, sql`for update`)
  if (minutes.ver !== ver)
    throw new Fault('conflict', undefined, { ...(await writtenNow(context, of, minutes)), ver: minutes.ver })
  return { meeting, minutes }
}

const writtenNow = async (context: Context, of: Of, minutes: Minutes) =>
  writtenMinutes({ ...minutes, decisions: await keptDecisions(context, of) })

function checkLength(sections: readonly MinutesSection[]) {
  const length = sections.reduce((sum, { title, body }) => sum + title.length + (body?.length ?? 0), 0)
  if (length > mostText) throw invalidField('sections', `纪要正文共 ${length} 字，最多 ${mostText} 字，请精简或放进附件`)
}

/**
 * Throws invalid for a decision of somebody who has left, or whom the caller neither sees nor finds in the meeting or in what was
 * written before (`known`).
 */
async function checkPeople(
  context: Context,
  { entNo, mtgNo }: Of,
  decisions: readonly WrittenDecision[],
  known: readonly WrittenDecision[],
) {
  const asked = decisions.map(({ empNo }) => empNo)
  const live = sql<{ empNo: string }>`select e.emp_no from emp e where e.ent_no = ${entNo} and e.emp_no = any(${asked})
    and e.stt = ${Status.enabled}`
  const { rows: seen } = await live.execute(context.db)
  const { rows: near } = await withoutScope(context, () =>
    sql<{ empNo: string }>`${live} and (e.emp_no = any(${known.map(({ empNo }) => empNo)}) or exists (select from mtgman x
      where x.ent_no = e.ent_no and x.mtg_no = ${mtgNo} and x.emp_no = e.emp_no and ${isAttendee}))`.execute(context.db),
  )
  const there = new Set([...seen, ...near].map(({ empNo }) => empNo))
  const gone = asked.findIndex((empNo) => !there.has(empNo))
  if (gone >= 0) throw invalidField('decisions', `第 ${gone + 1} 项决定的负责人不存在或已不在职，请重新选择`)
}

/** Keeps a draft of the minutes; what is not given stays as it was. */
export async function saveMinutes(context: Context, { ver, ...given }: Of & { ver: number } & Partial<Draft>) {
  const { entNo, mtgNo, sections, decisions } = given
  const { minutes } = await lockMinutes(context, given, ver)
  const was = await writtenNow(context, given, minutes)
  const draft = { sections: sections ?? was.sections, decisions: decisions ?? was.decisions }
  checkLength(draft.sections)
  await checkPeople(context, { entNo, mtgNo }, draft.decisions, was.decisions)
  return keep(context, { entNo, mtgNo }, sql`draft = excluded.draft, emp_no = excluded.emp_no`, draft)
}

async function keep(context: Context, { entNo, mtgNo }: Of, change: ReturnType<typeof sql>, draft: Draft | null) {
  const { rows } = await sql<{ ver: number }>`insert into mtgmin as w (ent_no, mtg_no, draft, emp_no)
    values (${entNo}, ${mtgNo}, ${draft && JSON.stringify(draft)}, ${context.me.idntVal})
    on conflict (ent_no, mtg_no) do update set ${change} returning w.ver`.execute(context.db)
  return { mtgNo, ver: rows[0]?.ver as number }
}

/** Gives up what was written since the minutes were sent. Throws invalid where nothing was. */
export async function dropDraft(context: Context, { ver, ...of }: Of & { ver: number }) {
  const { minutes } = await lockMinutes(context, of, ver)
  if (!minutes.draft) throw new Fault('invalid', '没有可以放弃的草稿')
  return keep(context, of, sql`draft = null`, null)
}

const bodyOf = (sections: readonly MinutesSection[]) =>
  sections.map(({ title, body }) => [`**${title.replaceAll('*', '')}**`, body].filter(Boolean).join('\n\n')).join('\n\n')

/**
 * Sends the draft to all who belong to the meeting but the sender, and makes tasks of its decisions. Throws invalid where there is no
 * draft, nothing stands in it, the meeting has not begun, or a day has passed already.
 */
export const sendMinutes = (context: Context, which: Of & { ver: number }) =>
  withoutScope(context, () => sendDraft(context, which))

async function sendDraft(context: Context, { ver, ...of }: Of & { ver: number }) {
  const { entNo, mtgNo } = of
  const { meeting, minutes } = await lockMinutes(context, of, ver)
  const { draft } = minutes
  if (!draft) throw new Fault('invalid', '还没有写好的草稿，请先写纪要')
  if (!meeting.hasBegun) throw new Fault('invalid', '会议还没有开始，不能发出纪要')
  if (draft.sections.every(({ body }) => !body) && draft.decisions.length === 0)
    throw invalidField('sections', '纪要还没有内容，请先写正文或决定')
  await checkPeople(context, of, draft.decisions, draft.decisions)
  await putDecisions(context, of, draft.decisions)
  const isAgain = minutes.sentCnt > 0
  const { rows: people } = await sql<{ empNo: string }>`select x.emp_no from mtgman x join emp e using (ent_no, emp_no)
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and ${isAttendee} and e.stt = ${Status.enabled}
      and x.emp_no <> ${context.me.idntVal} order by x.emp_no`.execute(context.db)
  const msgNo =
    people.length > 0
      ? await sendAbout(
          context,
          {
            entNo,
            msgCls: MessageClass.info,
            need: MessageNeed.none,
            title: `会议纪要${isAgain ? '有修订' : ''}：${meeting.mtgName}`,
            body: bodyOf(draft.sections),
            about: { type: 'mtg', no: mtgNo },
            empNo: context.me.idntVal,
          },
          { parts: people.map(({ empNo }) => ({ kind: 'emp', no: empNo, outFlag: '0', name: meeting.mtgName })) },
        )
      : null
  const sent = sql`draft = null, sent = ${JSON.stringify(draft.sections)}::jsonb, sent_tm = now(), sent_cnt = w.sent_cnt + 1,
    msg_no = ${msgNo}, emp_no = excluded.emp_no`
  return { ...(await keep(context, of, sent, null)), toldCnt: people.length }
}

/** Brings the decisions of a meeting to what is sent now: new ones are asked, changed ones anew, those left out no more. */
async function putDecisions(context: Context, of: Of, decisions: readonly WrittenDecision[]) {
  const kept = new Map((await keptDecisions(context, of)).map((one) => [one.decNo, one]))
  const now = today().replaceAll('-', '')
  for (const [at, { decNo, ...asked }] of decisions.entries()) {
    const was = decNo ? kept.get(decNo) : undefined
    if (decNo && !was) throw invalidField('decisions', `第 ${at + 1} 项决定已不在这次会议里，请删掉重写`)
    if (was?.dueDt !== asked.dueDt && asked.dueDt < now)
      throw invalidField('decisions', `第 ${at + 1} 项决定的完成日期已经过去，请改为今天或以后`)
    if (was) await changeDecision(context, was, asked)
    else await openDecision(context, of, asked)
    kept.delete(decNo ?? '')
  }
  for (const left of kept.values()) await dropDecision(context, left)
}
