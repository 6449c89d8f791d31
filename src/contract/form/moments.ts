import { type DayLimits, wrongDay } from '../values/dayLimits.ts'
import { isDate, isMoment } from '../values/plain.ts'
import type { Column, TableColumn } from './column.ts'
import { wrong, type WrongValue } from './wrongValue.ts'

type Given = { value: unknown; column: Column | TableColumn }
type Is = (text: unknown) => text is string

export const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{8}$/.test(text) && isDate(text)
export const isTime = (text: unknown): text is string => typeof text === 'string' && /^\d{14}$/.test(text) && isMoment(text)

/** Returns the limits of the days of a column. */
export const dayLimitsOf = ({ aftFlag, minDt, maxDt }: Pick<Column, 'aftFlag' | 'minDt' | 'maxDt'>): DayLimits => ({
  afterToday: aftFlag === '1',
  min: minDt,
  max: maxDt,
})

function within<Value>(value: Value, days: readonly string[], column: Column | TableColumn): Value | WrongValue {
  const why = days.map((one) => wrongDay(one, dayLimitsOf(column))).find((one) => one !== undefined)
  return why ? wrong(why) : value
}

/** Reads a day or a moment within the limits of its column; `missing` is said of what is none. */
export const readMoment = ({ value, column }: Given, is: Is, missing: string): string | WrongValue =>
  is(value) ? within(value, [value], column) : wrong(missing)

/** Reads two days or moments, of which the first is not after the second. */
export function readRange({ value, column }: Given, is: Is): { sDt: string; eDt: string } | WrongValue {
  const { sDt, eDt } = (value ?? {}) as { sDt?: unknown; eDt?: unknown }
  if (!is(sDt) || !is(eDt)) return wrong('请先选择时间')
  return sDt <= eDt ? within({ sDt, eDt }, [sDt, eDt], column) : wrong('的截止时间必须大于开始时间')
}
