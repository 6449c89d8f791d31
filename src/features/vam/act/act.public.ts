import { sql, type SqlBool } from 'kysely'
import { ActivityState, EnrolState, For } from '#domain/activities/activities.contract.ts'
import type { Context } from '#server/call/context.ts'
import { isPublished, onlySexOut } from '#domain/activities/activities.ts'
import { readEnrolled, ownEnrolments } from '#domain/activities/enrolments.ts'
import { readVersion } from '#domain/forms/formTemplates.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { hasStudents } from '#domain/units/studentReach.ts'
import type { Input } from '#server/call/serve.ts'
import type { act } from './act.contract.ts'
import { activityCardColumns, cardOrder, cardOut } from './act.card.ts'
import { unitNames } from './act.read.ts'

type Filter = Pick<Input<typeof act.getopenpage>, 'cls' | 'when' | 'keyWord' | 'pageIndex' | 'pageSize'>

const { soon, open, closed, underWay, ended } = ActivityState
const states = { open: [open], soon: [soon], on: [closed, underWay], over: [ended] }

/** Reads one page of the published activities that match, open ones first. */
async function cards(
  { db, services }: Context,
  { cls, when, keyWord, pageIndex, pageSize }: Filter,
  whose: ReturnType<typeof sql<SqlBool>>,
) {
  const requireRow = db
    .selectFrom('act as a')
    .where(isPublished)
    .where(whose)
    .$if(!!cls, (list) => list.where('a.cls', '=', cls as string))
    .$if(!!keyWord, (list) => list.where(matches('a', keyWord as string)))
    .select(activityCardColumns)
    .as('c')
  const list = db
    .selectFrom(requireRow)
    .selectAll()
    .$if(!!when, (one) => one.where('stt', 'in', states[when as keyof typeof states]))
  const page = await pageOf(list, cardOrder, { pageIndex, pageSize })
  return { ...page, datas: page.datas.map(({ rank: _, near: __, ...row }) => cardOut(row, services.secret)) }
}

const isPublic = sql<SqlBool>`a.pub_flag = '1' and exists (select from ent_name n where n.ent_no = a.ent_no and n.live)`

/** Reads what everybody may see. */
export const readOpenActivities = (context: Context, { ofEntNo, ...filter }: Input<typeof act.getopenpage>) =>
  cards(context, filter, ofEntNo ? sql<SqlBool>`${isPublic} and a.ent_no = ${ofEntNo}` : isPublic)

/** Reads those, and what the own enterprise shows to its people. */
export const readShownActivities = (context: Context, { entNo, own, ...filter }: Input<typeof act.getshownpage>) =>
  cards(context, filter, own === '1' ? sql<SqlBool>`a.ent_no = ${entNo}` : sql<SqlBool>`(a.ent_no = ${entNo} or ${isPublic})`)

/** Reads an activity for its page in the portal. Throws notFound where it is not shown. */
export async function readOne(context: Context, entNo: string, actNo: string) {
  const { db, me, services } = context
  const isMine = await ownEnrolments(context, entNo)
  const row = requireRow(
    await db
      .selectFrom('act as a')
      .where('a.actNo', '=', actNo)
      .where(isPublished)
      .where(sql<SqlBool>`(a.ent_no = ${entNo} or ${isPublic})`)
      .select(activityCardColumns)
      .select(['a.cntnt', 'a.units', 'a.tmplNo', 'a.verNo', 'a.wrkMax', 'a.wrkSDt', 'a.wrkEDt'])
      .select([
        onlySexOut.as('sex'),
        sql<'0' | '1'>`a.audit_flag`.as('auditFlag'),
        sql<'0' | '1'>`a.vote_flag`.as('voteFlag'),
        sql<'1' | '2' | '3'>`a.wrk_types`.as('wrkTypes'),
        sql<string | null>`(select p.item_name from payitem p where p.ent_no = a.ent_no and p.pay_item_no = a.pay_item_no)`.as(
          'payName',
        ),
        sql<string | null>`(select p.amt::text from payitem p where p.ent_no = a.ent_no and p.pay_item_no = a.pay_item_no)`.as(
          'payAmt',
        ),
        sql<number>`(select count(*)::int from wrk w where w.ent_no = a.ent_no and w.act_no = a.act_no and w.stt = '2')`.as(
          'wrkCnt',
        ),
      ])
      .executeTakeFirst(),
  )
  const { tmplNo, verNo, units, rank: _, near: __, ...facts } = row
  // Lets people of another enterprise read it without a part in it.
  const isOwn = facts.ofEntNo === entNo && entNo === me.entNo
  const isIn = (one: { stuNo: string | null; stt: string }) => one.stuNo === null && taking.includes(one.stt)
  const mine = isOwn
    ? await readEnrolled(context, entNo, actNo, sql<SqlBool>`${isMine} and r.stt <> ${EnrolState.cancelled}`)
    : []
  const isFor = (who: string) => isOwn && (facts.who === who || facts.who === For.both)
  const form = isOwn && tmplNo && verNo ? await readVersion(db, entNo, tmplNo, verNo) : undefined
  return {
    ...cardOut(facts, services.secret),
    unitNames: isOwn ? await unitNames(context, entNo, units) : [],
    tmplNo: isOwn ? tmplNo : null,
    billClmns: form?.billClmns ?? [],
    singleFlag: form?.sets.singleFlag ?? '0',
    selfFlag: flag(isFor(For.employees) && !mine.some(isIn)),
    stuFlag: flag(isFor(For.students) && hasStudents(context)),
    mine,
  }
}

const taking: string[] = [EnrolState.reviewing, EnrolState.taken, EnrolState.waiting]
const flag = (is: boolean): '0' | '1' => (is ? '1' : '0')
