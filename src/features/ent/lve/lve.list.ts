import { type SqlBool, sql } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { type LeaveState } from '#domain/leaves/leaves.contract.ts'
import { isLeaveToday, isLeaveWithin, isRealLeave, leaveEnd, leaveState, mayLeaveNow } from '#domain/leaves/leaves.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { requireUnit, withinUnit } from '#domain/units/units.ts'
import { invalidField } from '#server/base/fault.ts'
import { matches } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import type { lve } from './lve.contract.ts'

type Asked = Omit<Input<typeof lve.getpage>, 'pageIndex' | 'pageSize'>
type Stt = (typeof LeaveState)[keyof typeof LeaveState]

const spans = {
  today: isLeaveToday,
  week: isLeaveWithin(sql`date_trunc('week', now())`, sql`(date_trunc('week', now()) + interval '7 days')`),
  gate: mayLeaveNow,
}

const dayIn = (day: string) => sql`to_date(${day}, 'YYYYMMDD')`

/** Throws invalid for half of a range of days, or one that ends before it begins, and for a unit beyond reach. */
async function checkFilter(context: Context, { entNo, sDt, eDt, unitNo }: Asked) {
  requireOwn(context, entNo)
  if (!sDt !== !eDt) throw invalidField(sDt ? 'eDt' : 'sDt', '请先选择时间')
  if (sDt && eDt && eDt < sDt) throw invalidField('eDt', '截止时间必须大于开始时间')
  await requireUnit(context.db, { entNo, unitNo })
}

/** Selects the leaves of a filter, whose pupils `s` and employees `e` the caller reaches; those called off are none. */
export async function leaves(context: Context, asked: Asked) {
  await checkFilter(context, asked)
  const { entNo, span, sDt, eDt, who, unitNo, kind, stt, keyWord } = asked
  return allLeaves(context, entNo)
    .where(isRealLeave)
    .$if(!!span, (list) => list.where(spans[span as keyof typeof spans]))
    .$if(!!sDt && !!eDt, (list) => list.where(isLeaveWithin(dayIn(sDt as string), sql`(${dayIn(eDt as string)} + 1)`)))
    .$if(who === 'stu', (list) => list.where('l.stuNo', 'is not', null))
    .$if(who === 'emp', (list) => list.where('l.empNo', 'is not', null))
    .$if(!!unitNo, (list) => list.where(sql<SqlBool>`s.unit_no in ${withinUnit(entNo, unitNo as string)}`))
    .$if(!!kind, (list) => list.where('l.kind', '=', kind as string))
    .$if(!!stt, (list) => list.where(leaveState, '=', stt as string))
    .$if(!!keyWord, (list) =>
      list.where(sql<SqlBool>`(${matches('s', keyWord as string)} or ${matches('e', keyWord as string)})`),
    )
}

// Shows employees to those alone who look after them: when a colleague is ill is nobody else's matter.
function allLeaves({ db, me }: Context, entNo: string) {
  return (
    db
      .selectFrom('lve as l')
      .leftJoin('stu as s', (on) => on.onRef('s.entNo', '=', 'l.entNo').onRef('s.stuNo', '=', 'l.stuNo'))
      .leftJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'l.entNo').onRef('e.empNo', '=', 'l.empNo'))
      .where('l.entNo', '=', entNo)
      .where('l.stt', '=', '1')
      .$if(!permits(me, permissions('emp').edit), (list) => list.where('l.stuNo', 'is not', null))
      // Leaves out whom the caller does not reach, or who is gone.
      .where(sql<SqlBool>`coalesce(s.stt, e.stt, '0') <> '0'`)
  )
}

/** Lists the columns of a leave in the list. */
export const leaveColumns = [
  ...(['l.lveNo', 'l.kind', 'l.sTm', 'l.eTm', 'l.leftTm', 'l.backTm', 'l.ver'] as const),
  // Casts what the table's checks admit.
  sql<'0' | '1'>`l.day_flag`.as('dayFlag'),
  sql<'stu' | 'emp'>`case when l.stu_no is null then 'emp' else 'stu' end`.as('who'),
  sql<string>`coalesce(s.stu_name, e.emp_name)`.as('name'),
  sql<string | null>`coalesce((select u.unit_name from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no),
    ${mainDepartmentOf('orgName')})`.as('place'),
  leaveEnd.as('endTm'),
  sql<Stt>`${leaveState}`.as('stt'),
] as const

const nameOf = (column: 'left_no' | 'back_no' | 'cut_no') =>
  sql<string | null>`(select o.emp_name from emp o where o.ent_no = l.ent_no and o.emp_no = l.${sql.ref(column)})`

/** Reads one leave within reach. Throws notFound where there is none. */
export async function readLeave(context: Context, { entNo, lveNo }: { entNo: string; lveNo: string }) {
  requireOwn(context, entNo)
  return requireRow(
    await allLeaves(context, entNo)
      .innerJoin('prc as p', (on) => on.onRef('p.entNo', '=', 'l.entNo').onRef('p.prcNo', '=', 'l.prcNo'))
      .where('l.lveNo', '=', lveNo)
      .select(leaveColumns)
      .select(['l.prcNo', 'p.title', 'l.rsn', 'l.ftchName', 'l.ftchRelt', 'l.cutTm'])
      .select([nameOf('left_no').as('leftBy'), nameOf('back_no').as('backBy'), nameOf('cut_no').as('cutBy')])
      .executeTakeFirst(),
  )
}

/** Counts those on leave on each day of a month, with names; days without any are left out. */
export async function leaveDays(context: Context, { month, ...asked }: Input<typeof lve.getcalendar>) {
  const first = sql`to_date(${`${month}01`}, 'YYYYMMDD')`
  const list = (await leaves(context, asked)).select(leaveColumns)
  const { rows } = await sql<{ day: string; stuCnt: number; empCnt: number; names: string[] }>`
    select to_char(d, 'YYYYMMDD') as day, count(*) filter (where x.who = 'stu')::int as stu_cnt,
      count(*) filter (where x.who = 'emp')::int as emp_cnt, (array_agg(x.name order by x.who desc, x.name))[1:20] as names
    from generate_series(${first}, ${first} + interval '1 month' - interval '1 day', interval '1 day') d
    join (${list}) x on x.s_tm < d + interval '1 day' and x.end_tm > d
    group by d order by d`.execute(context.db)
  return rows
}
