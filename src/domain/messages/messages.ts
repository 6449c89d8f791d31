import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'
import { blankHistory } from '#server/history/history.ts'
import { MessageState } from './messages.contract.ts'
import { type Audience, receiversOf } from './receivers.ts'
import { routeLater } from './delivery/routing.ts'
import './message.table.ts'

/** Names the channel on which every process hears that an inbox has changed: the enterprise and the message, never who or what. */
export const inboxChannel = 'inbox'

type Which = { entNo: string; msgNo: string }

/** Describes what messages are sent within: the transaction that makes them due, and the queue of what comes after it. */
export type Within = Pick<Context, 'db'> & { services: Pick<Context['services'], 'jobs'> }

/** Tells every process after the commit that the receivers of a message have something new. */
export const signalInbox = (db: Db, { entNo, msgNo }: Which) =>
  sql`select pg_notify(${inboxChannel}, ${`${entNo}/${msgNo}`})`.execute(db)

/**
 * Writes down whom a message is for, and sends it: from here on neither its words nor its receivers change. Throws invalid where it
 * would reach nobody. Answers how many it reaches.
 */
export async function sendMessage(within: Within, which: Which, audience: Audience): Promise<number> {
  const count = await addReceivers(within, which, audience)
  if (count === 0) throw reachesNobody()
  await sql`update msg set stt = ${MessageState.sent}, sent_tm = now() where ent_no = ${which.entNo} and msg_no = ${which.msgNo}`.execute(
    within.db,
  )
  return count
}

/** Returns the refusal of a scope in which there is nobody. */
export const reachesNobody = () => invalidField('scope', '没有人会收到：所选范围里没有在职员工，也没有接收消息的家长')

/** Adds those of a scope to whom the message has not come yet; answers how many. */
export async function addReceivers({ db, services }: Within, { entNo, msgNo }: Which, audience: Audience): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into msgto (ent_no, msg_no, emp_no, ptr_no, stu_no, why, came_tm)
    select ${entNo}, ${msgNo}, r.emp_no, r.ptr_no, r.stu_no, r.why, now()
    from (${receiversOf(entNo, audience)}) r on conflict do nothing`.execute(db)
  await signalInbox(db, { entNo, msgNo })
  await routeLater({ db, services }, { entNo, msgNo })
  return Number(numAffectedRows ?? 0)
}

/**
 * Describes a message that the product itself sends about something: what it opens, and what it asks of its readers. `empNo`: in whose
 * name; null for nobody's.
 */
export type Notice = {
  entNo: string
  msgCls: string
  need: string
  title: string
  body?: string | null
  about: { type: string; no: string }
  empNo?: string
  evt?: string
  scope?: readonly unknown[]
  dueTm?: RawBuilder<string> | null
  lateFlag?: '0' | '1'
}

/** Writes a message about something and hands it to its receivers, in the transaction of what it tells of; answers its number. */
export async function sendAbout(
  within: Within & Pick<Context, 'number'>,
  { entNo, about, title, body, scope = [], ...notice }: Notice,
  audience: Audience,
): Promise<string> {
  const msgNo = await within.number('MSG_NO')
  const told = { title: title.slice(0, 80), body: body ?? '', abtType: about.type, abtNo: about.no }
  await within.db
    .insertInto('msg')
    .values({ entNo, msgNo, ...notice, ...told, scope: JSON.stringify(scope), stt: MessageState.sent, sentTm: sql`now()` })
    .execute()
  await addReceivers(within, { entNo, msgNo }, audience)
  return msgNo
}

/** Removes what was told about something that is removed itself, with what history kept of it: nobody's inbox has it any more. */
export async function removeMessagesAbout(db: Db, entNo: string, { type, no }: { type: string; no: string }) {
  const { rows } = await sql<{ msgNo: string }>`delete from msg where ent_no = ${entNo} and abt_type = ${type} and abt_no = ${no}
    returning msg_no`.execute(db)
  for (const { msgNo } of rows) await blankHistory(db, 'msg', { ent_no: entNo, msg_no: msgNo }, personal)
}

const personal = ['title', 'body', 'scope', 'choices']
