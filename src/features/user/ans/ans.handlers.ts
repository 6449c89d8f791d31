import { guardianIdentity } from '#domain/guardians/relations.contract.ts'
import { sendAnswer } from '#domain/approvals/answers/submitting.ts'
import { receiveAnswerFile } from '#domain/collections/answerFiles.ts'
import { draftKey, type Filler, keepDraft, lockToFill } from '#domain/collections/answering.ts'
import { readAskedForm } from '#domain/collections/askedForm.ts'
import { maskValues } from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { Fault } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { ans } from './ans.contract.ts'

type Which = { entNo: string; hndNo: string; chdNo?: string | undefined }

function fillerOf(context: Context, { entNo, hndNo, chdNo = '' }: Which): Filler {
  requireOwn(context, entNo)
  const { idntNo, idntVal } = context.me
  if (idntNo === guardianIdentity) return { entNo, hndNo, ptrNo: idntVal, stuNo: chdNo }
  // Asks members of staff about nobody but themselves.
  if (chdNo) throw new Fault('notFound')
  return { entNo, hndNo, empNo: idntVal }
}

export const ansHandlers = serve(ans, {
  async open(input, context) {
    const form = await readAskedForm(context.db, context.services.secret, fillerOf(context, input))
    // Masks what was answered, and shows no draft, to whoever looks in the person's name.
    if (!context.me.imitUserNo) return form
    return {
      ...form,
      known: [],
      sameFlag: '0' as const,
      files: [],
      vals: form.sentTm && form.vals ? maskValues(form.billClmns, form.vals) : null,
    }
  },

  async save({ vals, ...which }, context) {
    refuseImpersonation(context, '替他填写')
    await keepDraft(context.db, context.services.secret, fillerOf(context, which), vals)
    return null
  },

  async send({ vals, kept, ...which }, context) {
    refuseImpersonation(context, '替他填写')
    const { isAnonymous } = await sendAnswer(context, fillerOf(context, which), {
      given: vals,
      kept,
      check: (columns, values) => checkPicked(context, which.entNo, columns, { values }),
    })
    // Leaves nobody's name in the log beside the moment at which an answer without a name came.
    if (isAnonymous) delete context.origin.trace.user
    return null
  },

  async upload({ clmnNo, file, ...which }, context) {
    refuseImpersonation(context, '替他填写')
    const filler = fillerOf(context, which)
    const from = { byNo: draftKey(filler), userNo: context.me.userNo }
    const lock = (db: Db) => lockToFill(db, filler)
    return receiveAnswerFile(context, { ...from, within: (work) => context.inOwnTransaction(work), lock }, { clmnNo, file })
  },
})
