import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { LeaveState } from './leaves.contract.ts'

/** Selects when the leave `l` is over: at its end, or earlier where it was cut short or the pupil came back. */
export const leaveEnd = sql<string>`least(l.e_tm, l.cut_tm, l.back_tm)`

/** Selects leaves `l` that were not called off before they began. */
export const isRealLeave = sql<SqlBool>`(l.stt = '1' and ${leaveEnd} > l.s_tm)`

/** Selects the state of the leave `l` now. */
export const leaveState = sql<string>`case when ${leaveEnd} <= now() then ${LeaveState.over}
  when l.s_tm > now() then ${LeaveState.ahead} else ${LeaveState.on} end`

/** Selects leaves `l` that touch a time. */
export const isLeaveWithin = (from: RawBuilder<unknown>, till: RawBuilder<unknown>) =>
  sql<SqlBool>`(${isRealLeave} and l.s_tm < ${till} and ${leaveEnd} > ${from})`

/** Selects leaves `l` of today. */
export const isLeaveToday = isLeaveWithin(sql`current_date`, sql`(current_date + 1)`)

/** Selects leaves `l` of pupils that go on now, whom the gate lets out, or back in. */
export const mayLeaveNow = sql<SqlBool>`(l.stt = '1' and l.stu_no is not null and l.back_tm is null and l.s_tm <= now()
  and (least(l.e_tm, l.cut_tm) > now() or l.left_tm is not null and l.left_tm >= current_date))`
