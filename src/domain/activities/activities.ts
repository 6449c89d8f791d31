import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { ActivityState, published } from './activities.contract.ts'
import { permissions, permits, type Right } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'

const { draft, waiting, soon, open, closed, underWay, ended, cancelled } = ActivityState
type State = (typeof ActivityState)[keyof typeof ActivityState]
const running: readonly State[] = [soon, open, closed, underWay]

/** Maps each action on an activity to its name and the states that allow it. */
const actions = {
  update: { from: [draft, waiting, ...running], word: '修改' },
  submit: { from: [draft], word: '提交' },
  publish: { from: [draft, waiting], word: '发布' },
  sendBack: { from: [waiting], word: '退回' },
  end: { from: running, word: '结束' },
  cancel: { from: running, word: '取消' },
  delete: { from: [draft, waiting, ended, cancelled], word: '删除' },
  enrol: { from: [open], word: '报名' },
  leave: { from: [open], word: '取消报名' },
  review: { from: running, word: '审核报名' },
  sign: { from: [open, closed, underWay, ended], word: '签到' },
  pay: { from: [...running, ended], word: '登记缴费' },
  handIn: { from: [open, closed, underWay, ended], word: '上传作品' },
} as const satisfies Record<string, { from: readonly State[]; word: string }>
export type ActivityAction = keyof typeof actions

const states: Record<string, string> = {
  [draft]: '活动还是草稿',
  [waiting]: '活动等待发布',
  [soon]: '报名还没有开始',
  [open]: '活动正在报名',
  [closed]: '报名已截止',
  [underWay]: '活动正在进行',
  [ended]: '活动已结束',
  [cancelled]: '活动已取消',
}

/** Selects the state of the activity `a` as people see it: after publication by its times. */
export const activityState = sql<string>`case when a.stt <> ${published} then a.stt when now() >= a.e_dt then ${ended}
  when now() < a.reg_s_dt then ${soon} when now() < a.reg_e_dt then ${open} when now() < a.s_dt then ${closed} else ${underWay} end`

/** Selects whether the activity `a` was published and not cancelled before. */
export const isPublished = sql<SqlBool>`a.stt in (${published}, ${ended})`

const { add, edit } = permissions('act')

/**
 * Tests whether the caller runs the activity `a`: all of the enterprise with the right to change them (or the right `may`),
 * otherwise those that they made.
 */
export function runsActivity({ me }: Pick<Context, 'me'>, may: readonly Right[] = edit): RawBuilder<SqlBool> {
  if (permits(me, may) && me.rights.reachOf(may).whole) return sql<SqlBool>`true`
  return permits(me, [...add, ...may]) ? sql<SqlBool>`a.emp_no is not distinct from ${me.idntVal}` : sql<SqlBool>`false`
}

/** Describes an activity that is locked during an action. */
export type LockedActivity = {
  actNo: string
  title: string
  who: string
  units: string[]
  sex: string | null
  quota: number | null
  quotaMode: string
  waitFlag: string
  auditFlag: string
  tmplNo: string | null
  verNo: number | null
  wrkFlag: string
  wrkTypes: string
  wrkMax: number
  wrkSDt: string | null
  wrkEDt: string | null
  cover: string | null
  pubFlag: string
  stt: string
  now: string
  ver: number
}
/** Selects of whom alone an activity is for, as the wire spells it (docs/spec/conventions.md#sex); null: of everybody. */
export const onlySexOut = sql<'M' | 'N' | null>`case only_sex when 'F' then 'N' else only_sex end`

const kept = sql`a.act_no, a.title, a.who, a.units, ${onlySexOut} as sex, a.quota, a.quota_mode, a.wait_flag, a.audit_flag, a.tmpl_no, a.ver_no,
  a.wrk_flag, a.wrk_types, a.wrk_max, a.wrk_s_dt, a.wrk_e_dt, a.cover, a.pub_flag, a.stt, ${activityState} as now, a.ver`

type Which = { entNo: string; actNo: string }

/**
 * Locks an activity until the transaction ends, so that places are given one after the other. Throws notFound where there is
 * none, invalid where its state refuses the action.
 */
export async function lockActivity(
  context: Context,
  { entNo, actNo }: Which,
  action: ActivityAction,
  near: RawBuilder<SqlBool>,
): Promise<LockedActivity> {
  const { rows } = await sql<LockedActivity>`select ${kept} from act a where a.ent_no = ${entNo} and a.act_no = ${actNo}
    and a.stt <> ${ActivityState.deleted} and ${near} for no key update`.execute(context.db)
  const held = requireRow(rows[0])
  if (!(actions[action].from as readonly string[]).includes(held.now)) throw refusal(held.now, action)
  return held
}

/** Explains in a sentence why a state refuses an action. */
const refusal = (now: string, action: ActivityAction) =>
  new Fault('invalid', `${states[now] ?? '活动已删除'}，不能${actions[action].word}`)

/** Counts the places taken in each part of an activity, and those who wait. */
export async function readSeats({ db }: Pick<Context, 'db'>, { entNo, actNo }: Which) {
  const { rows } = await sql<{ seatNo: string; takeCnt: number; waitCnt: number }>`select seat_no, take_cnt, wait_cnt from actseat
    where ent_no = ${entNo} and act_no = ${actNo} and (take_cnt > 0 or wait_cnt > 0)`.execute(db)
  return new Map(rows.map((row) => [row.seatNo, row]))
}

/**
 * Gives the places that are free to those who wait, in their order; the activity is held. Looks at nobody who waits where no
 * place is free, for each of a thousand who enrol at once asks. Answers which enrolments have a place now.
 */
export async function fillPlaces(
  { db }: Pick<Context, 'db'>,
  { entNo, actNo }: Which,
  { quota, auditFlag }: Pick<LockedActivity, 'quota' | 'auditFlag'>,
): Promise<string[]> {
  const places = quota ?? 2_000_000_000
  const { rows } = await sql<{ regNo: string }>`update reg r set stt = ${auditFlag === '1' ? '1' : '2'} from actseat t, lateral (
      select w.reg_no from reg w where w.ent_no = t.ent_no and w.act_no = t.act_no and w.seat_no = t.seat_no and w.stt = '3'
      order by w.wait_no limit greatest(${places}::int - t.take_cnt, 0)) q
    where t.ent_no = ${entNo} and t.act_no = ${actNo} and t.wait_cnt > 0 and t.take_cnt < ${places}
      and r.ent_no = ${entNo} and r.reg_no = q.reg_no returning r.reg_no`.execute(db)
  return rows.map(({ regNo }) => regNo)
}
