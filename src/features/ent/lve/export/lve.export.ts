import { titlesOf } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import { Leave, type lve } from '../lve.contract.ts'
import { filterOf } from '../lve.list.ts'

/** Lists the columns of the sheet: what the list tells, and no reasons, which are read one by one. */
export const leaveExportFields = ['name', 'who', 'place', 'kind', 'sTm', 'eTm', 'leftTm', 'backTm', 'stt'] as const

const sheet = {
  module: 'lve',
  noun: '请假',
  fields: leaveExportFields,
  titles: titlesOf(Leave, leaveExportFields),
  widths: { place: 20, sTm: 18, eTm: 18, leftTm: 18, backTm: 18 },
  source: import.meta.resolve('./lve.export.rows.ts'),
}

/** Exports the leaves that match a filter as a workbook. */
export const exportLeaves = async (asked: Input<typeof lve.export>, context: Context) =>
  exportPeople({ filter: await filterOf(context, asked), mask: '1' }, sheet, context)
