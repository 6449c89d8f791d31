import { serve } from '#server/serve.ts'
import { undo } from '#server/undo.ts'
import { history } from './history.contract.ts'

export const historyHandlers = serve(history, {
  async undo({ op, entNo }, context) {
    await undo(op, entNo || undefined, context)
    return null
  },
})
