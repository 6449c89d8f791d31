import { sql, type SqlBool } from 'kysely'
import { ActivityState, EnrolState } from '#domain/activities/activities.contract.ts'
import { isPublished, runsActivity, activityState } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import { groupOf, participantName, ownEnrolments, queueNo } from '#domain/activities/enrolments.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { withoutScope } from '#server/call/scope.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { requireUnit } from '#domain/units/units.ts'
import type { Input } from '#server/call/serve.ts'
import { withStudentReach, hasStudents, isInUnits, isOnRoll, isWithinReach, studentReach } from '#domain/units/studentReach.ts'
import { unitNameOf } from '#domain/students/students.ts'
import type { reg } from './reg.contract.ts'

const { reviewing, taken, waiting } = EnrolState
const flag = (is: ReturnType<typeof sql>) => sql<'0' | '1'>`case when ${is} then '1' else '0' end`
const payName = sql<
  string | null
>`(select p.item_name from payitem p where p.ent_no = a.ent_no and p.pay_item_no = a.pay_item_no)`
const wrkCnt = sql<number>`(select count(*)::int from wrk w where w.ent_no = r.ent_no and w.reg_no = r.reg_no and w.stt <> '0')`

// Counts no refused works: another may be submitted.
const takenCnt = sql<number>`(select count(*)::int from wrk w where w.ent_no = r.ent_no and w.reg_no = r.reg_no and w.stt in ('1', '2'))`

/** Lists the columns of the enrolment `r` in `a` in lists. */
const listed = [
  ...(['r.regNo', 'r.actNo', 'a.title', 'r.stuNo', 'r.crtTm', 'r.signTm', 'r.answer', 'r.stt', 'r.ver'] as const),
  participantName.as('name'),
  groupOf.as('unitName'),
  queueNo.as('queueNo'),
  payName.as('payName'),
  sql<'0' | '1'>`r.pay_flag`.as('payFlag'),
  wrkCnt.as('wrkCnt'),
] as const

const joined = ({ db }: Context, entNo: string) =>
  db
    .selectFrom('reg as r')
    .innerJoin('act as a', (on) => on.onRef('a.entNo', '=', 'r.entNo').onRef('a.actNo', '=', 'r.actNo'))
    .where('r.entNo', '=', entNo)
    .where('r.stt', '<>', EnrolState.deleted)
    .where('a.stt', '<>', ActivityState.deleted)

/**
 * Selects the enrolments that the caller reaches: of activities that it runs, its own, and those of students whom it looks after.
 * To be read without the third lock.
 */
export async function enrolments(context: Context, entNo: string) {
  const [reached, isOwn] = [await isWithinReach(context, entNo, sql`r.stu_no`), await ownEnrolments(context, entNo)]
  return joined(context, entNo).where(sql<SqlBool>`(${runsActivity(context)} or ${isOwn} or ${reached})`)
}

type Filter = Pick<Input<typeof reg.export>, 'entNo' | 'actNo' | 'unitNo' | 'stt' | 'signFlag' | 'payFlag' | 'keyWord' | 'regNos'>

/** Selects those that match a filter. Throws notFound for a grade or class that is gone or out of reach. */
export async function matchingEnrolments(
  context: Context,
  { entNo, actNo, unitNo, stt, signFlag, payFlag, keyWord, regNos }: Filter,
) {
  const list = await enrolments(context, entNo)
  await requireUnit(context.db, { entNo, unitNo })
  return list
    .$if(!!actNo, (one) => one.where('r.actNo', '=', actNo as string))
    .$if(!!stt, (one) => one.where('r.stt', '=', stt as string))
    .$if(!!signFlag, (one) => one.where(sql<SqlBool>`(r.sign_tm is not null) = ${signFlag === '1'}`))
    .$if(!!payFlag, (one) => one.where('r.payFlag', '=', payFlag as string))
    .$if(!!regNos, (one) => one.where('r.regNo', 'in', regNos as string[]))
    .$if(!!unitNo, (one) =>
      one.where(
        sql<SqlBool>`exists (select from stu s where s.ent_no = r.ent_no and s.stu_no = r.stu_no and ${isInUnits(sql`${[unitNo]}`)})`,
      ),
    )
    .$if(!!keyWord, (one) =>
      one.where(sql<SqlBool>`(exists (select from stu s where s.ent_no = r.ent_no and s.stu_no = r.stu_no and ${matches('s', keyWord as string)})
        or exists (select from emp e where e.ent_no = r.ent_no and e.emp_no = r.emp_no and ${matches('e', keyWord as string)})
        or a.title ilike ${likeOf(keyWord)})`),
    )
}

