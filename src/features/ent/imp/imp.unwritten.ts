import type { Context } from '#server/call/context.ts'
import { today } from '#contract/values/day.ts'
import { type Batch, readBatchRows, rowTexts } from '#server/importing/importBatch.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'
import { Fault } from '#server/base/fault.ts'
import { recordLook } from '#server/history/history.ts'
import { keepWorkbook } from '#server/exporting/smallWorkbook.ts'

/**
 * Writes the rows of a batch that are not (to be) written as a workbook, with the reasons beside the cells; it can be corrected
 * and imported. Throws notFound where there are none.
 */
export async function writeUnwritten(batch: Batch, columns: readonly ImportColumn[], context: Context) {
  const rows = await readBatchRows(batch, context, { acts: ['skip', 'out'] })
  if (rows.length === 0) throw new Fault('notFound', '没有未导入的行')
  await recordLook(context.db, batch.entNo, 'imp_batch', { batch_no: batch.batchNo, rows: rows.length })
  const shown = columns.filter(({ field, required }) => required || rows.some((row) => rowTexts(batch.places, row)[field]))
  // Puts reasons right of their cell; a column without any needs no place for them.
  const told = new Set(rows.flatMap(({ outcome }) => outcome.errs.map(({ fld }) => fld)))
  const heads = shown.flatMap(({ field, title }) => (told.has(field) ? [title, `${title}的问题`] : [title]))
  const body = rows.map((row) => {
    const texts = rowTexts(batch.places, row)
    const { errs, act } = row.outcome
    const reasonOf = (field: string) =>
      errs
        .filter(({ fld }) => fld === field)
        .map(({ msg }) => msg)
        .join('；')
    const cells = shown.flatMap(({ field }) => (told.has(field) ? [texts[field] ?? '', reasonOf(field)] : [texts[field] ?? '']))
    return [String(row.rowNo), act === 'out' ? '已排除' : '错误', ...cells]
  })
  const isReason = (at: number) => at > 1 && heads[at - 2]?.endsWith('的问题')
  const sheet = {
    name: '未导入',
    columns: ['原行号', '结果', ...heads].map((_, at) => ({ width: isReason(at) ? 36 : 18, numFmt: '@' })),
    rows: [['原行号', '结果', ...heads], ...body],
    freezePane: { rows: 1 },
  }
  const path = await keepWorkbook([sheet], context)
  return { path, name: `未导入的${rows.length}行 ${today()}.xlsx`, type: 'xlsx' }
}
