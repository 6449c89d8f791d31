import { titlesOf } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { Input } from '#server/call/serve.ts'
import { requireUnit } from '#domain/units/units.ts'
import { withStudentReach } from '#domain/units/studentReach.ts'
import type { act } from '../act.contract.ts'
import { studentsNotEnrolled, reachFor } from './act.missing.ts'
import { Activity } from '../act.parts.contract.ts'
import { matchingActivities } from '../act.read.ts'

/** Lists the columns of the two sheets. */
export const activityExportFields = [
  ...(['actNo', 'title', 'cls', 'regSDt', 'regEDt', 'sDt', 'eDt', 'place', 'quota', 'takeCnt', 'waitCnt', 'wrkCnt'] as const),
  ...(['empName', 'stt'] as const),
] as const
export const missingFields = ['stuNo', 'stuName', 'unitName'] as const

const sheet = {
  module: 'act',
  noun: '活动',
  fields: activityExportFields,
  titles: titlesOf(Activity, activityExportFields),
  widths: { title: 30, regSDt: 18, regEDt: 18, sDt: 18, eDt: 18, place: 20 },
  source: import.meta.resolve('./act.export.rows.ts'),
}
const missingSheet = {
  module: 'act',
  noun: '未报名学生',
  fields: missingFields,
  titles: { stuNo: '学生编号', stuName: '姓名', unitName: '班级' },
  widths: { unitName: 20 },
  source: import.meta.resolve('./act.missing.rows.ts'),
}

/** Exports the activities that match a filter as a workbook. */
export async function exportActivities(filter: Input<typeof act.export>, context: Context) {
  const nos = await readExportNumbers(context.db, matchingActivities(context, filter).clearSelect().select('a.actNo as no'))
  return exportPeople({ filter: { entNo: filter.entNo, nos }, mask: '1' }, sheet, context)
}

/** Exports the students who have not enrolled as a workbook. */
export async function exportMissing(filter: Input<typeof act.exportmissing>, context: Context) {
  const { db } = context
  const reach = await reachFor(context, filter)
  const nos = await withStudentReach(context, reach, async () => {
    await requireUnit(db, filter)
    return readExportNumbers(db, studentsNotEnrolled(db, filter).select('s.stuNo as no'))
  })
  return exportPeople({ filter: { entNo: filter.entNo, nos }, mask: '1' }, missingSheet, context)
}
