import { sql } from 'kysely'
import { withMinutes } from '#contract/values/day.ts'
import { ApplyType, placeLine } from '#domain/meetings/meetings.contract.ts'
import { agendaLines } from './agenda/mtg.agenda.ts'
import { isExpected } from '#domain/meetings/meetings.ts'
import { tellOfEvent } from '#domain/messages/events.ts'
import type { Context } from '#server/call/context.ts'

type Meeting = { mtgNo: string; mtgName: string; stt: string }
type Place = { sDt: string; place: string | null; roomPlace: string | null }

/** Tells those who are asked to a meeting that it was published, or is no longer as they knew it. */
export async function tellAttendees(
  context: Context,
  { mtgNo, mtgName }: Pick<Meeting, 'mtgNo' | 'mtgName'>,
  evt: 'mtgpub' | 'mtgchange',
  what = '',
) {
  const { db, me } = context
  const { entNo } = me
  const people = await sql<{ empNo: string }>`select x.emp_no from mtgman x where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo}
    and x.emp_no is not null and ${isExpected}`.execute(db)
  const sessions =
    await sql<Place>`select c.s_dt, c.place, r.place as room_place from mtgschd c left join mtgroom r using (ent_no, room_no)
    where c.ent_no = ${entNo} and c.mtg_no = ${mtgNo} order by c.s_dt limit 3`.execute(db)
  const times = sessions.rows
    .map(({ sDt, place, roomPlace }) => `- ${[withMinutes(sDt), placeLine(place, roomPlace)].filter(Boolean).join(' ')}`)
    .join('\n')
  await tellOfEvent(context, {
    entNo,
    evt,
    title: evt === 'mtgpub' ? `会议通知：${mtgName}` : `${what}：${mtgName}`,
    body: [times, what === '会议取消' ? '' : await agendaLines(db, { entNo, mtgNo })].filter(Boolean).join('\n\n'),
    empNos: people.rows.map(({ empNo }) => empNo),
    about: { type: 'mtg', no: mtgNo },
  })
}

/** Tells whoever runs a meeting that somebody applies to join it, or for leave. */
export const tellReviewers = (context: Context, meeting: Run, { name, isLeave, rsn }: Application) =>
  tellOfEvent(context, {
    entNo: context.me.entNo,
    evt: 'mtgwait',
    title: `${name}${isLeave ? '请假' : '申请参加'}：${meeting.mtgName}`,
    body: rsn ? `原因：${rsn}` : '',
    empNos: [...new Set([meeting.empNo, meeting.hostEmpNo])],
    about: { type: 'mtg', no: meeting.mtgNo },
  })

type Run = Pick<Meeting, 'mtgNo' | 'mtgName'> & { empNo: string; hostEmpNo: string }
type Application = { name: string; isLeave: boolean; rsn: string | null }
type Applicant = { empNo: string | null; applType: string }

/** Tells those who applied to join a meeting, or for leave from it, what was decided. */
export async function tellApplicants(
  context: Context,
  { mtgNo, mtgName }: Pick<Meeting, 'mtgNo' | 'mtgName'>,
  applicants: readonly Applicant[],
  { isPassed, answer }: { isPassed: boolean; answer: string | null },
) {
  for (const [applType, some] of Map.groupBy(applicants, (one) => one.applType)) {
    const isLeave = applType === ApplyType.leave
    await tellOfEvent(context, {
      entNo: context.me.entNo,
      evt: isLeave ? 'mtgleave' : 'mtgappl',
      title: `${isLeave ? '请假' : '参会申请'}${isPassed ? '已同意' : '没有通过'}：${mtgName}`,
      body: answer ? `说明：${answer}` : '',
      empNos: some.flatMap(({ empNo }) => (empNo ? [empNo] : [])),
      about: { type: 'mtg', no: mtgNo },
    })
  }
}
