import { exportTitles, exportWidths } from '#contract/fieldList.ts'
import type { Context } from '#server/call/context.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import { readFormTemplates } from '#domain/forms/formTemplates.ts'
import type { Input } from '#server/call/serve.ts'
import { visitExportFields, type vst } from '../vst.contract.ts'
import { visitFields } from '../vst.fields.ts'
import type { VisitExportColumn } from './vst.export.rows.ts'
import { isListed } from '../vst.formValues.ts'
import { checkRange, filterOf } from '../vst.list.ts'

const sheet = {
  module: 'vst',
  noun: '访客',
  widths: exportWidths(visitFields),
  source: import.meta.resolve('./vst.export.rows.ts'),
}

/** Exports the visits that match a filter as a workbook; of one form with the columns that its list shows, too. */
export async function exportVisits({ flds, mask, ...asked }: Input<typeof vst.export>, context: Context) {
  checkRange(asked)
  const filter = await filterOf(asked, context)
  const { entNo, tmplNo } = asked
  const [form] = tmplNo ? await readFormTemplates(context.db, entNo, { typeNo: '01', tmplNo }) : []
  const columns = form?.billClmns.filter(isListed) ?? []
  const ofForm = columns.map(({ clmnNo }) => clmnNo as VisitExportColumn)
  const fields: VisitExportColumn[] = [...visitExportFields, ...ofForm]
  const titles: Record<VisitExportColumn, string> = {
    ...exportTitles(visitFields),
    ...Object.fromEntries(columns.map(({ clmnNo, clmnName }) => [clmnNo, clmnName])),
  }
  return exportPeople({ filter, flds: flds && [...flds, ...ofForm], mask }, { ...sheet, fields, titles }, context)
}
