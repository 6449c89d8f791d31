import { exportTitles, exportWidths } from '#contract/fieldList.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import type { Input } from '#server/call/serve.ts'
import { type emp, employeeExportFields } from '../emp.contract.ts'
import { employeeFields } from '../emp.fields.ts'

const sheet = {
  module: 'emp',
  noun: '员工',
  fields: employeeExportFields,
  titles: exportTitles(employeeFields),
  widths: exportWidths(employeeFields),
  source: import.meta.resolve('./emp.export.rows.ts'),
}

/** Exports the employees that match a filter as a workbook. */
export const exportEmployees = ({ flds, mask, ...filter }: Input<typeof emp.export>, context: Context) =>
  exportPeople({ filter, flds, mask }, sheet, context)
