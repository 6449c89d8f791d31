import { type SqlBool, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { MessageState } from './messages.contract.ts'
import { MessageNeed } from './needs.contract.ts'

/**
 * Tests whether something is still expected of the receiver `t` of the message `m`: that they read it, or answer. Nothing is expected
 * any more of what is past its time, but where late answers are taken.
 */
export const isOpen = sql<SqlBool>`(case when m.need = ${MessageNeed.none} then t.read_tm is null
  else t.done_tm is null and (m.due_tm is null or m.due_tm > now() or m.late_flag = '1') end)`

/** Tests whether it stands in the inbox: sent, and neither recalled nor taken back together with what it told of. */
export const isThere = sql<SqlBool>`(t.gone_tm is null and m.stt = ${MessageState.sent})`

/** Tests whether the guardian `g` of the receiver `t` still receives messages about their child, who is still on the roll. */
export const isToldOfChild = sql<SqlBool>`(g.stt = ${Status.enabled} and exists (select from stuptr l join stu s using (ent_no, stu_no)
  where l.ent_no = t.ent_no and l.stu_no = t.stu_no and l.ptr_no = t.ptr_no and l.msg_flag = '1' and ${isOnRoll}))`
