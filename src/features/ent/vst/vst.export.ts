import type { Context } from '#server/context.ts'
import { exportPeople } from '#server/exportRows.ts'
import type { Input } from '#server/serve.ts'
import { hostWithin } from '#server/visits.ts'
import { exportable, type vst } from './vst.contract.ts'
import { exportTitles } from './vst.export.contract.ts'
import { checkRange } from './vst.list.ts'

const sheet = {
  module: 'vst',
  noun: '访客',
  fields: exportable,
  titles: exportTitles,
  widths: { vstNo: 16, vstTel: 16, idNo: 22, workUnit: 24, rsn: 30, planSDt: 18, planEDt: 18, inDt: 18, outDt: 18, mates: 40 },
  source: import.meta.resolve('./vst.export.rows.ts'),
}

/** The visits that fit a filter as a workbook. */
export async function exportVisits({ flds, mask, ...filter }: Input<typeof vst.export>, context: Context) {
  checkRange(filter)
  return exportPeople({ filter: { ...filter, hostNo: hostWithin(context, filter.entNo) }, flds, mask }, sheet, context)
}
