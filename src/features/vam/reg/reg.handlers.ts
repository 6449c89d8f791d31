import { serve } from '#server/call/serve.ts'
import { reg } from './reg.contract.ts'
import { enrol } from './reg.enrol.ts'
import { exportEnrolments } from './reg.export.ts'
import { readCandidates, readOwnEnrolments, readEnrolmentPage } from './reg.list.ts'
import { readEnrolment, reveal } from './reg.read.ts'
import {
  cancelEnrolment,
  givePlaces,
  approveEnrolments,
  readEnrolmentCode,
  rejectEnrolments,
  setPaid,
  setSign,
} from './reg.review.ts'
import './reg.undo.ts'
import './reg.table.ts'

export const regHandlers = serve(reg, {
  getcandidates: readCandidates,
  enroll: enrol,
  getminepage: readOwnEnrolments,

  async cancel(wanted, context) {
    await cancelEnrolment(context, wanted)
    return null
  },

  getcode: (wanted, context) => readEnrolmentCode(context, wanted),
  getpage: readEnrolmentPage,
  get: readEnrolment,

  async setpass(of, context) {
    await approveEnrolments(context, of)
    return null
  },

  async setreject(of, context) {
    await rejectEnrolments(context, of)
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
