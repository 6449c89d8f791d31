import { sql, type SqlBool } from 'kysely'
import { ActivityState, WorkKind, WorkState } from '#domain/activities/activities.contract.ts'
import { permissions, permits } from '#contract/access.ts'
import { runsActivity } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import { groupOf, participantName } from '#domain/activities/enrolments.ts'
import { fileLink } from '#server/files/links.ts'
import { pageOf } from '#server/database/rows.ts'
import { withoutScope, requireOwn } from '#server/call/scope.ts'
import { likeOf } from '#server/base/search.ts'
import { requireUnit } from '#domain/units/units.ts'
import type { Input } from '#server/call/serve.ts'
import { isInUnits } from '#domain/units/studentReach.ts'
import type { wrk } from './wrk.contract.ts'

const { review } = permissions('wrk')
type File = { fileNo: string; name: string; type: string; size: number }

/**
 * Tests whether the caller reviews the work `w`: with the right over the whole enterprise all, otherwise those of the own
 * activities.
 */
export const reviews = (context: Context) =>
  permits(context.me, review) && context.me.rights.reachOf(review).whole ? sql<SqlBool>`true` : runsActivity(context)

const likes = sql<number>`(select count(*)::int from wrklike l where l.ent_no = w.ent_no and l.wrk_no = w.wrk_no)`
const isReported = sql<SqlBool>`exists (select from wrkrpt p where p.ent_no = w.ent_no and p.wrk_no = w.wrk_no and p.stt = '1')`
const ofClass = (unitNo: string) => sql<SqlBool>`exists (select from stu s where s.ent_no = r.ent_no and s.stu_no = r.stu_no
  and ${isInUnits(sql`${[unitNo]}`)})`

/** Selects live works with their authors, to be read without the third lock. */
const works = (context: Context, entNo: string) =>
  context.db
    .selectFrom('wrk as w')
    .innerJoin('act as a', (on) => on.onRef('a.entNo', '=', 'w.entNo').onRef('a.actNo', '=', 'w.actNo'))
    .innerJoin('reg as r', (on) => on.onRef('r.entNo', '=', 'w.entNo').onRef('r.regNo', '=', 'w.regNo'))
    .where('w.entNo', '=', entNo)
    .where('w.stt', '<>', WorkState.deleted)
    .where('a.stt', '<>', ActivityState.deleted)

const listed = ({ me }: Context) =>
  [
    ...(['w.wrkNo', 'w.actNo', 'w.regNo', 'w.title', 'w.note', 'w.crtTm', 'w.answer', 'w.stt', 'w.ver'] as const),
    sql<string>`a.title`.as('actTitle'),
    sql<'0' | '1'>`a.vote_flag`.as('voteFlag'),
    sql<typeof WorkKind.pictures | typeof WorkKind.video>`w.kind`.as('kind'),
    sql<File[]>`w.files`.as('files'),
    participantName.as('name'),
    groupOf.as('unitName'),
    likes.as('likeCnt'),
    sql<'0' | '1'>`case when exists (select from wrklike l where l.ent_no = w.ent_no and l.wrk_no = w.wrk_no
      and l.user_no = ${me.userNo} and l.day = current_date) then '1' else '0' end`.as('likedFlag'),
    sql<'0' | '1'>`case when w.by_user_no = ${me.userNo} then '1' else '0' end`.as('ownFlag'),
    sql<
      string[]
    >`array(select p.rsn from wrkrpt p where p.ent_no = w.ent_no and p.wrk_no = w.wrk_no and p.stt = '1' order by p.crt_tm)`.as(
      'reports',
    ),
  ] as const

type Row = { files: File[]; reports: string[] }

/** Returns works with links to their files; who reported them, and why, is only for reviewers. */
function shown<R extends Row>({ services }: Context, entNo: string, rows: readonly R[], isReview: boolean) {
  const { secret } = services
  return rows.map(({ files, reports, ...row }) => ({
    ...row,
    reports: isReview ? reports : [],
    files: files.map((file) => ({
      ...file,
      url: fileLink(secret, entNo, file.fileNo),
      small: fileLink(secret, entNo, file.fileNo, { size: 'm' }),
    })),
  }))
}

