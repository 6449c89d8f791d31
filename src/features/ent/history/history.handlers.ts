import { serve } from '#server/call/serve.ts'
import { timelineOf } from '#server/history/timeline.ts'
import { undo } from '#server/history/undo.ts'
import { history } from '#contract/shell/history.contract.ts'
import { readDetails, readOutlook } from './history.details.ts'
import { readOperations } from './history.operations.ts'
import { undoableIn } from './history.visibility.ts'
import { placeOf } from './history.deletions.ts'
import { openRecord } from './history.record.ts'
import { readThen, restoreFields } from './history.restore.ts'
import { readPastTree } from './history.trees.ts'

export const historyHandlers = serve(history, {
  getpage: readOperations,

  get: readDetails,

  getundo: readOutlook,

  async undo({ op, entNo }, context) {
    const asked = entNo || context.me.entNo
    const place = await placeOf(context, asked, op)
    await undo(op, place, context, undoableIn(context, asked, place))
    return null
  },

  async gettimeline({ pageIndex, pageSize, ...asked }, context) {
    const { tables, column, describer, mayRestore } = await openRecord(asked, context)
    const record = { entNo: asked.entNo, column, no: asked.no, tables }
    return timelineOf(context.db, record, { pageIndex, pageSize }, { describer, mayRestore })
  },

  getthen: readThen,

  async restore(asked, context) {
    await restoreFields(asked, context)
    return null
  },

  gettree: readPastTree,
})