const byName = sql<string | null>`(select c.nick_name from account c where c.user_no = r.by_user_no)`

export const readEnrolments = async (context: Context, filter: Filter) =>
  (await matchingEnrolments(context, filter))
    .select(listed)
    .select([byName.as('byName'), flag(runsActivity(context)).as('editFlag')])

/** Reads one page of the enrolments that match, the latest first; of one activity those who wait in the order of the queue. */
export async function readEnrolmentPage({ pageIndex, pageSize, ...filter }: Input<typeof reg.getpage>, context: Context) {
  const order = filter.stt === waiting ? ['r.waitNo', 'r.regNo'] : ['-r.regNo']
  const list = await readEnrolments(context, filter)
  return withoutScope(context, () => pageOf(list, order, { pageIndex, pageSize }))
}

/** Reads one page of the caller's own enrolments, the latest first. */
export async function readOwnEnrolments(
  { entNo, actNo, when, pageIndex, pageSize }: Input<typeof reg.getminepage>,
  context: Context,
) {
  const isOwn = await ownEnrolments(context, entNo)
  const isOver = sql`${activityState} in (${ActivityState.ended}, ${ActivityState.cancelled})`
  const list = joined(context, entNo)
    .where(isOwn)
    .$if(!!actNo, (one) => one.where('r.actNo', '=', actNo as string))
    .$if(!!when, (one) => one.where(sql<SqlBool>`${isOver} = ${when === 'over'}`))
    .select(listed)
    .select(['a.cover', 'a.place', 'a.sDt', 'a.eDt', 'a.regEDt'])
    .select([
      sql<'0' | '1'>`a.audit_flag`.as('auditFlag'),
      activityState.as('actStt'),
      flag(sql`r.stt in (${reviewing}, ${taken}, ${waiting}) and ${activityState} = ${ActivityState.open} and ${wrkCnt} = 0`).as(
        'cancelFlag',
      ),
      flag(sql`r.stt = ${taken} and ${mayHandIn} and ${takenCnt} < a.wrk_max`).as('workFlag'),
    ])
  const page = await withoutScope(context, () => pageOf(list, ['-r.regNo'], { pageIndex, pageSize }))
  const { secret } = context.services
  const datas = page.datas.map(({ cover, ...row }) => ({
    ...row,
    coverUrl: cover && fileLink(secret, entNo, cover, { size: 'm' }),
  }))
  return { ...page, datas }
}

/** Selects whether the activity `a` takes works now. */
const mayHandIn = sql<SqlBool>`(${isPublished} and a.wrk_flag = '1' and now() between a.wrk_s_dt and a.wrk_e_dt)`

/**
 * Reads students whom the caller may enrol in an activity, and the state of each. Throws notFound for an activity that is not
 * shown.
 */
export async function readCandidates(
  { entNo, actNo, unitNo, keyWord, pageIndex, pageSize }: Input<typeof reg.getcandidates>,
  context: Context,
) {
  const { db } = context
  const reach = await studentReach(context, entNo)
  const { rows } = await sql<{ units: string[]; sex: string | null }>`select units, sex from act a
    where a.ent_no = ${entNo} and a.act_no = ${actNo} and ${isPublished} and a.who <> '2'`.execute(db)
  const { units, sex } = requireRow(hasStudents(context) ? rows[0] : undefined)
  const list = db
    .selectFrom('stu as s')
    .where('s.entNo', '=', entNo)
    .where(isOnRoll)
    .where(isInUnits(sql`${units}`))
    .$if(!!sex, (one) => one.where('s.sex', '=', sex === 'N' ? 'F' : 'M'))
    .$if(!!unitNo, (one) => one.where(isInUnits(sql`${[unitNo]}`)))
    .$if(!!keyWord, (one) => one.where(matches('s', keyWord as string)))
    .select(['s.stuNo', 's.stuName', unitNameOf.as('unitName')])
    .select(
      sql<string | null>`(select r.stt from reg r where r.ent_no = s.ent_no and r.stu_no = s.stu_no and r.act_no = ${actNo}
        and r.stt in (${reviewing}, ${taken}, ${waiting}))`.as('stt'),
    )
  return withStudentReach(context, reach, async () => {
    await requireUnit(db, { entNo, unitNo })
    return pageOf(list, ['s.unitNo', 's.stuNo'], { pageIndex, pageSize })
  })
}
