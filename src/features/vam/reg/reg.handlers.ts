import { serve } from '#server/call/serve.ts'
import { reg } from './reg.contract.ts'
import { enrol } from './reg.enrol.ts'
import { exportEnrolments } from './reg.export.ts'
import { readCandidates, readMine, readPage } from './reg.list.ts'
import { readEnrolment, reveal } from './reg.read.ts'
import { cancel, givePlaces, pass, readCode, reject, setPaid, setSign } from './reg.review.ts'
import './reg.undo.ts'
import './reg.table.ts'

export const regHandlers = serve(reg, {
  getcandidates: readCandidates,
  enroll: enrol,
  getminepage: readMine,

  async cancel(wanted, context) {
    await cancel(context, wanted)
    return null
  },

  getcode: (wanted, context) => readCode(context, wanted),
  getpage: readPage,
  get: readEnrolment,

  async setpass(of, context) {
    await pass(context, of)
    return null
  },

  async setreject(of, context) {
    await reject(context, of)
    return null
  },

  async setplace(of, context) {
    await givePlaces(context, of)
    return null
  },

  setsign: (wanted, context) => setSign(context, wanted),

  async setpaid(wanted, context) {
    await setPaid(context, wanted)
    return null
  },

  reveal,
  export: exportEnrolments,
})
