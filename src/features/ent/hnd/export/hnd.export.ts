import { actions, type Right } from '#contract/access.ts'
import { hasScore } from '#contract/form/scores.ts'
import { valueColumns } from '#contract/form/shown.ts'
import { today } from '#contract/values/day.ts'
import { Anonymity } from '#domain/collections/collections.contract.ts'
import { readColumns } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import { clearReach } from '#server/exporting/exportRows.ts'
import { writeWorkbook } from '#server/exporting/workbook.ts'
import type { hnd } from '../hnd.contract.ts'
import type { AnswersListing } from './hnd.export.rows.ts'
import { requireCollection } from '../hnd.list.ts'

// Writes what every row has before the questions.
const heads = [
  { title: '姓名', width: 12 },
  { title: '部门或班级', width: 20 },
  { title: '填写情况', width: 10 },
  { title: '填写时间', width: 18 },
  { title: '填写人', width: 12 },
]

const clear: Right = `hnd:${actions.clear}`

/** Exports who was asked and what they answered, a question a column. Throws forbidden for numbers in clear without the right. */
export async function exportAnswers({ entNo, hndNo, state, keyWord, mask }: Input<typeof hnd.export>, context: Context) {
  const { db, me } = context
  const isClear = mask === '0'
  if (isClear && !me.rights.has(clear)) throw new Fault('forbidden', '没有权限导出未脱敏的内容')
  const { title, tmplNo, verNo, anon, aprFlag } = await requireCollection(context, { entNo, hndNo })
  if (verNo === null) throw new Fault('invalid', '还没有发起，没有可以导出的答卷')
  const columns = valueColumns(await readColumns(db, entNo, tmplNo, verNo))
  const isApproved = aprFlag === '1'
  const within = isClear ? await clearReach(context, 'hnd', entNo) : context.locals
  const input: Omit<AnswersListing, 'record'> = {
    filter: { entNo, hndNo, state, keyWord },
    anon,
    columns,
    isApproved,
    isClear,
    byWhom: me.name,
  }
  const path = await writeWorkbook(
    { ...context, locals: { ...context.locals, ...within } },
    {
      name: '答卷',
      columns: [
        ...(anon === Anonymity.none ? heads : []),
        ...(isApproved ? [{ title: '审批', width: 10 }] : []),
        ...columns.map(({ clmnName, wdt }) => ({ title: clmnName, width: wdt === 2 ? 30 : 16 })),
        ...(hasScore(columns) ? [{ title: '得分', width: 10 }] : []),
      ],
      source: import.meta.resolve('./hnd.export.rows.ts'),
      input,
    },
  )
  return { path, name: `${title} ${today()}.xlsx`, type: 'xlsx' }
}
