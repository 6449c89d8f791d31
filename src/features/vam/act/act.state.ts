import { sql, type SqlBool } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { permissions } from '#contract/access.ts'
import { ActivityState, published } from '#domain/activities/activities.contract.ts'
import { type ActivityAction, lockActivity, runsActivity } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import { updateRow } from '#server/database/rows.ts'
import { stateOf } from './act.write.ts'

const { delete: remove } = permissions('act')
// Tells whether those who publish do it.
const isReview = (how: ActivityMove) => how === 'publish' || how === 'sendBack'

type Wanted = { entNo: string; actNo: string; ver?: number | undefined }

const moves = {
  submit: { stt: ActivityState.waiting, answer: null },
  publish: { stt: published, answer: null, pubTm: sql`now()` },
  sendBack: { stt: ActivityState.draft },
  end: { stt: ActivityState.ended, endTm: sql`now()` },
  cancel: { stt: ActivityState.cancelled, endTm: sql`now()` },
  delete: { stt: ActivityState.deleted },
} as const satisfies Partial<Record<ActivityAction, object>>
type ActivityMove = keyof typeof moves

/** Brings an activity into another state. Those who publish reach every one that asks for it, others the own ones. */
export async function moveActivity(
  context: Context,
  { entNo, actNo, ver }: Wanted,
  how: ActivityMove,
  more: Record<string, unknown> = {},
) {
  const reached = how === 'delete' ? runsActivity(context, remove) : isReview(how) ? publishes(context) : runsActivity(context)
  await lockActivity(context, { entNo, actNo }, how, reached)
  const changed = await updateRow(context.db, 'act', { entNo, actNo }, { ...moves[how], ...more, ver }, ['ver'])
  return { actNo, ver: changed.ver }
}

/** Moves it, and returns what people see of it now. */
export async function movedActivity(context: Context, wanted: Wanted, how: ActivityMove, more?: Record<string, unknown>) {
  const changed = await moveActivity(context, wanted, how, more)
  return { ...changed, stt: await stateOf(context, wanted) }
}

const publishes = (context: Context) => sql<SqlBool>`(${runsActivity(context)} or a.stt = ${ActivityState.waiting})`

/** Throws invalid for publishing after the end of enrolment, or with a disabled form. */
export async function checkPublishable({ db }: Context, { entNo, actNo }: Wanted) {
  const { rows } = await sql<{ isLate: boolean; isOld: boolean }>`select a.reg_e_dt <= now() as is_late,
      a.tmpl_no is not null and not exists (select from tmpl t where t.ent_no = a.ent_no and t.tmpl_no = a.tmpl_no and t.stt = '2') as is_old
    from act a where a.ent_no = ${entNo} and a.act_no = ${actNo}`.execute(db)
  if (rows[0]?.isLate) throw invalidField('regEDt', '报名截止时间已过，请先改时间')
  if (rows[0]?.isOld) throw invalidField('tmplNo', '报名表单已停用，请换一个')
}
