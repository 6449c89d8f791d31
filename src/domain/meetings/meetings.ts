import { sql, type SqlBool } from 'kysely'
import { ApplyType, ManState, MeetingState, SignState } from './meetings.contract.ts'
import { Fault } from '#server/base/fault.ts'

type State = (typeof MeetingState)[keyof typeof MeetingState]

/** What may be done to a meeting, in which states, and how that is called. */
export const actions = {
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
} as const satisfies Record<string, { from: readonly State[]; word: string }>
export type Action = keyof typeof actions

const states: Record<string, string> = {
  [MeetingState.draft]: '会议还是草稿',
  [MeetingState.published]: '会议已发布',
  [MeetingState.underWay]: '会议正在进行',
  [MeetingState.ended]: '会议已结束',
  [MeetingState.cancelled]: '会议已取消',
}

/** The state of the meeting `m` as people see it: under way while one of its sessions is. */
export const stateNow = sql<string>`case when m.stt = ${MeetingState.published} and exists (select from mtgschd c
  where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no and now() between c.s_dt and c.e_dt) then ${MeetingState.underWay} else m.stt end`

/** What a state refuses, in a sentence. */
export const refusal = (stt: string, action: Action) =>
  new Fault('invalid', `${states[stt] ?? '会议已删除'}，不能${actions[action].word}`)

/** Whether the attendee `x` is to come: not who asks to join, was refused that, or has leave. */
export const isExpected = sql<SqlBool>`(x.stt in (${ManState.asked}, ${ManState.confirmed}, ${ManState.agreed})
  or (x.stt in (${ManState.applying}, ${ManState.refused}) and x.appl_type = ${ApplyType.leave}))`
/** Whether who signed as `g` was there. */
export const wasThere = sql<SqlBool>`g.stt in (${SignState.normal}, ${SignState.late}, ${SignState.early}, ${SignState.made})`

/** Minutes after the beginning of `c` at which `g` scanned the code; null where nobody did, or nothing was late. */
export const lateMinutes = sql<number | null>`case when g.sign_way = 'qr'
  then nullif(greatest(floor(extract(epoch from g.sign_tm - c.s_dt) / 60)::int, 0), 0) end`

/** Whether `x` belongs to the meeting: whoever is to come, and one who has leave and may come all the same. */
export const isAttendee = sql<SqlBool>`(${isExpected} or x.stt = ${ManState.leave})`
