import { titlesOf } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople, readExportNumbers } from '#server/exporting/exportRows.ts'
import { Fault } from '#server/base/fault.ts'
import type { Input } from '#server/call/serve.ts'
import { Resource, type res } from '../res.contract.ts'
import { matchingResources } from '../res.list.ts'

/** Lists the columns of the sheet. */
export const resourceExportFields = [
  'resName',
  'clsName',
  'name',
  'size',
  'empName',
  'scope',
  'shrStt',
  'viewCnt',
  'downCnt',
  'putTm',
] as const

const sheet = {
  module: 'res',
  noun: '资源',
  fields: resourceExportFields,
  titles: { ...titlesOf(Resource, resourceExportFields), size: '大小（KB）' },
  widths: { resName: 30, clsName: 16, name: 30, putTm: 18 },
  source: import.meta.resolve('./res.export.rows.ts'),
}

/** Exports the resources that match a filter as a workbook. Throws notFound for resources that are gone. */
export async function exportResources(filter: Input<typeof res.export>, context: Context) {
  const { list } = await matchingResources(context, filter)
  const nos = await readExportNumbers(context.db, list.select('r.resNo as no'))
  if (filter.resNos && nos.length < filter.resNos.length) throw new Fault('notFound', '所选资源有的已不存在，请刷新后再选')
  return exportPeople({ filter: { entNo: filter.entNo, nos }, mask: '1' }, sheet, context)
}
