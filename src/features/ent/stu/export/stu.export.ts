import { exportWidths } from '#contract/fieldList.ts'
import { actions, permits } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { clearReach, exportPeople } from '#server/exporting/exportRows.ts'
import { Fault } from '#server/base/fault.ts'
import { isScopeWithin, scopeOf } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { studentExportFields, type stu } from '../stu.contract.ts'
import { isOfArchive, mayExportArchives, studentExportTitles } from './stu.export.contract.ts'
import { studentFields } from '../stu.fields.ts'
import { visibilityFor } from '../stu.visibility.ts'

const sheet = {
  module: 'stu',
  noun: '学生',
  fields: studentExportFields,
  titles: studentExportTitles,
  widths: { ...exportWidths(studentFields), unfStuNo: 24, adr: 30, email: 24 },
  source: import.meta.resolve('./stu.export.rows.ts'),
}

/** Lists modules whose values stand in the sheet, too: each has a right of its own to see them in clear. */
const foreign = ['stuarch', 'ptr'] as const
export type Foreign = (typeof foreign)[number]

async function maskedIn(context: Context, entNo: string): Promise<Foreign[]> {
  const shown = await clearReach(context, sheet.module, entNo)
  const masked: Foreign[] = []
  for (const module of foreign) {
    const right = `${module}:${actions.clear}` as const
    const isAll = context.me.rights.has(right) && isScopeWithin(shown, await scopeOf(context, { access: [right] }, entNo))
    if (!isAll) masked.push(module)
  }
  return masked
}

/**
 * Exports the students that match a filter as a workbook; labels as far as the caller sees them, archives for those who may
 * export them.
 */
export async function exportStudents({ flds, mask, ...filter }: Input<typeof stu.export>, context: Context) {
  const { me } = context
  const mayArchives = permits(me, mayExportArchives)
  if (!mayArchives && flds?.some(isOfArchive)) throw new Fault('forbidden', '没有权限导出学生档案')
  const wanted = flds ?? studentExportFields.filter((field) => mayArchives || !isOfArchive(field))
  const masked = mask === '0' ? await maskedIn(context, filter.entNo) : []
  const { sight } = await visibilityFor(filter, context)
  return exportPeople({ filter: { ...filter, sight, masked }, flds: wanted, mask }, sheet, context)
}
