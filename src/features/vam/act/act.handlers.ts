import { serve } from '#server/call/serve.ts'
import { act } from './act.contract.ts'
import { exportActivities, exportMissing } from './export/act.export.ts'
import { readMissing } from './export/act.missing.ts'
import { readActivity, readPage } from './act.read.ts'
import { readOne, readOpen, readShown } from './act.public.ts'
import { checkPublishable, move, moved } from './act.state.ts'
import './act.undo.ts'
import { changeActivity, makeActivity } from './act.write.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { activitySearch } from './act.search.ts'
import './act.table.ts'

registerSearch(activitySearch)

export const actHandlers = serve(act, {
  getopenpage: (filter, context) => readOpen(context, filter),
  getshownpage: (filter, context) => readShown(context, filter),
  getshown: ({ entNo, actNo }, context) => readOne(context, entNo, actNo),
  getpage: readPage,
  get: ({ entNo, actNo }, context) => readActivity(context, entNo, actNo),
  getmissingpage: readMissing,
  create: makeActivity,
  update: changeActivity,

  async submit(wanted, context) {
    await checkPublishable(context, wanted)
    return moved(context, wanted, 'submit')
  },

  async publish(wanted, context) {
    await checkPublishable(context, wanted)
    return moved(context, wanted, 'publish')
  },

  sendback: ({ answer, ...wanted }, context) => moved(context, wanted, 'sendBack', { answer }),
  end: (wanted, context) => moved(context, wanted, 'end'),
  cancel: (wanted, context) => moved(context, wanted, 'cancel'),

  async delete(wanted, context) {
    await move(context, wanted, 'delete')
    return null
  },

  export: exportActivities,
  exportmissing: exportMissing,
})
