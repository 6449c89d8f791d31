import { guardianIdentity } from '#domain/guardians/relations.contract.ts'
import { type Filler, keepDraft, readAskedForm, sendAnswer } from '#domain/collections/answering.ts'
import { checkPicked } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
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
  open: (input, context) => readAskedForm(context.db, context.services.secret, fillerOf(context, input)),

  async save({ vals, ...which }, context) {
    await keepDraft(context.db, context.services.secret, fillerOf(context, which), vals)
    return null
  },

  async send({ vals, ...which }, context) {
    const { db, services } = context
    await sendAnswer(db, services.secret, fillerOf(context, which), {
      given: vals,
      check: (columns, values) => checkPicked(context, which.entNo, columns, values),
    })
    return null
  },
})
