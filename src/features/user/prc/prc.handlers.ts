import { type SqlBool, sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { keepDraft } from '#domain/approvals/drafts.ts'
import { openOffer, readOffers, resendProcess, startProcess } from '#domain/approvals/handingIn.ts'
import { fieldsHiddenFrom } from '#domain/approvals/hiding.ts'
import { processesOf } from '#domain/approvals/list.ts'
import { cutOwnLeave, urgeProcess, withdrawProcess } from '#domain/approvals/ownProcess.ts'
import { readProcess, requireVisible } from '#domain/approvals/reading.ts'
import { staffOf, type Starter } from '#domain/approvals/starter.ts'
import { clearWords, readColumns } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import { likeOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { pageOf } from '#server/database/rows.ts'
import { recordLook } from '#server/history/history.ts'
import { prc } from './prc.contract.ts'

/** Returns the caller as who hands in, reads and changes their own. Throws notFound for other enterprises. */
function callerOf(context: Context, entNo: string): Starter {
  requireOwn(context, entNo)
  return staffOf(context)
}

/** Returns the caller for what nobody does in another's name. */
function actorOf(context: Context, entNo: string): Starter {
  refuseImpersonation(context, '替他处理')
  return callerOf(context, entNo)
}

export const prcHandlers = serve(prc, {
  getforms: ({ entNo }, context) => readOffers(context.db, callerOf(context, entNo)),

  async getform({ entNo, flowNo }, context) {
    const offer = await openOffer(context, callerOf(context, entNo), flowNo)
    // Shows no draft to whoever looks in the person's name.
    return context.me.imitUserNo ? { ...offer, draft: null } : offer
  },

  async save({ entNo, ...written }, context) {
    const by = actorOf(context, entNo)
    await openOffer(context, by, written.flowNo)
    await keepDraft(context.db, context.services.secret, by, written)
    return null
  },

  start: ({ entNo, ...given }, context) => startProcess(context, actorOf(context, entNo), given),

  async getpage({ entNo, stt, keyWord, pageIndex, pageSize }, context) {
    const by = callerOf(context, entNo)
    return withoutScope(context, () =>
      pageOf(
        processesOf(context.db, by)
          .$if(!!stt, (list) => list.where('p.stt', '=', stt as string))
          .$if(!!keyWord, (list) => list.where(sql<SqlBool>`lower(p.title) like ${likeOf(keyWord)}`)),
        ['-p.sentTm', '-p.prcNo'],
        { pageIndex, pageSize },
      ),
    )
  },

  get: ({ entNo, prcNo }, context) => readProcess(context, callerOf(context, entNo), prcNo),

  async reveal({ entNo, prcNo, clmnNo }, context) {
    const { db, services } = context
    await requireVisible(context, callerOf(context, entNo), { entNo, prcNo })
    if ((await fieldsHiddenFrom(context, { entNo, prcNo })).has(clmnNo)) throw new Fault('notFound')
    const { vals, tmplNo, tmplVer } = await db
      .selectFrom('prc')
      .select(['vals', 'tmplNo', 'tmplVer'])
      .where('entNo', '=', entNo)
      .where('prcNo', '=', prcNo)
      .executeTakeFirstOrThrow()
    await recordLook(db, entNo, 'prc', { prc_no: prcNo, field: clmnNo })
    const columns = await readColumns(db, entNo, tmplNo, tmplVer)
    return { value: await clearWords(db, services.secret, entNo, { columns, values: vals as FormValues, clmnNo }) }
  },

  async resend({ entNo, ...given }, context) {
    await resendProcess(context, actorOf(context, entNo), given)
    return null
  },

  async withdraw({ entNo, ...which }, context) {
    await withdrawProcess(context, actorOf(context, entNo), which)
    return null
  },

  async cutleave({ entNo, lveNo }, context) {
    await cutOwnLeave(context, actorOf(context, entNo), lveNo)
    return null
  },

  urge: ({ entNo, ...which }, context) => urgeProcess(context, actorOf(context, entNo), which),
})
