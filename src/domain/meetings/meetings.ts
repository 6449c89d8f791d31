import { sql, type SqlBool } from 'kysely'
import { ApplyType, ManState, MeetingState, SignState } from './meetings.contract.ts'
import { Fault } from '#server/base/fault.ts'

type State = (typeof MeetingState)[keyof typeof MeetingState]

/** Maps each action on a meeting to its name and the states that allow it. */
export const meetingActions = {
  update: { from: ['1', '2', '3'], word: '修改' },
  publish: { from: ['1'], word: '发布' },
  end: { from: ['2', '3'], word: '结束' },
  cancel: { from: ['2', '3'], word: '取消' },
  delete: { from: ['1', '4', '5'], word: '删除' },
  setPeople: { from: ['1', '2', '3'], word: '调整参会人员' },
  apply: { from: ['2', '3'], word: '申请' },
  reply: { from: ['2', '3'], word: '回执' },
  review: { from: ['2', '3'], word: '审批申请' },
  sign: { from: ['2', '3'], word: '签到' },
  setSign: { from: ['2', '3', '4'], word: '登记签到' },
  minute: { from: ['2', '3', '4'], word: '写纪要' },
} as const satisfies Record<string, { from: readonly State[]; word: string }>
export type MeetingAction = keyof typeof meetingActions

const states: Record<string, string> = {
  [MeetingState.draft]: '会议还是草稿',
  [MeetingState.published]: '会议已发布',
  [MeetingState.underWay]: '会议正在进行',
  [MeetingState.ended]: '会议已结束',
  [MeetingState.cancelled]: '会议已取消',
}

/** Selects the state of the meeting `m` as people see it: under way while one of its sessions is. */
export const meetingState = sql<string>`case when m.stt = ${MeetingState.published} and exists (select from mtgschd c
  where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no and now() between c.s_dt and c.e_dt) then ${MeetingState.underWay} else m.stt end`

/** Returns the fault that explains why a state refuses an action. */
export const meetingRefusal = (stt: string, action: MeetingAction) =>
  new Fault('invalid', `${states[stt] ?? '会议已删除'}，不能${meetingActions[action].word}`)

/** Selects whether the person `x` is to come: not an applicant, refused or pending, nor one on leave. */
export const isExpected = sql<SqlBool>`(x.stt in (${ManState.asked}, ${ManState.confirmed}, ${ManState.agreed})
  or (x.stt in (${ManState.applying}, ${ManState.refused}) and x.appl_type = ${ApplyType.leave}))`
/** Selects whether the attendee with the sign-in `g` was present. */
export const wasThere = sql<SqlBool>`g.stt in (${SignState.normal}, ${SignState.late}, ${SignState.early}, ${SignState.made})`

/** Selects the minutes after the beginning of `c` at which `g` scanned the code; null where nobody did, or nothing was late. */
export const lateMinutes = sql<number | null>`case when g.sign_way = 'qr'
  then nullif(greatest(floor(extract(epoch from g.sign_tm - c.s_dt) / 60)::int, 0), 0) end`

/**
 * Selects whether the session `c` of the meeting `m` takes the six digits on its board now: while people sign in, and where they
 * sign out as well until an hour after its end.
 */
export const takesShortCode = sql<SqlBool>`(m.stt = ${MeetingState.published} and m.sign_flag = '1' and clock_timestamp() between
  c.sign_s_dt and case m.out_flag when '1' then greatest(c.sign_e_dt, c.e_dt + interval '1 hour') else c.sign_e_dt end)`

/** Selects whether `x` belongs to the meeting (应到): to come, or on leave and free to come all the same. */
export const isAttendee = sql<SqlBool>`(${isExpected} or x.stt = ${ManState.leave})`

/** Selects whether `x` is on leave and did not sign in all the same with the sign-in `g`, which may be missing. */
export const stayedAway = sql<SqlBool>`(x.stt = ${ManState.leave} and ${wasThere} is not true)`
