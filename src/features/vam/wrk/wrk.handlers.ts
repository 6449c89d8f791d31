import { serve } from '#server/call/serve.ts'
import { wrk } from './wrk.contract.ts'
import { readOwnWorks, readWorkPage, readWorkUnits, readWall } from './wrk.list.ts'
import { tellAuthors, tellWorkReviewers } from './wrk.messages.ts'
import './wrk.undo.ts'
import { handIn, keepReported, likeWork, approveWorks, rejectWorks, removeWorks, reportWork } from './wrk.write.ts'
import './wrk.table.ts'

export const wrkHandlers = serve(wrk, {
  getwall: readWall,
  getunits: readWorkUnits,
  getmine: readOwnWorks,
  getpage: readWorkPage,

  async create(input, context) {
    const made = await handIn(input, context)
    await tellWorkReviewers(context, input.entNo, made.wrkNo)
    return made
  },

  async delete(of, context) {
    await removeWorks(context, of)
    return null
  },

  like: (which, context) => likeWork(context, which),

  async report(which, context) {
    await reportWork(context, which)
    return null
  },

  async setpass(of, context) {
    await approveWorks(context, of)
    await tellAuthors(context, of, '已通过审核')
    return null
  },

  async setreject(of, context) {
    await rejectWorks(context, of)
    await tellAuthors(context, of, '没有通过审核', of.answer)
    return null
  },

  async setkept(of, context) {
    await keepReported(context, of)
    await tellAuthors(context, of, '经核实继续展示')
    return null
  },
})
