import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { asStranger, type Handing } from '#domain/approvals/starter.ts'
import { sendAnswer } from '#domain/approvals/answers/submitting.ts'
import { answerUploader, receiveAnswerFile } from '#domain/collections/answerFiles.ts'
import { draftKey, type Filler, keepDraft, lockToFill } from '#domain/collections/answering.ts'
import { readAskedForm } from '#domain/collections/askedForm.ts'
import { aboutCollection } from '#domain/collections/collections.contract.ts'
import { isToldOfChild } from '#domain/messages/inbox.ts'
import { MessageState } from '#domain/messages/messages.contract.ts'
import { openNoticeKey } from '#domain/messages/delivery/noticeLink.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { serve } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import { workOn } from '#server/reference/load.ts'
import { mAns } from './ans.contract.ts'

export const mAnsHandlers = serve(mAns, {
  open: ({ token }, context) =>
    filling(context, token, ({ db, services }, filler) => readAskedForm(db, services.secret, filler, { isByLink: true })),

  send: ({ token, vals, kept }, context) =>
    filling(context, token, async (within, filler) => {
      await sendAnswer(within, filler, { given: vals, kept })
      return null
    }),

  save: ({ token, vals }, context) =>
    filling(context, token, async ({ db, services }, filler) => {
      await keepDraft(db, services.secret, filler, vals)
      return null
    }),

  async upload({ token, clmnNo, file }, context) {
    const filler = await requireFiller(context, token)
    const within = <T>(work: (db: Db) => Promise<T>) => context.inOwnTransaction(work, { entNo: filler.entNo, userNo: '' })
    const lock = (db: Db) => lockToFill(db, filler)
    return receiveAnswerFile(context, { within, lock, byNo: draftKey(filler), userNo: answerUploader }, { clmnNo, file })
  },
})

/** Works for the guardian to whom a link was sent. Throws notFound for a link that opens nothing. */
async function filling<T>(context: Context, token: string, work: (within: Handing, filler: Filler) => Promise<T>): Promise<T> {
  const filler = await requireFiller(context, token)
  return work(asStranger(context, filler.entNo), filler)
}

async function requireFiller(context: Context, token: string): Promise<Filler> {
  const filler = await fillerOf(context, token)
  if (!filler) throw new Fault('notFound', '这个链接已经失效：通知可能已收回，或孩子已离校、您不再接收他的消息，请联系学校')
  return filler
}

// Finds nothing once the child has left, or the guardian is no longer told of them.
async function fillerOf({ db, services }: Context, token: string): Promise<Filler | undefined> {
  const which = openNoticeKey(services.secret, token)
  if (!which) return undefined
  const { entNo, rcvNo } = which
  await workOn(db, entNo)
  const { rows } = await sql<{ hndNo: string; ptrNo: string; stuNo: string }>`select m.abt_no as hnd_no, t.ptr_no, t.stu_no
    from msgto t join msg m using (ent_no, msg_no) join ent n using (ent_no) join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
    where t.ent_no = ${entNo} and t.rcv_no = ${rcvNo} and t.stu_no is not null and n.stt = ${Status.enabled}
      and m.stt = ${MessageState.sent} and m.abt_type = ${aboutCollection} and ${isToldOfChild}`.execute(db)
  return rows[0] && { entNo, ...rows[0] }
}
