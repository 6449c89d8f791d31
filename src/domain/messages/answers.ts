import { sql } from 'kysely'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import { hasOwnPage, MessageNeed } from './needs.contract.ts'
import './message.table.ts'

type Which = { entNo: string; rcvNo: number | string }
type Asked = { need: string; choices: readonly string[]; doneTm: string | null; lateFlag: '0' | '1' }
type Given = { rcpt?: string | null | undefined; rcptNote?: string | null | undefined; sign?: string | null | undefined }

/** Tells (1) that the message `m` can no longer be answered. */
export const lateFlag = sql<'0' | '1'>`case when m.due_tm < now() and m.late_flag = '0' then '1' else '0' end`

/** Notes that a receiver has opened a message. */
export const noteRead = (db: Db, { entNo, rcvNo }: Which) =>
  sql`update msgto set read_tm = coalesce(read_tm, now()) where ent_no = ${entNo} and rcv_no = ${rcvNo}`.execute(db)

/**
 * Keeps the answer of a receiver, who has read the message by that; it may be changed until it is due, but for a signature. Throws
 * invalid where nothing is asked, it is too late, or the answer does not fit what is asked.
 */
export async function answerMessage(db: Db, { entNo, rcvNo }: Which, message: Asked, { rcpt, rcptNote, sign }: Given) {
  const { need, choices, doneTm } = message
  if (need === MessageNeed.none) throw new Fault('invalid', '这条消息不用回应')
  if (hasOwnPage(need)) throw new Fault('invalid', need === MessageNeed.form ? '请打开表单填写' : '请打开申请处理')
  if (message.lateFlag === '1') throw new Fault('invalid', '已过回应期限，不能再回应，请联系发送人')
  if (need === MessageNeed.choice && !choices.includes(rcpt ?? '')) throw invalidField('rcpt', '请选择一个回执选项')
  if (need === MessageNeed.sign && doneTm) throw new Fault('invalid', '已经签过名，不能再改')
  if (need === MessageNeed.sign && !sign) throw invalidField('sign', '请先签名')
  await sql`update msgto set read_tm = coalesce(read_tm, now()), done_tm = now(), rcpt_note = ${rcptNote ?? null},
    rcpt = ${need === MessageNeed.choice ? rcpt : null}, sign = ${need === MessageNeed.sign ? sign : null}
    where ent_no = ${entNo} and rcv_no = ${rcvNo}`.execute(db)
}
