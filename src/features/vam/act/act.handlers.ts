import { serve } from '#server/call/serve.ts'
import { act } from './act.contract.ts'
import { exportActivities, exportMissing } from './export/act.export.ts'
import { readMissing } from './export/act.missing.ts'
import { readActivity, readActivityPage } from './act.read.ts'
import { readOne, readOpenActivities, readShownActivities } from './act.public.ts'
import { tellMaker, tellPublishers } from './act.messages.ts'
import { checkPublishable, moveActivity, movedActivity } from './act.state.ts'
import './act.undo.ts'
import { changeActivity, makeActivity } from './act.write.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { activitySearch } from './act.search.ts'
import './act.table.ts'

registerSearch(activitySearch)

export const actHandlers = serve(act, {
  getopenpage: (filter, context) => readOpenActivities(context, filter),
  getshownpage: (filter, context) => readShownActivities(context, filter),
  getshown: ({ entNo, actNo }, context) => readOne(context, entNo, actNo),
  getpage: readActivityPage,
  get: ({ entNo, actNo }, context) => readActivity(context, entNo, actNo),
  getmissingpage: readMissing,
  create: makeActivity,
  update: changeActivity,

  async submit(wanted, context) {
    await checkPublishable(context, wanted)
    const moved = await movedActivity(context, wanted, 'submit')
    await tellPublishers(context, wanted)
    return moved
  },

  async publish(wanted, context) {
    await checkPublishable(context, wanted)
    const moved = await movedActivity(context, wanted, 'publish')
    await tellMaker(context, wanted, '已发布')
    return moved
  },

  async sendback({ answer, ...wanted }, context) {
    const moved = await movedActivity(context, wanted, 'sendBack', { answer })
    await tellMaker(context, wanted, '被退回')
    return moved
  },

  end: (wanted, context) => movedActivity(context, wanted, 'end'),
  cancel: (wanted, context) => movedActivity(context, wanted, 'cancel'),

  async delete(wanted, context) {
    await moveActivity(context, wanted, 'delete')
    return null
  },

  export: exportActivities,
  exportmissing: exportMissing,
})
