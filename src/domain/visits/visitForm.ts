import type { Column, FormValues } from '#contract/form/column.ts'
import { factsOf } from '#contract/values/idNumber.ts'
import { mobilePattern } from '#contract/values/plain.ts'
import { chinaTime, daysAhead, longestDays } from './visits.contract.ts'
import { invalidField } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexIn } from '#contract/values/sex.ts'

/** Returns the column of a fixed field; undefined where there is none. */
export const fixedColumn = (columns: readonly Column[], fldCode: string) => columns.find((column) => column.fldCode === fldCode)

/** Returns the number of the host in the form of a visit. */
export const hostIn = (columns: readonly Column[], values: FormValues) =>
  (values[fixedColumn(columns, 'toEmp')?.clmnNo ?? ''] as [{ no: string; name: string }])[0]

/** Returns the form of a visit as the columns of `vst`. */
export function visitIn(secret: Secret, columns: readonly Column[], values: FormValues) {
  const held = (fldCode: string) => values[fixedColumn(columns, fldCode)?.clmnNo ?? '']
  const text = (fldCode: string) => (held(fldCode) as string | undefined) ?? null
  const idNo = text('idNo')
  return {
    vstName: String(held('vstName')),
    vstTel: mobileIn(columns, String(held('vstTel'))),
    workUnit: text('workUnit'),
    carNo: text('carNo'),
    rsn: text('rsn'),
    toEmpNo: hostIn(columns, values).no,
    idNo: idNo && secret.seal(idNo),
    idNoHash: idNo && secret.hash(idNo),
    sex: sexIn(factsOf(idNo).sex ?? '') ?? null,
    ...timesIn(columns, String(held('planSDt')), String(held('planEDt'))),
  }
}

// Refuses landlines, which nobody at the gate can tell apart, and of which little could be masked.
function mobileIn(columns: readonly Column[], tel: string): string {
  const { clmnNo = '', clmnName = '手机' } = fixedColumn(columns, 'vstTel') ?? {}
  if (!mobilePattern.test(tel)) throw invalidField(clmnNo, `${clmnName}应为 1 开头的 11 位数字`)
  return tel
}

function timesIn(columns: readonly Column[], start: string, end: string) {
  const refuse = (fldCode: string, message: string) => invalidField(fixedColumn(columns, fldCode)?.clmnNo ?? '', message)
  if (end <= start) throw refuse('planEDt', '截止时间必须大于开始时间')
  if (end <= chinaTime()) throw refuse('planEDt', '离开时间已经过去，请改为以后的时间')
  if (start.slice(0, 8) < chinaTime().slice(0, 8)) throw refuse('planSDt', '来访时间不能早于今天')
  if (start > chinaTime(24 * daysAhead)) throw refuse('planSDt', `最多预约 ${daysAhead} 天以内的来访`)
  if (daysBetween(start, end) > longestDays) throw refuse('planEDt', `一次来访最多 ${longestDays} 天`)
  return { planSDt: asTime(start), planEDt: asTime(end) }
}

const asTime = (time14: string) => `${time14.slice(0, 8)}T${time14.slice(8)}+08`
const dayOf = (time14: string) => Date.parse(time14.replace(/^(....)(..)(..).*$/, '$1-$2-$3'))
const daysBetween = (start: string, end: string) => (dayOf(end) - dayOf(start)) / 86_400_000

// Names the cells of the table as its type gives them; a designer may put others beside them.
const cells = { mateName: 'c1', mateTel: 'c2', idNo: 'c3' } as const

/** Lists the companions. */
export function matesIn(secret: Secret, columns: readonly Column[], values: FormValues) {
  const rows = (values[fixedColumn(columns, 'mates')?.clmnNo ?? ''] as FormValues[] | undefined) ?? []
  return rows.map((row) => {
    const text = (cell: keyof typeof cells) => (typeof row[cells[cell]] === 'string' ? (row[cells[cell]] as string) : null)
    const idNo = text('idNo')
    return { mateName: text('mateName') ?? '同行人', mateTel: text('mateTel'), idNo: idNo && secret.seal(idNo) }
  })
}
