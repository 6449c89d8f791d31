import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { aboutProcess } from '#domain/approvals/approvals.contract.ts'
import { mayHandIn } from '#domain/approvals/handingIn.ts'
import { answerMessage, lateFlag, noteRead } from '#domain/messages/answers.ts'
import { isThere, isToldOfChild } from '#domain/messages/inbox.ts'
import { eventName } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { openNoticeKey } from '#domain/messages/delivery/noticeLink.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { serve } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import { workOn } from '#server/reference/load.ts'
import { mNotice, type OpenedNotice } from './notice.contract.ts'

type Opened = z.output<typeof OpenedNotice>
type Which = { entNo: string; rcvNo: string }

export const mNoticeHandlers = serve(mNotice, {
  async get({ token }, context) {
    const { entName, sndName, stuName, title, cameTm } = (await readNotice(context, token)).notice
    return { entName, sndName, stuName, title, cameTm }
  },

  async open({ token }, context) {
    const { which, notice } = await readNotice(context, token)
    await context.inOwnTransaction((db) => noteRead(db, which), { entNo: which.entNo, userNo: '' })
    return notice
  },

  async answer({ token, ...given }, context) {
    const { which, notice } = await readNotice(context, token)
    if (notice.need === MessageNeed.sign) throw new Fault('invalid', '通过链接不能签名，请联系老师当面签')
    await context.inOwnTransaction((db) => answerMessage(db, which, notice, given), { entNo: which.entNo, userNo: '' })
    return null
  },
})

const deadLink = '这条通知已经打不开了，请联系学校'

// Reads the notice of a link, which is for it and the one guardian to whom it was sent.
async function readNotice({ db, services }: Context, token: string): Promise<{ which: Which; notice: Opened }> {
  const which = openNoticeKey(services.secret, token)
  if (!which) throw new Fault('notFound', deadLink)
  await workOn(db, which.entNo)
  const notice = await noticeOf(db, which)
  if (!notice) throw new Fault('notFound', deadLink)
  return { which, notice }
}

// Finds nothing once it was recalled, the child has left, or the guardian is no longer told of them.
async function noticeOf(db: Db, { entNo, rcvNo }: Which): Promise<Opened | undefined> {
  const { rows } = await sql<
    Omit<Opened, 'sndName' | 'applyFlag'> & { evt: string | null; empName: string | null; ptrNo: string; stuNo: string | null }
  >`select n.ent_name, m.evt, e.emp_name, s.stu_name, m.title, t.came_tm, m.body, m.need, m.choices, m.due_tm,
      ${lateFlag} as late_flag, t.done_tm, t.rcpt, t.rcpt_note, t.ptr_no, t.stu_no,
      case when m.abt_type = ${aboutProcess} then '1' else '0' end as prc_flag
    from msgto t join msg m using (ent_no, msg_no) join ent n using (ent_no)
    join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
    left join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no
    left join emp e on e.ent_no = m.ent_no and e.emp_no = m.emp_no
    where t.ent_no = ${entNo} and t.rcv_no = ${rcvNo} and n.stt = ${Status.enabled} and ${isThere} and ${isToldOfChild}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { evt, empName, ptrNo, stuNo, ...notice } = row
  const applyFlag = stuNo && (await mayHandIn(db, { entNo, ptrNo, stuNo })) ? '1' : '0'
  return { ...notice, applyFlag, sndName: empName ?? eventName(evt) ?? '学校' }
}
