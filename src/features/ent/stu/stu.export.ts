import { permits } from '#contract/access.ts'
import type { Context } from '#server/context.ts'
import { exportPeople } from '#server/exportRows.ts'
import { Fault } from '#server/fault.ts'
import type { Input } from '#server/serve.ts'
import { exportable, type stu } from './stu.contract.ts'
import { exportTitles, isOfArchive, mayExportArchives } from './stu.export.contract.ts'
import { unseenLabels } from './stu.labels.contract.ts'

const sheet = {
  module: 'stu',
  noun: '学生',
  fields: exportable,
  titles: exportTitles,
  widths: {
    unitName: 18,
    stdyNo: 16,
    authTel: 16,
    idNo: 22,
    wts: 20,
    unfStuNo: 24,
    adr: 30,
    email: 24,
    ptrTel1: 16,
    ptrTel2: 16,
    lvRsn: 20,
    rem: 30,
    updTm: 14,
  },
  source: import.meta.resolve('./stu.export.rows.ts'),
}

/** The students that fit a filter as a workbook; labels as far as the caller sees them, archives for who may export them. */
export function exportStudents({ flds, mask, ...filter }: Input<typeof stu.export>, context: Context) {
  const { me } = context
  const mayArchives = permits(me, mayExportArchives)
  if (!mayArchives && flds?.some(isOfArchive)) throw new Fault('forbidden', '没有权限导出学生档案')
  const wanted = flds ?? exportable.filter((field) => mayArchives || !isOfArchive(field))
  return exportPeople({ filter: { ...filter, unseen: unseenLabels(me.rights) }, flds: wanted, mask }, sheet, context)
}
