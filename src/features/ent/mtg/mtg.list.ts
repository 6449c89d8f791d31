import { isLeaveWithin } from '#domain/leaves/leaves.ts'
import { sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import { ManState, MeetingState, SignState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { isAttendee, isExpected, lateMinutes, meetingState, stayedAway, wasThere } from '#domain/meetings/meetings.ts'
import { pageOf } from '#server/database/rows.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import type { mtg } from './mtg.contract.ts'
import { reachesMeeting } from './mtg.reach.ts'

type Asked<Name extends keyof typeof mtg> = z.output<(typeof mtg)[Name]['input']> & { entNo: string }

const people = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no and ${condition})`
const first = <C extends string>(column: C) =>
  sql<string | null>`(select c.${sql.ref(column)} from mtgschd c where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no
    order by c.s_dt, c.rdx limit 1)`

// Selects whether `x` signed in to one session at least.
const hasCome = sql<SqlBool>`exists (select from mtgsign g
  where g.ent_no = x.ent_no and g.mtg_no = x.mtg_no and g.man_no = x.man_no and ${wasThere})`

/** Counts the people of `m`: who came, who is on leave and did not come, and who is absent make it up. */
export const manCount = people(sql`${isAttendee}`)
export const stateCount = (stt: string) => people(sql`x.stt = ${stt}`)
const comeCount = people(sql`${isAttendee} and ${hasCome}`)
const leaveCount = people(sql`x.stt = ${ManState.leave} and not ${hasCome}`)

/** Lists the columns of Meeting that are the same for everybody. */
const listed = [
  ...(['m.mtgNo', 'm.mtgName', 'm.mtgType', 'm.hostEmpNo', 'm.ver'] as const),
  sql<'0' | '1'>`m.appl_flag`.as('applFlag'),
  first('sDt').as('sDt'),
  first('eDt').as('eDt'),
  first('place').as('place'),
  sql<number>`(select count(*)::int from mtgschd c where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no)`.as('schdCnt'),
  sql<string | null>`(select e.emp_name from emp e where e.ent_no = m.ent_no and e.emp_no = m.host_emp_no)`.as('hostName'),
  manCount.as('manCnt'),
  comeCount.as('comeCnt'),
  leaveCount.as('leaveCnt'),
  stateCount(ManState.applying).as('applCnt'),
  meetingState.as('stt'),
] as const

/** Selects live meetings that the caller finds, with the columns of a list. */
export const meetings = (context: Context, entNo: string) =>
  context.db
    .selectFrom('mtg as m')
    .where('m.entNo', '=', entNo)
    .where('m.stt', '<>', MeetingState.deleted)
    .where(reachesMeeting(context, entNo, 'find'))
    .select(listed)
    .select([
      sql<string | null>`(select x.stt from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no
        and x.emp_no = ${context.me.idntVal} and x.stt <> ${ManState.deleted})`.as('myStt'),
      sql<'0' | '1'>`case when ${reachesMeeting(context, entNo, 'run')} then '1' else '0' end`.as('editFlag'),
    ])

/** Reads one page of the meetings that match, those drafted last first. */
export function meetingPage(filter: Asked<'getpage'>, context: Context) {
  const { entNo, pageIndex, pageSize, mtgSDt, mtgEDt, stt, mtgType, mine, keyWord } = filter
  const { idntVal } = context.me
  const list = meetings(context, entNo)
    .$if(!!stt, (one) => one.where(sql<SqlBool>`${meetingState} = ${stt}`))
    .$if(!!mtgType, (one) => one.where('m.mtgType', '=', mtgType as string))
    .$if(!!keyWord, (one) => one.where(matches('m', keyWord as string)))
    .$if(!!mtgSDt || !!mtgEDt, (one) =>
      one.where(sql<SqlBool>`exists (select from mtgschd c where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no
        and c.e_dt >= coalesce(${mtgSDt ?? null}::date, '-infinity')
        and c.s_dt < coalesce(${mtgEDt ?? null}::date + 1, 'infinity'))`),
    )
    .$if(mine === 'host', (one) => one.where('m.hostEmpNo', '=', idntVal))
    .$if(mine === 'created', (one) => one.where('m.empNo', '=', idntVal))
    .$if(mine === 'attend', (one) =>
      one.where(sql<SqlBool>`exists (select from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no
        and x.emp_no = ${idntVal} and ${isExpected})`),
    )
  return pageOf(list, ['-m.mtgNo'], { pageIndex, pageSize })
}

type OfPeople = { entNo: string; mtgNo: string; keyWord?: string | undefined; manType?: string | undefined }

/** Selects the attendees `x` of a meeting that match, without columns. */
export const attendees = (db: Db, { entNo, mtgNo, keyWord, manType }: OfPeople) =>
  db
    .selectFrom('mtgman as x')
    .leftJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'x.entNo').onRef('e.empNo', '=', 'x.empNo'))
    .where('x.entNo', '=', entNo)
    .where('x.mtgNo', '=', mtgNo)
    .where('x.stt', '<>', ManState.deleted)
    .$if(!!manType, (one) => one.where('x.manType', '=', manType as string))
    .$if(!!keyWord, (one) => one.where(sql<SqlBool>`x.search_text like ${likeOf(keyWord)}`))

/** Selects them also by the state that a list tells: on leave are those who did not come all the same. */
export const attendeesIn = (db: Db, { stt, ...filter }: OfPeople & { stt?: string | undefined }) =>
  attendees(db, filter)
    .$if(!!stt, (one) => one.where('x.stt', '=', stt as string))
    .$if(stt === ManState.leave, (one) => one.where(sql<SqlBool>`not ${hasCome}`))

/** Tells of an attendee whether they signed in. */
export const comeFlag = sql<'0' | '1'>`case when ${hasCome} then '1' else '0' end`.as('comeFlag')

// Marks who is on an approved leave while the meeting takes place.
const awayFlag = sql<'0' | '1'>`case when exists (select from lve l join mtgschd c on c.ent_no = l.ent_no
  where l.ent_no = x.ent_no and l.emp_no = x.emp_no and c.mtg_no = x.mtg_no and ${isLeaveWithin(sql`c.s_dt`, sql`c.e_dt`)})
  then '1' else '0' end`.as('awayFlag')

/** Lists the columns of an attendee in lists of people. */
export const personColumns = [
  ...(['x.manNo', 'x.manName', 'x.manType'] as const),
  sql<string | null>`coalesce(x.work_unit, ${mainDepartmentOf('orgName')})`.as('workUnit'),
] as const
export const participantPhone = sql<string | null>`coalesce(e.auth_tel, x.man_tel)`

/** Reads one page of a meeting's people, the host first. */
export async function manPage({ pageIndex, pageSize, ...filter }: Asked<'getmtgmanpage'>, { db }: Context) {
  const list = attendeesIn(db, filter)
    .select(personColumns)
    .select([comeFlag, awayFlag])
    .select([
      'x.empNo',
      'x.applType',
      'x.rsn',
      'x.answer',
      'x.vals',
      'x.verNo',
      'x.repTm',
      'x.stt',
      participantPhone.as('manTel'),
    ])
  const found = await pageOf(list, ['x.manType', 'x.crtTm', 'x.manNo'], { pageIndex, pageSize })
  return { ...found, datas: found.datas.map((row) => ({ ...row, manTel: row.manTel && maskPhone(row.manTel) })) }
}

const signed = sql<string>`coalesce(g.stt, ${SignState.none})`

type OfSession = OfPeople & { rdx: number; stt?: string | undefined; leaveFlag?: string | undefined }

/** Selects the people of a session, and their attendance; whoever is on leave and did not come has none. */
export const attendance = (db: Db, { rdx, stt, leaveFlag, ...filter }: OfSession) =>
  attendees(db, filter)
    .innerJoin('mtgschd as c', (on) => on.onRef('c.entNo', '=', 'x.entNo').onRef('c.mtgNo', '=', 'x.mtgNo').on('c.rdx', '=', rdx))
    .leftJoin('mtgsign as g', (on) =>
      on.onRef('g.entNo', '=', 'x.entNo').onRef('g.mtgNo', '=', 'x.mtgNo').onRef('g.manNo', '=', 'x.manNo').on('g.rdx', '=', rdx),
    )
    .where(isAttendee)
    .$if(!!leaveFlag, (one) => one.where(leaveFlag === '1' ? stayedAway : sql<SqlBool>`not ${stayedAway}`))
    .$if(!!stt, (one) => one.where(sql<SqlBool>`${signed} = ${stt} and not ${stayedAway}`))

export const signColumns = [
  ...(['g.signTm', 'g.outTm', 'g.signWay', 'g.rem'] as const),
  lateMinutes.as('lateMin'),
  sql<'0' | '1'>`case when ${stayedAway} then '1' else '0' end`.as('leaveFlag'),
  sql<'0' | '1'>`case when exists (select from lve l where l.ent_no = x.ent_no and l.emp_no = x.emp_no
    and ${isLeaveWithin(sql`c.s_dt`, sql`c.e_dt`)}) then '1' else '0' end`.as('awayFlag'),
  signed.as('stt'),
] as const

/** Reads one page of the attendance of a session; remarks are for those who run the meeting. */
export async function signPage({ pageIndex, pageSize, ...filter }: Asked<'getmtgsignpage'>, context: Context) {
  const list = attendance(context.db, filter)
    .innerJoin('mtg as m', (on) => on.onRef('m.entNo', '=', 'x.entNo').onRef('m.mtgNo', '=', 'x.mtgNo'))
    .select([...personColumns, ...signColumns, reachesMeeting(context, filter.entNo, 'run').as('runs')])
  const found = await pageOf(list, ['x.manType', 'x.crtTm', 'x.manNo'], { pageIndex, pageSize })
  return { ...found, datas: found.datas.map(({ runs, ...row }) => ({ ...row, rem: runs ? row.rem : null })) }
}
