import type { Context } from '#server/call/context.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import type { Input } from '#server/call/serve.ts'
import { type emp, exportable } from '../emp.contract.ts'
import { exportTitles } from './emp.export.contract.ts'

const sheet = {
  module: 'emp',
  noun: '员工',
  fields: exportable,
  titles: exportTitles,
  widths: { orgNames: 30, grpNames: 30, roleNames: 24, idNo: 22, authTel: 16, orgName: 20, rem: 30, updTm: 14 },
  source: import.meta.resolve('./emp.export.rows.ts'),
}

/** The employees that fit a filter as a workbook. */
export const exportEmployees = ({ flds, mask, ...filter }: Input<typeof emp.export>, context: Context) =>
  exportPeople({ filter, flds, mask }, sheet, context)
