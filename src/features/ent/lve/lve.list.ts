import { type SqlBool, sql } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { type LeaveState } from '#domain/leaves/leaves.contract.ts'
import { leavesWithin } from '#domain/leaves/leaveList.ts'
import { isLeaveToday, isLeaveWithin, leaveEnd, leaveState, mayLeaveNow } from '#domain/leaves/leaves.ts'
import { mainDepartmentOf, requireDepartment, withinDepartment } from '#domain/staff/staff.ts'
import { requireUnit, withinUnit } from '#domain/units/units.ts'
import { invalidField } from '#server/base/fault.ts'
import { matches } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import type { lve } from './lve.contract.ts'

type Asked = Input<typeof lve.export>
type Stt = (typeof LeaveState)[keyof typeof LeaveState]

const spans = {
  today: isLeaveToday,
  week: isLeaveWithin(sql`date_trunc('week', now())`, sql`(date_trunc('week', now()) + interval '7 days')`),
  gate: mayLeaveNow,
}

const dayIn = (day: string) => sql`to_date(${day}, 'YYYYMMDD')`

/** Describes what is asked for, as a list and an export read it. */
export type LeaveFilter = Asked & { seesStaff: boolean }

/**
 * Returns a filter with whose leaves the caller sees. Throws invalid for half of a range of days, or one that ends before it begins,
 * and notFound for a unit or a department beyond reach.
 */
export async function filterOf(context: Context, asked: Asked): Promise<LeaveFilter> {
  const { entNo, sDt, eDt, unitNo, orgNo } = asked
  requireOwn(context, entNo)
  if (!sDt !== !eDt) throw invalidField(sDt ? 'eDt' : 'sDt', '请先选择时间')
  if (sDt && eDt && eDt < sDt) throw invalidField('eDt', '截止时间必须大于开始时间')
  await requireUnit(context.db, { entNo, unitNo })
  await requireDepartment(context.db, { entNo, orgNo })
  return { ...asked, seesStaff: permits(context.me, permissions('emp').edit) }
}

/** Selects the leaves of a filter, whose pupils `s` and employees `e` the transaction reaches. */
export const listedLeaves = (db: Db, { span, sDt, eDt, who, unitNo, orgNo, kind, stt, keyWord, ...of }: LeaveFilter) =>
  leavesWithin(db, of)
    .$if(!!span, (list) => list.where(spans[span as keyof typeof spans]))
    .$if(!!sDt && !!eDt, (list) => list.where(isLeaveWithin(dayIn(sDt as string), sql`(${dayIn(eDt as string)} + 1)`)))
    .$if(who === 'stu', (list) => list.where('l.stuNo', 'is not', null))
    .$if(who === 'emp', (list) => list.where('l.empNo', 'is not', null))
    .$if(!!unitNo, (list) => list.where(sql<SqlBool>`s.unit_no in ${withinUnit(of.entNo, unitNo as string)}`))
    .$if(!!orgNo, (list) => list.where(isOfDepartment(of.entNo, orgNo as string)))
    .$if(!!kind, (list) => list.where('l.kind', '=', kind as string))
    .$if(!!stt, (list) => list.where(leaveState, '=', stt as string))
    .$if(!!keyWord, (list) =>
      list.where(sql<SqlBool>`(${matches('s', keyWord as string)} or ${matches('e', keyWord as string)})`),
    )

const isOfDepartment = (entNo: string, orgNo: string) => sql<SqlBool>`exists (select from orgemp o where o.ent_no = l.ent_no
  and o.emp_no = l.emp_no and o.org_no in ${withinDepartment(entNo, orgNo)})`

/** Selects the leaves of a filter that the caller sees. */
export const leaves = async (context: Context, asked: Asked) => listedLeaves(context.db, await filterOf(context, asked))

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

// Finds one that was called off as well: its page may be open still.
const anyLeave = ({ db, me }: Context, entNo: string) =>
  leavesWithin(db, { entNo, seesStaff: permits(me, permissions('emp').edit), andCalledOff: true })

/** Reads one leave within reach. Throws notFound where there is none. */
export async function readLeave(context: Context, { entNo, lveNo }: { entNo: string; lveNo: string }) {
  requireOwn(context, entNo)
  return requireRow(
    await anyLeave(context, entNo)
      .innerJoin('prc as p', (on) => on.onRef('p.entNo', '=', 'l.entNo').onRef('p.prcNo', '=', 'l.prcNo'))
      .innerJoin('flowver as v', (on) =>
        on.onRef('v.entNo', '=', 'p.entNo').onRef('v.flowNo', '=', 'p.flowNo').onRef('v.verNo', '=', 'p.verNo'),
      )
      .where('l.lveNo', '=', lveNo)
      .select(leaveColumns)
      .select(['l.prcNo', 'p.title', 'v.lve', 'l.rsn', 'l.ftchName', 'l.ftchRelt', 'l.cutTm'])
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
