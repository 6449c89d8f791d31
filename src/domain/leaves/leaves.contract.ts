import * as z from 'zod'
import { code, flag, no, time14 } from '#contract/fields.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { clmnNo, type Column } from '#contract/form/column.ts'

/** Names the type of forms whose applications become leaves when they pass. */
export const leaveType = '04'
/** Names the dictionary that the kinds of leave come from. */
export const leaveKinds = 'LVE_KIND'
/** Names the kind of a leave whose form does not ask for it. */
export const otherKind = '9'

/** Names the states of a leave, which follow from the clock: ahead, on leave, over. */
export const LeaveState = { ahead: '1', on: '2', over: '3' } as const

export const lveNo = no.meta({ title: '请假编号' })

/** Describes a leave as its application tells of it; `eTm` not included, `endTm` when it is over in fact. */
export const LeaveFacts = z.object({
  lveNo,
  name: z.string(),
  kind: code(leaveKinds).meta({ title: '类型', dictionary: leaveKinds }),
  sTm: time14,
  eTm: time14,
  dayFlag: flag,
  endTm: time14,
  stt: code('LVE_STT').meta({ title: '状态', dictionary: 'LVE_STT' }),
})

const field = (title: string) => clmnNo.nullable().meta({ title })

/** Names which fields of a form tell of a leave; `who` null: whoever hands it in; `from` and `till` alike: one range. */
export const LeaveFields = z.strictObject({
  who: field('谁请假'),
  kind: field('请假类型'),
  from: field('开始时间'),
  till: field('结束时间'),
  rsn: field('请假原因'),
})
export type LeaveFields = z.output<typeof LeaveFields>

export const leaveFieldNames = {
  who: '谁请假',
  kind: '类型',
  from: '开始',
  till: '结束',
  rsn: '原因',
} as const satisfies Record<keyof LeaveFields, string>

const isPart =
  (...parts: string[]) =>
  (column: Column) =>
    parts.includes(partOf(column)?.no ?? '')

/** Tells which fields can say what of a leave. */
export const canTell: Record<keyof LeaveFields, (column: Column) => boolean> = {
  who: isPart('stu', 'emp'),
  kind: (column) => column.infoType === leaveKinds && isPart('radio', 'select')(column),
  from: isPart('days', 'times', 'date', 'datetime'),
  till: isPart('days', 'times', 'date', 'datetime'),
  rsn: isPart('text', 'textarea'),
}

const isRange = isPart('days', 'times')

/** Returns the fields that a form of this type is likely to tell of a leave with; null for forms of other types. */
export function likelyLeaveFields(typeNo: string, columns: readonly Column[]): LeaveFields | null {
  if (typeNo !== leaveType) return null
  const known = (name: keyof LeaveFields) => columns.filter(canTell[name])
  const [range] = columns.filter(isRange)
  const [begin, end] = known('from').filter((column) => !isRange(column))
  const reasons = known('rsn')
  return {
    // Takes the pupil where the form asks for one, and otherwise the employee.
    who: (known('who').find(isPart('stu')) ?? known('who')[0])?.clmnNo ?? null,
    kind: known('kind')[0]?.clmnNo ?? null,
    from: (range ?? begin)?.clmnNo ?? null,
    till: (range ?? end)?.clmnNo ?? null,
    rsn: (reasons.find(({ fldCode }) => fldCode === 'rsn') ?? reasons[0])?.clmnNo ?? null,
  }
}

/** Lists what keeps the fields from telling of a leave, by their names; nothing where all is there. */
export function wrongLeaveFields(
  fields: LeaveFields,
  columns: readonly Column[],
): { field: keyof LeaveFields; message: string }[] {
  const find = (name: keyof LeaveFields) => columns.find((column) => column.clmnNo === fields[name] && canTell[name](column))
  const wrong = (Object.keys(leaveFieldNames) as (keyof LeaveFields)[]).flatMap((field) => {
    if (field === 'who' && fields.who === null) return []
    if (find(field)) return []
    return [{ field, message: `请假的“${leaveFieldNames[field]}”还没有对应的字段${hints[field] ?? ''}` }]
  })
  const [from, till] = [find('from'), find('till')]
  const isHalf = from && till && from.clmnNo !== till.clmnNo && (isRange(from) || isRange(till))
  const isOne = from && till && from.clmnNo === till.clmnNo && !isRange(from)
  if (isHalf || isOne) wrong.push({ field: 'till', message: '请假的“开始”和“结束”要用同一个日期区间，或两个不同的日期' })
  return wrong
}

const hints: Partial<Record<keyof LeaveFields, string>> = {
  kind: '（单选或下拉，选项用信息字典“请假类型”）',
  from: '（日期、日期时间或日期区间）',
  till: '（日期、日期时间或日期区间）',
  rsn: '（单行或多行文字）',
}
