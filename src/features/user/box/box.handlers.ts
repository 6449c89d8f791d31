import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { res } from '#features/res/res/res.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { aboutProcess } from '#domain/approvals/approvals.contract.ts'
import { aboutCollection } from '#domain/collections/collections.contract.ts'
import { aboutDecision } from '#domain/decisions/decisions.contract.ts'
import { guardianIdentity } from '#domain/guardians/relations.contract.ts'
import { answerMessage, lateFlag } from '#domain/messages/answers.ts'
import { isOpen, isThere } from '#domain/messages/inbox.ts'
import { eventName } from '#domain/messages/messages.contract.ts'
import '#domain/messages/message.table.ts'
import { likeOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { countedNo, keyPageOf, requireRow } from '#server/database/rows.ts'
import { box, type BoxMessage } from './box.contract.ts'

type Message = z.output<typeof BoxMessage>

/** Maps what messages are about to the call that reads it, and the page that shows it. */
const subjects: Record<string, { see: Pick<Call, 'access'>; pathOf: (no: string, stuNo: string | null) => string }> = {
  [aboutCollection]: { see: ans.open, pathOf: (no, stuNo) => `/message/form?hndNo=${no}${stuNo ? `&chdNo=${stuNo}` : ''}` },
  [aboutProcess]: { see: prc.get, pathOf: (no) => `/message/process?prcNo=${no}` },
  [aboutDecision]: { see: tsk.getdecision, pathOf: (no) => `/user/tsk?decNo=${no}` },
  mtg: { see: mtg.getmtginfo, pathOf: (no) => `/ent/mtg/${no}` },
  unit: { see: datacheck.getfound, pathOf: () => '/ent/datacheck' },
  vst: { see: vst.get, pathOf: (no) => `/ent/vst?vstNo=${no}` },
  photo: { see: photo.getpage, pathOf: () => '/ent/photo' },
  act: { see: act.get, pathOf: (no) => `/vam/act/${no}` },
  actwrk: { see: act.get, pathOf: (no) => `/vam/act/${no}?tab=wrk` },
  res: { see: res.getpage, pathOf: () => '/res/res' },
  resoffer: { see: res.getofferedpage, pathOf: () => '/res/res?tab=review' },
  year: { see: rollover.run, pathOf: () => '/ent/rollover' },
  own: { see: user.get, pathOf: () => '/profile/index' },
  signin: { see: user.get, pathOf: () => '/profile/index?tab=signins' },
}

type Own = Pick<Context, 'db' | 'me'>

// Selects the caller's own rows alone, in the own enterprise.
function received(context: Own, entNo: string) {
  const { db, me } = context
  requireOwn(context, entNo)
  return db
    .selectFrom('msgto as t')
    .where('t.entNo', '=', me.entNo)
    .where(me.idntNo === guardianIdentity ? 't.ptrNo' : 't.empNo', '=', me.idntVal)
    .where('t.goneTm', 'is', null)
}

// Selects them with their messages.
const inbox = (context: Own, entNo: string) =>
  received(context, entNo)
    .innerJoin('msg as m', (on) => on.onRef('m.entNo', '=', 't.entNo').onRef('m.msgNo', '=', 't.msgNo'))
    .where(isThere)

const columns = [
  sql<string>`t.rcv_no::text`.as('rcvNo'),
  ...(['t.msgNo', 'm.title', 'm.msgCls', 'm.need', 'm.evt', 'm.abtType', 'm.abtNo'] as const),
  ...(['t.stuNo', 't.cameTm', 'm.dueTm', 't.readTm', 't.doneTm', 't.rcpt', 't.remindCnt'] as const),
  sql<string | null>`(select e.emp_name from emp e where e.ent_no = m.ent_no and e.emp_no = m.emp_no)`.as('empName'),
  lateFlag.as('lateFlag'),
  sql<string | null>`(select s.stu_name from stu s where s.ent_no = t.ent_no and s.stu_no = t.stu_no)`.as('stuName'),
] as const

type Kept = {
  msgCls: string
  need: string
  evt: string | null
  abtType: string | null
  abtNo: string | null
  stuNo: string | null
  empName: string | null
}

const messageOut =
  ({ me }: Pick<Context, 'me'>) =>
  <Row extends Kept>({ msgCls, need, evt, abtType, abtNo, stuNo, empName, ...row }: Row) => {
    const subject = abtType ? subjects[abtType] : undefined
    return {
      ...row,
      // Casts them to what the table's checks admit.
      msgCls: msgCls as Message['msgCls'],
      need: need as Message['need'],
      sndName: empName ?? eventName(evt) ?? '系统',
      path: subject && abtNo && permits(me, subject.see.access) ? subject.pathOf(abtNo, stuNo) : null,
    }
  }

export const boxHandlers = serve(box, {
  async getpage({ entNo, tab, openFlag, msgNo, keyWord, pageIndex, pageSize }, context) {
    const askFlag = tab === 'todo' ? '1' : '0'
    // Finds them without their messages, where nothing is asked of those.
    const found =
      msgNo || keyWord || openFlag === '1'
        ? inbox(context, entNo)
            .$if(!msgNo, (some) => some.where('t.askFlag', '=', askFlag))
            .$if(!!msgNo, (some) => some.where('m.msgNo', '=', msgNo ?? ''))
            .$if(openFlag === '1', (some) => some.where(isOpen))
            .$if(!!keyWord, (some) => some.where(sql<SqlBool>`lower(m.title) like ${likeOf(keyWord)}`))
            .select('t.rcvNo')
        : received(context, entNo).where('t.askFlag', '=', askFlag).select('t.rcvNo')
    const { datas: keys, ...counts } = await keyPageOf(found, ['-t.cameTm', '-t.rcvNo'], { pageIndex, pageSize })
    if (keys.length === 0) return { ...counts, datas: [] }
    const rows = await inbox(context, entNo)
      .where(
        't.rcvNo',
        'in',
        keys.map(({ rcvNo }) => rcvNo),
      )
      .select(columns)
      .orderBy('t.cameTm', 'desc')
      .orderBy('t.rcvNo', 'desc')
      .execute()
    return { ...counts, datas: rows.map(messageOut(context)) }
  },

  async getunread({ entNo }, context) {
    const { unreadCnt, todoCnt } = await inbox(context, entNo)
      .where(sql<SqlBool>`(t.read_tm is null or t.ask_flag = '1' and t.done_tm is null)`)
      .select([
        sql<number>`(count(*) filter (where t.read_tm is null))::int`.as('unreadCnt'),
        sql<number>`(count(*) filter (where t.ask_flag = '1' and ${isOpen}))::int`.as('todoCnt'),
      ])
      .executeTakeFirstOrThrow()
    return { unreadCnt, todoCnt }
  },

  async open({ entNo, rcvNo }, context) {
    const { db, me } = context
    requireOwn(context, entNo)
    await sql`update msgto t set read_tm = coalesce(read_tm, now()) where ent_no = ${me.entNo} and rcv_no = ${countedNo(rcvNo)}
      and ${ownColumn(context)} = ${me.idntVal} and gone_tm is null`.execute(db)
    const row = requireRow(
      await inbox(context, entNo)
        .where('t.rcvNo', '=', countedNo(rcvNo))
        .select(columns)
        .select(['m.body', 'm.choices', 't.rcptNote', 't.sign'])
        .executeTakeFirst(),
    )
    return messageOut(context)(row)
  },

  async receipt({ entNo, rcvNo, ...given }, context) {
    const { db, me } = context
    const message = requireRow(
      await inbox(context, entNo)
        .where('t.rcvNo', '=', countedNo(rcvNo))
        .select(['m.need', 'm.choices', 't.doneTm', lateFlag.as('lateFlag')])
        .executeTakeFirst(),
    )
    await answerMessage(db, { entNo: me.entNo, rcvNo: countedNo(rcvNo) }, message, given)
    return null
  },

  async readall({ entNo }, context) {
    const { db, me } = context
    requireOwn(context, entNo)
    const { numAffectedRows } =
      await sql`update msgto t set read_tm = now() where t.ent_no = ${me.entNo} and ${ownColumn(context)} = ${me.idntVal}
      and t.gone_tm is null and t.read_tm is null and t.ask_flag = '0'`.execute(db)
    return { cnt: Number(numAffectedRows ?? 0) }
  },
})

const ownColumn = ({ me }: Pick<Context, 'me'>) => sql.ref(me.idntNo === guardianIdentity ? 't.ptrNo' : 't.empNo')
