import { serve } from '#server/call/serve.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { requireNear } from '../mtg.read.ts'
import { meetingMinutes } from './mtg.minutes.contract.ts'
import { readerPage, readMinutes } from './mtg.minutes.read.ts'
import { dropDraft, saveMinutes, sendMinutes } from './mtg.minutes.write.ts'
import { setDecision } from './mtg.decisions.ts'

export const meetingMinutesHandlers = serve(meetingMinutes, {
  getminutes: ({ entNo, mtgNo }, context) => {
    requireOwn(context, entNo)
    return readMinutes(context, { entNo, mtgNo })
  },
  saveminutes: (written, context) => saveMinutes(context, written),
  sendminutes: (which, context) => sendMinutes(context, which),
  dropminutes: (which, context) => dropDraft(context, which),
  async getminutesreadpage(asked, context) {
    await requireNear(context, asked.entNo, asked.mtgNo, 'run')
    return withoutScope(context, () => readerPage(asked, context))
  },
  setdecision: (asked, context) => withoutScope(context, () => setDecision(context, asked)),
})
