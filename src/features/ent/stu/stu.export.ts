import type { Context } from '#server/context.ts'
import { exportPeople } from '#server/exportRows.ts'
import type { Input } from '#server/serve.ts'
import { exportable, type stu } from './stu.contract.ts'
import { exportTitles } from './stu.export.contract.ts'
import { unseenLabels } from './stu.labels.contract.ts'

const sheet = {
  module: 'stu',
  noun: '学生',
  fields: exportable,
  titles: exportTitles,
  widths: { unitName: 18, stdyNo: 16, authTel: 16, idNo: 22, wts: 20, ptrTel1: 16, ptrTel2: 16, lvRsn: 20, rem: 30, updTm: 14 },
  source: import.meta.resolve('./stu.export.rows.ts'),
}

/** The students that fit a filter as a workbook; labels as far as the caller sees them. */
export const exportStudents = ({ flds, mask, ...filter }: Input<typeof stu.export>, context: Context) =>
  exportPeople({ filter: { ...filter, unseen: unseenLabels(context.me.rights) }, flds, mask }, sheet, context)
