import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { actions } from '#contract/access.ts'
import { eventName, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { ChannelKind } from '#domain/channels/channels.contract.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { likeOf } from '#server/base/search.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { SentMessage } from './msg.contract.ts'

/** Tells whether the caller sees the messages of the whole enterprise, not only their own. */
export const seesAll = ({ me }: Pick<Context, 'me'>) => me.rights.has(`msg:${actions.review}`)

type Filter = { entNo: string; stt?: string | undefined; mineFlag?: string | undefined; keyWord?: string | undefined }

/** Selects the messages that the caller may see as their sender, or as who reviews those of all. */
export function sentMessages(context: Context, { entNo, stt, mineFlag = '0', keyWord }: Filter) {
  requireOwn(context, entNo)
  const isMine = mineFlag === '1' || !seesAll(context)
  return (
    context.db
      .selectFrom('msg as m')
      .where('m.entNo', '=', entNo)
      .where('m.stt', '<>', MessageState.deleted)
      .$if(!!stt, (list) => list.where('m.stt', '=', stt as string))
      .$if(isMine, (list) => list.where('m.empNo', '=', context.me.idntVal))
      // Leaves out what others have not sent: it is nobody else's yet.
      .$if(!isMine, (list) =>
        list.where(
          sql<SqlBool>`(m.stt not in (${MessageState.draft}, ${MessageState.waiting}) or m.emp_no = ${context.me.idntVal})`,
        ),
      )
      .$if(!!keyWord, (list) => list.where(sql<SqlBool>`lower(m.title) like ${likeOf(keyWord)}`))
  )
}

const counted = (condition: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from msgto t
  where t.ent_no = m.ent_no and t.msg_no = m.msg_no and ${condition})`

/** Lists the columns of a message with how many it reached. */
export const messageColumns = [
  ...(['m.msgNo', 'm.title', 'm.msgCls', 'm.need', 'm.stt', 'm.evt', 'm.empNo', 'm.ver'] as const),
  ...(['m.sentTm', 'm.sendTm', 'm.failWhy', 'm.dueTm', 'm.updTm'] as const),
  sql<string | null>`(select e.emp_name from emp e where e.ent_no = m.ent_no and e.emp_no = m.emp_no)`.as('sndName'),
  counted(sql`true`).as('toCnt'),
  counted(sql`t.read_tm is not null`).as('readCnt'),
  counted(sql`t.done_tm is not null`).as('doneCnt'),
] as const

type Kept = { msgCls: string; need: string; evt: string | null; empNo: string | null }
type Sent = z.output<typeof SentMessage>

/** Returns a message as the answer. */
export const messageOut =
  ({ me }: Pick<Context, 'me'>) =>
  <Row extends Kept>({ msgCls, need, evt, empNo, ...row }: Row) => ({
    ...row,
    mineFlag: empNo === me.idntVal ? ('1' as const) : ('0' as const),
    // Casts them to what the table's checks admit.
    msgCls: msgCls as Sent['msgCls'],
    need: need as Sent['need'],
    evtName: eventName(evt),
  })

/** Reads a message of the caller's own that is in one of these states, under lock. Throws notFound, and the fault that `refusal` makes. */
export async function lockOwn(context: Context, { entNo, msgNo }: { entNo: string; msgNo: string }) {
  requireOwn(context, entNo)
  return requireRow(
    await context.db
      .selectFrom('msg')
      .selectAll()
      .where('entNo', '=', entNo)
      .where('msgNo', '=', msgNo)
      .where('empNo', '=', context.me.idntVal)
      .where('stt', '<>', MessageState.deleted)
      .forUpdate()
      .executeTakeFirst(),
  )
}

type ReaderFilter = { entNo: string; msgNo: string; state: string; keyWord?: string | undefined }

/** Maps each state of readers to its condition on `t`; what is expected of them depends on the message `m`. */
const readerConditions: Record<string, ReturnType<typeof sql>> = {
  all: sql`true`,
  read: sql`t.read_tm is not null`,
  unread: sql`t.read_tm is null`,
  done: sql`t.done_tm is not null`,
  wait: sql`(case when m.need = ${MessageNeed.none} then t.read_tm is null else t.done_tm is null end)`,
}

export const isAwaitedFrom = readerConditions['wait'] as ReturnType<typeof sql>

/** Selects the receivers of a message that match a filter. */
export function readersOf(db: Db, { entNo, msgNo, state, keyWord }: ReaderFilter) {
  const list = db
    .selectFrom('msgto as t')
    .innerJoin('msg as m', (on) => on.onRef('m.entNo', '=', 't.entNo').onRef('m.msgNo', '=', 't.msgNo'))
    .leftJoin('emp as e', (on) => on.onRef('e.entNo', '=', 't.entNo').onRef('e.empNo', '=', 't.empNo'))
    .leftJoin('ptr as g', (on) => on.onRef('g.entNo', '=', 't.entNo').onRef('g.ptrNo', '=', 't.ptrNo'))
    .leftJoin('stu as s', (on) => on.onRef('s.entNo', '=', 't.entNo').onRef('s.stuNo', '=', 't.stuNo'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('dlv as d')
          .whereRef('d.entNo', '=', 't.entNo')
          .whereRef('d.rcvNo', '=', 't.rcvNo')
          .select(['d.chnKind', 'd.stt', 'd.why'])
          .orderBy('d.dlvNo', 'desc')
          .limit(1)
          .as('last'),
      (on) => on.onTrue(),
    )
    .where('t.entNo', '=', entNo)
    .where('t.msgNo', '=', msgNo)
    .where(sql<SqlBool>`${readerConditions[state]}`)
  const like = likeOf(keyWord)
  return list.$if(!!keyWord, (some) =>
    some.where(
      sql<SqlBool>`(lower(e.emp_name) like ${like} or lower(g.ptr_name) like ${like} or lower(s.stu_name) like ${like})`,
    ),
  )
}

/** Lists the columns of a receiver. */
export const readerColumns = [
  sql<string>`t.rcv_no::text`.as('rcvNo'),
  ...(['t.why', 't.readTm', 't.doneTm', 't.rcpt', 't.rcptNote', 't.sign', 't.remindCnt'] as const),
  sql<ChannelKind | null>`last.chn_kind`.as('chnKind'),
  sql<string | null>`last.stt`.as('dlvStt'),
  sql<string | null>`last.why`.as('dlvWhy'),
  // Names nobody who has been taken out of the caller's reach since.
  sql<string>`coalesce(e.emp_name, g.ptr_name, '（不在可查看的范围内）')`.as('name'),
  sql<'emp' | 'ptr'>`case when t.emp_no is null then 'ptr' else 'emp' end`.as('kind'),
  sql<string | null>`s.stu_name`.as('stuName'),
  sql<string | null>`case when t.emp_no is null
    then (select u.unit_name from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no)
    else ${mainDepartmentOf('orgName')} end`.as('place'),
  sql<'0' | '1'>`case when coalesce(e.auth_flag, g.auth_flag) = '1' then '1' else '0' end`.as('authFlag'),
] as const

/** Lists the columns of the sheet of receivers. */
export const readerFields = ['name', 'stuName', 'place', 'readTm', 'doneTm', 'rcpt', 'rcptNote'] as const
export type ReaderField = (typeof readerFields)[number]
