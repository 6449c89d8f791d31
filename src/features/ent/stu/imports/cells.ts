import { today } from '#contract/values/day.ts'
import { ownNo } from '#contract/fields.ts'
import { nearestText } from '#server/base/editDistance.ts'
import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import { namesIn, readByField, readDate, readNames, readPhone } from '#server/importing/importCells.ts'
import { errorOf, type ImportColumn, type ReadRow } from '#server/importing/importTable.ts'
import { clashIn, type RightsHolder, seesLabel } from '#domain/students/stu.labels.contract.ts'

type Read = ImportColumn['read']

/** Reads a student number, which holds no space. */
export const readStudyNo: Read = (text) => readByField(ownNo, '学号只能有字母、数字、- 和 _，最多 20 位')(text.replace(/\s/g, ''))

/** Returns a column of labels, by name or code; refuses those that the caller may not set and two of one exclusive group. */
export async function labelColumn(entNo: string, { db, me }: Context): Promise<ImportColumn> {
  const labels = await offeredLabels(db, entNo, 'STU_LBL')
  const codes = new Map([...labels].flatMap(([code, name]) => [[name, code] as const, [code, code] as const]))
  const names = [...labels.values()]
  const read = readNames((name) => {
    const code = codes.get(name)
    if (code === undefined) return { wrong: `标签“${name}”不存在`, meant: nearestText(name, names) }
    return seesLabel(me.rights, code) ? { no: code } : { wrong: `没有权限设置标签“${labels.get(code)}”` }
  })
  // Splits at strokes and new lines, which many write between two of them; one label has a stroke itself.
  const apart = (text: string) => namesIn(text).flatMap((name) => (codes.has(name) ? [name] : name.split(/[\s/／|]+/)))
  return {
    field: 'wts',
    title: '标签',
    also: ['学生标签'],
    example: names[0] ?? '走读',
    options: names,
    hint: '多个标签用顿号隔开',
    read(text) {
      const reading = read(apart(text).join('、'))
      const [one, other] = ('value' in reading && clashIn(reading.value as string[])) || []
      return one && other ? { wrong: `“${labels.get(one)}”和“${labels.get(other)}”只能选一个`, code: '标签只能选一个' } : reading
    },
  }
}

/** Refuses labels that may not be set in the class of the student of a row, though they may in another. */
export function refuseUnseenLabels({ values, errs }: ReadRow, rights: RightsHolder) {
  const wts = (values.wts ?? []) as string[]
  if (wts.some((code) => !seesLabel(rights, code))) errs.push(errorOf('wts', '没有权限给这个班的学生设置这样的标签'))
}

/** Returns a column of phones. */
export const phoneColumn = (title: string, also: readonly string[]): ImportColumn => ({
  field: 'authTel',
  title,
  also,
  required: true,
  example: '13800000000',
  read: readPhone,
})

/** Reads a date that is not in the future. */
export const readPastDate: Read = (text) => {
  const reading = readDate(text)
  if ('value' in reading && String(reading.value) > today().replaceAll('-', '')) return { wrong: '日期不能晚于今天' }
  return reading
}
