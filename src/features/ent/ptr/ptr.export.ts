import type { Context } from '#server/call/context.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import type { Input } from '#server/call/serve.ts'
import { exportable, type ptr } from './ptr.contract.ts'
import { exportTitles } from './ptr.export.contract.ts'

const sheet = {
  module: 'ptr',
  noun: '家长',
  fields: exportable,
  titles: exportTitles,
  widths: { stus: 40, authTel: 16, idNo: 22, workUnit: 24, rem: 30, updTm: 14, crtTm: 14 },
  source: import.meta.resolve('./ptr.export.rows.ts'),
}

/** The guardians that fit a filter as a workbook. */
export const exportGuardians = ({ flds, mask, ...filter }: Input<typeof ptr.export>, context: Context) =>
  exportPeople({ filter, flds, mask }, sheet, context)
