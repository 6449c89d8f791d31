import { type SqlBool, sql } from 'kysely'
import { actions } from '#contract/access.ts'
import type * as z from 'zod'
import { Anonymity, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { likeOf } from '#server/base/search.ts'
import type { Db } from '#server/database/database.ts'
import { pageOf, requireRow } from '#server/database/rows.ts'
import type { AskedRow } from './collection.contract.ts'
import type { hnd } from './hnd.contract.ts'

/** Tells whether the caller sees the collections of the whole enterprise, not only their own. */
export const seesAll = ({ me }: Pick<Context, 'me'>) => me.rights.has(`hnd:${actions.review}`)

type Filter = {
  entNo: string
  stt?: string | undefined
  mineFlag?: string | undefined
  keyWord?: string | undefined
  /** Leaves out of those that repeat all rounds but the latest. */
  isLatest?: boolean
}

/** Selects the collections that the caller sent, or with the right to review those of all, but for what others have not handed out. */
export function collections(context: Context, { entNo, stt, mineFlag = '0', keyWord, isLatest = false }: Filter) {
  requireOwn(context, entNo)
  const isMine = mineFlag === '1' || !seesAll(context)
  return context.db
    .selectFrom('hnd as h')
    .innerJoin('tmpl as p', (on) => on.onRef('p.entNo', '=', 'h.entNo').onRef('p.tmplNo', '=', 'h.tmplNo'))
    .where('h.entNo', '=', entNo)
    .where('h.stt', '<>', CollectionState.deleted)
    .$if(!!stt, (list) => list.where('h.stt', '=', stt as string))
    .$if(isLatest, (list) =>
      list.where(sql<SqlBool>`not exists (select from hnd n where n.ent_no = h.ent_no and n.srs_no = coalesce(h.srs_no, h.hnd_no)
        and n.rnd > h.rnd)`),
    )
    .$if(isMine, (list) => list.where('h.empNo', '=', context.me.idntVal))
    .$if(!isMine, (list) => list.where(sql<SqlBool>`(h.stt <> ${CollectionState.draft} or h.emp_no = ${context.me.idntVal})`))
    .$if(!!keyWord, (list) => list.where(sql<SqlBool>`lower(h.title) like ${likeOf(keyWord)}`))
}

const counted = (condition: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from hndto t
  where t.ent_no = h.ent_no and t.hnd_no = h.hnd_no and ${condition})`

/** Lists the columns of a collection with how many it asks. */
export const collectionColumns = [
  ...(['h.hndNo', 'h.title', 'h.tmplNo', 'p.tmplName', 'h.stt', 'h.dueTm', 'h.sentTm', 'h.updTm', 'h.empNo', 'h.ver'] as const),
  ...(['h.rnd', 'h.mostCnt'] as const),
  // Casts these to what the table's checks admit.
  sql<'0' | '1' | '2'>`h.rpt`.as('rpt'),
  sql<'0' | '1' | '2'>`h.anon`.as('anon'),
  sql<'0' | '1'>`h.opn_flag`.as('opnFlag'),
  sql<string>`(select e.emp_name from emp e where e.ent_no = h.ent_no and e.emp_no = h.emp_no)`.as('empName'),
  counted(sql`(t.stt = ${AskedState.done} or t.stt = ${AskedState.todo} and t.key_hash is null)`).as('toCnt'),
  counted(sql`t.stt = ${AskedState.done}`).as('doneCnt'),
] as const

/** Returns a collection as the answer. */
export const collectionOut =
  ({ me }: Pick<Context, 'me'>) =>
  <Row extends { empNo: string; empName: string | null }>({ empNo, empName, ...row }: Row) => ({
    ...row,
    sndName: empName ?? '（不在可查看的范围内）',
    mineFlag: empNo === me.idntVal ? ('1' as const) : ('0' as const),
  })

/** Finds a collection that the caller may see. Throws notFound where there is none. */
export const requireCollection = async (context: Context, { entNo, hndNo }: { entNo: string; hndNo: string }) =>
  requireRow(
    await collections(context, { entNo })
      .where('h.hndNo', '=', hndNo)
      .select(collectionColumns)
      .select(['h.verNo', 'h.des', 'h.lateFlag', 'h.editFlag', 'h.joinFlag', 'h.gapFlag', 'h.backs', 'h.scope', 'h.msgNo'])
      .select([
        'h.aprFlag',
        sql<string | null>`(select f.flow_name from flow f where f.ent_no = h.ent_no and f.flow_no = h.flow_no)`.as('flowName'),
      ])
      .select(['h.nxtTm', 'h.srsNo', 'h.lnkNo', 'h.passWord'])
      .executeTakeFirst(),
  )

type AskedFilter = { entNo: string; hndNo: string; state: string; keyWord?: string | undefined }

const states: Record<string, string> = {
  todo: AskedState.todo,
  done: AskedState.done,
  exempt: AskedState.exempt,
  gone: AskedState.gone,
}

/** Selects those whom a collection asks within the caller's reach, with what they answered. */
export function askedOf(db: Db, { entNo, hndNo, state, keyWord }: AskedFilter) {
  const stt = states[state]
  const like = likeOf(keyWord)
  return (
    db
      .selectFrom('hndto as t')
      .leftJoin('emp as e', (on) => on.onRef('e.entNo', '=', 't.entNo').onRef('e.empNo', '=', 't.empNo'))
      .leftJoin('stu as s', (on) => on.onRef('s.entNo', '=', 't.entNo').onRef('s.stuNo', '=', 't.stuNo'))
      .leftJoin('ans as a', (on) => on.onRef('a.entNo', '=', 't.entNo').onRef('a.toNo', '=', 't.toNo').on('a.stt', '=', '1'))
      .where('t.entNo', '=', entNo)
      .where('t.hndNo', '=', hndNo)
      // Leaves out who came by the link and has not sent anything.
      .where(sql<SqlBool>`(t.key_hash is null or t.stt = ${AskedState.done})`)
      .$if(!!stt, (list) => list.where('t.stt', '=', stt as string))
      .$if(!!keyWord, (list) =>
        list.where(sql<SqlBool>`(lower(e.emp_name) like ${like} or lower(s.stu_name) like ${like}
      or t.seq_no::text = ${keyWord})`),
      )
  )
}

/** Selects the name of who is asked; of an answer by the link which one it is. */
export const nameOf = sql<string>`coalesce(e.emp_name, s.stu_name, '第 ' || t.seq_no || ' 份')`

/** Selects the number of the main department, or of the class. */
export const placeNoOf = sql<string | null>`case when t.emp_no is null then s.unit_no else ${mainDepartmentOf('orgNo')} end`

/** Selects its name. */
export const placeOf = sql<string | null>`case when t.emp_no is null
  then (select u.unit_name from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no)
  else ${mainDepartmentOf('orgName')} end`

// Finds what told them of it: both guardians of a pupil, or the member of staff.
const toldOf = (wanted: ReturnType<typeof sql>) => sql<number>`(select ${wanted} from hnd h
  join msgto r on r.ent_no = h.ent_no and r.msg_no = h.msg_no and (r.emp_no = t.emp_no or r.stu_no = t.stu_no)
  where h.ent_no = t.ent_no and h.hnd_no = t.hnd_no)`

/** Lists the columns of somebody who is asked. */
export const askedColumns = [
  sql<string>`t.to_no::text`.as('toNo'),
  nameOf.as('name'),
  sql<'emp' | 'stu' | 'link'>`case when t.emp_no is not null then 'emp' when t.stu_no is not null then 'stu' else 'link' end`.as(
    'kind',
  ),
  placeNoOf.as('placeNo'),
  placeOf.as('place'),
  // Casts it to what the table's check admits.
  sql<z.output<typeof AskedRow>['stt']>`t.stt`.as('stt'),
  'a.sentTm',
  sql<string | null>`coalesce((select g.ptr_name from ptr g where g.ent_no = a.ent_no and g.ptr_no = a.by_ptr_no),
    (select w.emp_name from emp w where w.ent_no = a.ent_no and w.emp_no = a.by_emp_no))`.as('byName'),
  sql<'0' | '1'>`coalesce(a.prx_flag, '0')`.as('prxFlag'),
  sql<'0' | '1'>`coalesce(a.late_flag, '0')`.as('lateFlag'),
  sql<number | null>`a.score`.as('score'),
  't.backWhy',
  // Casts it to what the table's check admits.
  sql<z.output<typeof AskedRow>['aprStt']>`t.apr_stt`.as('aprStt'),
  sql<string | null>`(select p.prc_no from prc p where p.ent_no = t.ent_no and p.to_no = t.to_no)`.as('prcNo'),
  toldOf(sql`count(*)::int`).as('toldCnt'),
  toldOf(sql`coalesce(max(r.remind_cnt), 0)::int`).as('remindCnt'),
] as const

// Orders by the score: `fall` is its negative, so that whoever has none comes last both ways.
const orders = {
  asked: ['t.stt', 't.toNo'],
  high: ['o.fall', 't.stt', 't.toNo'],
  low: ['a.score', 't.stt', 't.toNo'],
} as const

/** Answers one page of who is asked; of an anonymous collection without scores, which would tell who said what. */
export async function readAsked({ pageIndex, pageSize, order, ...filter }: Input<typeof hnd.getasked>, context: Context) {
  const { anon } = await requireCollection(context, filter)
  const isNamed = anon === Anonymity.none
  const list = askedOf(context.db, filter)
    .leftJoinLateral(sql<{ fall: number | null }>`(select -a.score as fall)`.as('o'), (on) => on.onTrue())
    .select(askedColumns)
  const { datas, ...counts } = await pageOf(list, orders[isNamed ? order : 'asked'], { pageIndex, pageSize })
  return { ...counts, datas: isNamed ? datas : datas.map((row) => ({ ...row, score: null })) }
}
