import { titlesOf } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import type { Input } from '#server/call/serve.ts'
import type { mtg } from '../mtg.contract.ts'
import { Man, Sign } from '../mtg.parts.contract.ts'
import { requireNear, requireSession } from '../mtg.read.ts'

/** Lists the columns of the two sheets. */
export const manFields = ['manName', 'manType', 'workUnit', 'manTel', 'stt', 'rsn', 'answer', 'repTm'] as const
export const signFields = ['manName', 'manType', 'workUnit', 'signTm', 'outTm', 'signWay', 'stt', 'lateMin', 'rem'] as const

// Uses the right to phones of employees in clear for these.
const module = 'emp'
const peopleSheet = {
  module,
  noun: '参会人员',
  fields: manFields,
  titles: titlesOf(Man, manFields),
  widths: { workUnit: 20, manTel: 16, rsn: 30, answer: 30, repTm: 18 },
  source: import.meta.resolve('./mtg.export.rows.ts'),
}
const attendanceSheet = {
  module,
  noun: '签到表',
  fields: signFields,
  titles: titlesOf(Sign, signFields),
  widths: { workUnit: 20, signTm: 18, outTm: 18, rem: 30 },
  source: import.meta.resolve('../attendance/mtg.attendance.rows.ts'),
}

/** Exports a meeting's people as a workbook. */
export async function exportPeopleOf({ mask, ...filter }: Input<typeof mtg.exportmtgman>, context: Context) {
  await requireNear(context, filter.entNo, filter.mtgNo, 'run')
  return exportPeople({ filter, mask }, peopleSheet, context)
}

/** Exports the attendance of a session as a workbook. */
export async function exportAttendance({ mask, ...filter }: Input<typeof mtg.exportmtgsign>, context: Context) {
  await requireNear(context, filter.entNo, filter.mtgNo, 'run')
  await requireSession(context.db, filter.entNo, filter.mtgNo, filter.rdx)
  return exportPeople({ filter, mask }, attendanceSheet, context)
}
