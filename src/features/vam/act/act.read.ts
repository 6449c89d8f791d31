import { sql, type SqlBool } from 'kysely'
import { ActivityState, EnrolState } from '#domain/activities/activities.contract.ts'
import { permissions, permits } from '#contract/access.ts'
import { isPublished, onlySexOut, readSeats, runsActivity, activityState } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import type { Input } from '#server/call/serve.ts'
import type { act } from './act.contract.ts'
import { activityCardColumns, coverUrl } from './act.card.ts'

const { review } = permissions('act')

/** Tests whether the caller finds the activity `a` in the list of those who run them. */
const finds = (context: Context) =>
  sql<SqlBool>`(${isPublished} or ${runsActivity(context)} or ${permits(context.me, review)} and a.stt = ${ActivityState.waiting})`

const count = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from reg r where r.ent_no = a.ent_no and r.act_no = a.act_no and ${condition})`

/** Selects live activities that the caller finds, with the columns of a list. */
export const activities = (context: Context, entNo: string) =>
  context.db
    .selectFrom('act as a')
    .where('a.entNo', '=', entNo)
    .where('a.stt', '<>', ActivityState.deleted)
    .where(finds(context))
    .select(activityCardColumns)
    .select(['a.answer', 'a.ver'])
    .select([
      sql<'0' | '1'>`a.pub_flag`.as('pubFlag'),
      sql<number>`(select count(*)::int from wrk w where w.ent_no = a.ent_no and w.act_no = a.act_no and w.stt <> '0')`.as(
        'wrkCnt',
      ),
      count(sql`r.stt = ${EnrolState.reviewing}`).as('rvwCnt'),
      sql<string | null>`(select e.emp_name from emp e where e.ent_no = a.ent_no and e.emp_no = a.emp_no)`.as('empName'),
      sql<'0' | '1'>`case when ${runsActivity(context)} then '1' else '0' end`.as('editFlag'),
    ])

type Filter = Pick<Input<typeof act.getpage>, 'entNo' | 'stt' | 'cls' | 'mine' | 'keyWord'>

/** Selects those that match a filter. */
export const matchingActivities = (context: Context, { entNo, stt, cls, mine, keyWord }: Filter) =>
  activities(context, entNo)
    .$if(!!stt, (list) => list.where(sql<SqlBool>`${activityState} = ${stt}`))
    .$if(!!cls, (list) => list.where('a.cls', '=', cls as string))
    .$if(mine === '1', (list) => list.where('a.empNo', '=', context.me.idntVal))
    .$if(!!keyWord, (list) => list.where(matches('a', keyWord as string)))

/** Reads one page of the activities that match, the latest first. */
export async function readActivityPage({ pageIndex, pageSize, ...filter }: Input<typeof act.getpage>, context: Context) {
  const page = await pageOf(matchingActivities(context, filter), ['-a.actNo'], { pageIndex, pageSize })
  return { ...page, datas: page.datas.map(({ cover: _, rank: __, near: ___, clsName: ____, ...row }) => row) }
}

/** Reads an activity with all of its fields. Throws notFound where there is none. */
export async function readActivity(context: Context, entNo: string, actNo: string) {
  const row = requireRow(
    await activities(context, entNo)
      .where('a.actNo', '=', actNo)
      .select(['a.cntnt', 'a.units', 'a.payItemNo', 'a.tmplNo', 'a.wrkMax', 'a.wrkSDt', 'a.wrkEDt'])
      .select([
        onlySexOut.as('sex'),
        sql<'0' | '1'>`a.audit_flag`.as('auditFlag'),
        sql<'0' | '1'>`a.vote_flag`.as('voteFlag'),
        sql<'1' | '2' | '3'>`a.wrk_types`.as('wrkTypes'),
        sql<string | null>`(select t.tmpl_name from tmpl t where t.ent_no = a.ent_no and t.tmpl_no = a.tmpl_no)`.as('tmplName'),
        sql<string | null>`(select p.item_name from payitem p where p.ent_no = a.ent_no and p.pay_item_no = a.pay_item_no)`.as(
          'payName',
        ),
        count(sql`r.sign_tm is not null and r.stt = ${EnrolState.taken}`).as('signCnt'),
      ])
      .executeTakeFirst(),
  )
  const { rank: _, near: __, clsName: ___, ...facts } = row
  const seats = await readSeats(context, { entNo, actNo })
  const names = await namesOf(context, entNo, [...seats.keys()].filter(Boolean))
  return {
    ...facts,
    coverUrl: coverUrl(facts, context.services.secret),
    unitNames: await unitNames(context, entNo, facts.units),
    seats: [...seats.values()].map((seat) => ({ ...seat, seatName: names.get(seat.seatNo) ?? null })),
  }
}

/** Reads the names of grades and classes, in the order of the school. */
export async function unitNames(context: Context, entNo: string, unitNos: readonly string[]) {
  return [...(await namesOf(context, entNo, unitNos)).values()]
}

async function namesOf({ db }: Context, entNo: string, unitNos: readonly string[]): Promise<Map<string, string>> {
  if (unitNos.length === 0) return new Map()
  const { rows } = await sql<{ unitNo: string; unitName: string }>`select unit_no, unit_name from edcunit
    where ent_no = ${entNo} and unit_no = any(${unitNos}) order by unit_type, show_ord, unit_no`.execute(db)
  return new Map(rows.map(({ unitNo, unitName }) => [unitNo, unitName]))
}
