import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { aboutProcess } from '#domain/approvals/approvals.contract.ts'
import { keepDraft } from '#domain/approvals/drafts.ts'
import { openOffer, readOffers, resendProcess, startProcess } from '#domain/approvals/handingIn.ts'
import { processesOf } from '#domain/approvals/list.ts'
import { cutOwnLeave, urgeProcess, withdrawProcess } from '#domain/approvals/ownProcess.ts'
import { readProcess } from '#domain/approvals/reading.ts'
import { asStranger, type Guardian, type Handing } from '#domain/approvals/starter.ts'
import { hasCustody } from '#domain/approvals/guardians.ts'
import { isThere, isToldOfChild } from '#domain/messages/inbox.ts'
import { openNoticeKey } from '#domain/messages/delivery/noticeLink.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { serve } from '#server/call/serve.ts'
import { workOn } from '#server/reference/load.ts'
import { mPrc } from './prc.contract.ts'

/** Names the guardian and the child of a link, and the application that its notice is about; null for others. */
type Linked = { by: Guardian; entName: string; stuName: string; prcNo: string | null }

const mostListed = 50

export const mPrcHandlers = serve(mPrc, {
  open: ({ token }, context) =>
    handing(context, token, async ({ db }, { by, entName, stuName, prcNo }) => {
      const { rows } = await sql<{ has: boolean }>`select ${hasCustody(by)} as has`.execute(db)
      const offers = rows[0]?.has ? await readOffers(db, by) : []
      const handedIn = await processesOf(db, by)
        .select(sql<'0' | '1'>`case when p.ptr_no = ${by.ptrNo} then '1' else '0' end`.as('mineFlag'))
        .orderBy('p.sentTm', 'desc')
        .orderBy('p.prcNo', 'desc')
        .limit(mostListed)
        .execute()
      return { entName, stuName, offers, handedIn, prcNo }
    }),

  getform: ({ token, flowNo }, context) => handing(context, token, (within, { by }) => openOffer(within, by, flowNo)),

  save: ({ token, flowNo, vals }, context) =>
    handing(context, token, async (within, { by }) => {
      await openOffer(within, by, flowNo)
      await keepDraft(within.db, within.services.secret, by, { flowNo, vals })
      return null
    }),

  start: ({ token, flowNo, vals }, context) =>
    handing(context, token, (within, { by }) => startProcess(within, by, { flowNo, vals, chosen: {} })),

  get: ({ token, prcNo }, context) => handing(context, token, (within, { by }) => readProcess(within, by, prcNo)),

  resend: ({ token, ...given }, context) =>
    handing(context, token, async (within, { by }) => {
      await resendProcess(within, by, { ...given, chosen: {} })
      return null
    }),

  withdraw: ({ token, ...which }, context) =>
    handing(context, token, async (within, { by }) => {
      await withdrawProcess(within, by, which)
      return null
    }),

  urge: ({ token, prcNo }, context) => handing(context, token, (within, { by }) => urgeProcess(within, by, { prcNo })),

  cutleave: ({ token, lveNo }, context) =>
    handing(context, token, async (within, { by }) => {
      await cutOwnLeave(within, by, lveNo)
      return null
    }),
})

/** Works for the guardian to whom a link was sent. Throws notFound for a link that opens nothing. */
async function handing<T>(context: Context, token: string, work: (within: Handing, linked: Linked) => Promise<T>): Promise<T> {
  const linked = await linkedBy(context, token)
  if (!linked) throw new Fault('notFound', '这个链接已经失效：通知可能已收回，或孩子已离校、您不再接收他的消息，请联系学校')
  return work(asStranger(context, linked.by.entNo), linked)
}

// Finds nothing once the notice was recalled, the child has left, or the guardian is no longer told of them.
async function linkedBy({ db, services }: Context, token: string): Promise<Linked | undefined> {
  const which = openNoticeKey(services.secret, token)
  if (!which) return undefined
  const { entNo, rcvNo } = which
  await workOn(db, entNo)
  const { rows } = await sql<{ ptrNo: string; stuNo: string; entName: string; stuName: string; prcNo: string | null }>`
    select t.ptr_no, t.stu_no, n.ent_name, s.stu_name, case when m.abt_type = ${aboutProcess} then m.abt_no end as prc_no
    from msgto t join msg m using (ent_no, msg_no) join ent n using (ent_no) join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
      join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no
    where t.ent_no = ${entNo} and t.rcv_no = ${rcvNo} and n.stt = ${Status.enabled} and ${isThere} and ${isToldOfChild}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { ptrNo, stuNo, ...about } = row
  return { ...about, by: { entNo, ptrNo, stuNo } }
}
