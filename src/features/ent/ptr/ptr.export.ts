import { exportTitles, exportWidths } from '#contract/fieldList.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import type { Input } from '#server/call/serve.ts'
import { guardianExportFields, type ptr } from './ptr.contract.ts'
import { guardianFields } from './ptr.fields.ts'

const sheet = {
  module: 'ptr',
  noun: '家长',
  fields: guardianExportFields,
  titles: exportTitles(guardianFields),
  widths: exportWidths(guardianFields),
  source: import.meta.resolve('./ptr.export.rows.ts'),
}

/** Exports the guardians that match a filter as a workbook. */
export const exportGuardians = ({ flds, mask, ...filter }: Input<typeof ptr.export>, context: Context) =>
  exportPeople({ filter, flds, mask }, sheet, context)
