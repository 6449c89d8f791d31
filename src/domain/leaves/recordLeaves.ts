import type { Column, FormValues } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { isColumnShown } from '#contract/form/shown.ts'
import type { Context } from '#server/call/context.ts'
import { optionalTimestamp } from '#server/database/dbTime.ts'
import { type LeaveFields, likelyLeaveFields, otherKind } from './leaves.contract.ts'
import './leave.table.ts'

type Passed = {
  entNo: string
  prcNo: string
  starter: string | null
  /** Names the child for whom a guardian handed it in; null otherwise. */
  stuNo: string | null
  typeNo: string
  /** Names the fields that tell of a leave; null in versions of flows from before they were named. */
  fields: LeaveFields | null
  columns: readonly Column[]
  values: FormValues
}

/** Describes a leave as it is written down: `sTm` and `eTm` as `yyyyMMddHHmmss`, the end not included. */
type Span = { sTm: string; eTm: string; dayFlag: '0' | '1' }

/** Writes down the leaves that follow from an application that passed: one for each pupil or employee; none where it tells of none. */
export async function recordLeaves({ db, number }: Pick<Context, 'db' | 'number'>, passed: Passed) {
  const fields = passed.fields ?? likelyLeaveFields(passed.typeNo, passed.columns)
  const span = fields && spanOf(fields, passed)
  if (!span) return
  const { entNo, prcNo } = passed
  const read = (clmnNo: string | null) => heldIn(passed, clmnNo)
  const facts = {
    kind: String(read(fields.kind) ?? otherKind),
    sTm: optionalTimestamp(span.sTm) as never,
    eTm: optionalTimestamp(span.eTm) as never,
    dayFlag: span.dayFlag,
    rsn: (read(fields.rsn) as string | undefined) ?? null,
  }
  for (const person of peopleOf(fields, passed))
    await db
      .insertInto('lve')
      .values({ entNo, prcNo, lveNo: await number('LVE_NO'), ...person, ...facts })
      .execute()
}

// Leaves out what stands in a field that the form did not show.
function heldIn({ columns, values }: Passed, clmnNo: string | null): unknown {
  const column = columns.find((one) => one.clmnNo === clmnNo)
  return column && isColumnShown(column, columns, values) ? values[column.clmnNo] : undefined
}

function peopleOf(fields: LeaveFields, passed: Passed): { stuNo: string | null; empNo: string | null }[] {
  const picked = (heldIn(passed, fields.who) as { no: string }[] | undefined) ?? []
  const column = passed.columns.find(({ clmnNo }) => clmnNo === fields.who)
  if (picked.length === 0) return [{ stuNo: passed.stuNo, empNo: passed.starter }]
  const isPupil = column !== undefined && partOf(column)?.no === 'stu'
  return picked.map(({ no }) => (isPupil ? { stuNo: no, empNo: null } : { stuNo: null, empNo: no }))
}

function spanOf(fields: LeaveFields, passed: Passed): Span | undefined {
  const [from, till] = [heldIn(passed, fields.from), heldIn(passed, fields.till)]
  const begin = momentIn(from, 'sDt')
  const end = momentIn(till, 'eDt')
  if (!begin || !end) return undefined
  const isDays = begin.length === 8 && end.length === 8
  const sTm = begin.length === 8 ? `${begin}000000` : begin
  const eTm = end.length === 8 ? `${nextDay(end)}000000` : end
  return sTm < eTm ? { sTm, eTm, dayFlag: isDays ? '1' : '0' } : undefined
}

const momentIn = (value: unknown, of: 'sDt' | 'eDt'): string | undefined =>
  typeof value === 'string' ? value : (value as Record<string, string> | undefined)?.[of]

const nextDay = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)) + 1))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')
