import { exportTitles, exportWidths, having } from '#contract/fieldList.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople, readExportNumbers } from '#server/exporting/exportRows.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { reg } from './reg.contract.ts'
import { enrolmentFields } from './reg.fields.ts'
import { matchingEnrolments } from './reg.list.ts'

/** Lists the columns of the sheet. */
export const enrolmentExportFields = having(enrolmentFields, 'export')

const sheet = {
  module: 'reg',
  noun: '活动报名',
  fields: enrolmentExportFields,
  titles: exportTitles(enrolmentFields),
  widths: exportWidths(enrolmentFields),
  source: import.meta.resolve('./reg.export.rows.ts'),
}

/** Exports the enrolments that match a filter as a workbook. */
export async function exportEnrolments(filter: Input<typeof reg.export>, context: Context) {
  const list = (await matchingEnrolments(context, filter)).select('r.regNo as no')
  const nos = await withoutScope(context, () => readExportNumbers(context.db, list))
  return exportPeople({ filter: { entNo: filter.entNo, nos }, mask: '1' }, sheet, context)
}
