import { actions } from '#contract/access.ts'
import type { Context } from '#server/context.ts'
import { today } from '#contract/day.ts'
import { Fault } from '#server/fault.ts'
import type { Input } from '#server/serve.ts'
import { type SheetColumn, writeWorkbook } from '#server/workbook.ts'
import { type emp, exportable } from './emp.contract.ts'
import { exportTitles } from './emp.export.contract.ts'
import type { Listing } from './emp.export.rows.ts'

type Field = (typeof exportable)[number]

/** The employees that fit a filter as a workbook: the columns asked for, masked unless the caller may see them and asks to. */
export async function exportEmployees(input: Input<typeof emp.export>, context: Context) {
  const { flds = [...exportable], mask, ...filter } = input
  const { me } = context
  const isClear = mask === '0'
  if (isClear && !me.rights.has(`emp:${actions.clear}`)) throw new Fault('forbidden', '没有权限导出未脱敏的内容')
  const columns = exportable.filter((field) => flds.includes(field))
  const path = await writeWorkbook(context, {
    name: '员工',
    columns: columns.map(columnOf),
    source: import.meta.resolve('./emp.export.rows.ts'),
    input: { filter, columns, isClear, byWhom: me.name } satisfies Listing,
  })
  return { path, name: `员工 ${today()}.xlsx`, type: 'xlsx' }
}

const wide: Partial<Record<Field, number>> = {
  orgNames: 30,
  grpNames: 30,
  roleNames: 24,
  idNo: 22,
  authTel: 16,
  orgName: 20,
  rem: 30,
  updTm: 14,
}

/** The title and width of an exported column. */
const columnOf = (field: Field): SheetColumn => ({ title: exportTitles[field], width: wide[field] ?? 12 })