/** Reads one page of the wall. */
export async function readWall(
  { entNo, actNo, unitNo, order, keyWord, pageIndex, pageSize }: Input<typeof wrk.getwall>,
  context: Context,
) {
  requireOwn(context, entNo)
  const list = works(context, entNo)
    .where('w.stt', '=', WorkState.shown)
    .$if(!!actNo, (one) => one.where('w.actNo', '=', actNo as string))
    .$if(!!unitNo, (one) => one.where(ofClass(unitNo as string)))
    .$if(!!keyWord, (one) =>
      one.where(sql<SqlBool>`(w.title ilike ${likeOf(keyWord)} or ${participantName} like ${likeOf(keyWord)})`),
    )
    .select(listed(context))
    .as('c')
  const wall = context.db.selectFrom(list).selectAll()
  const page = await withoutScope(context, async () => {
    await requireUnit(context.db, { entNo, unitNo })
    return pageOf(wall, order === 'liked' ? ['-likeCnt', '-wrkNo'] : ['-wrkNo'], { pageIndex, pageSize })
  })
  return { ...page, datas: shown(context, entNo, page.datas, false) }
}

/** Reads the classes that have works on the wall, in the order of the school. */
export async function readWorkUnits({ entNo, actNo }: Input<typeof wrk.getunits>, context: Context) {
  requireOwn(context, entNo)
  return withoutScope(context, async () => {
    const { rows } = await sql<{
      unitNo: string
      unitName: string
      wrkCnt: number
    }>`select u.unit_no, u.unit_name, count(*)::int as wrk_cnt
      from wrk w join reg r using (ent_no, reg_no) join stu s on s.ent_no = r.ent_no and s.stu_no = r.stu_no
        join edcunit u on u.ent_no = s.ent_no and u.unit_no = s.unit_no
      where w.ent_no = ${entNo} and w.stt = ${WorkState.shown} and ${actNo ?? ''} in ('', w.act_no)
      group by u.ent_no, u.unit_no order by u.show_ord, u.unit_no`.execute(context.db)
    return rows
  })
}

/** Reads the caller's works, whatever became of them. */
export async function readOwnWorks({ entNo, actNo }: Input<typeof wrk.getmine>, context: Context) {
  requireOwn(context, entNo)
  const list = works(context, entNo)
    .where('w.byUserNo', '=', context.me.userNo)
    .$if(!!actNo, (one) => one.where('w.actNo', '=', actNo as string))
    .select(listed(context))
    .orderBy('w.wrkNo', 'desc')
    .limit(200)
  return shown(context, entNo, await withoutScope(context, () => list.execute()), false)
}

/** Reads one page of the works that the caller reviews, the longest waiting first. */
export async function readWorkPage(
  { entNo, actNo, unitNo, stt, rptFlag, keyWord, pageIndex, pageSize }: Input<typeof wrk.getpage>,
  context: Context,
) {
  requireOwn(context, entNo)
  await requireUnit(context.db, { entNo, unitNo })
  const list = works(context, entNo)
    .where(reviews(context))
    .$if(!!actNo, (one) => one.where('w.actNo', '=', actNo as string))
    .$if(!!unitNo, (one) => one.where(ofClass(unitNo as string)))
    .$if(!!stt, (one) => one.where('w.stt', '=', stt as string))
    .$if(rptFlag === '1', (one) => one.where(isReported))
    .$if(!!keyWord, (one) =>
      one.where(sql<SqlBool>`(w.title ilike ${likeOf(keyWord)} or ${participantName} like ${likeOf(keyWord)})`),
    )
    .select(listed(context))
  const page = await withoutScope(context, () => pageOf(list, ['w.wrkNo'], { pageIndex, pageSize }))
  return { ...page, datas: shown(context, entNo, page.datas, true) }
}
