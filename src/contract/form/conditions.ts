import { partOf } from './catalogue.ts'
import type { Column, Condition, ShownWhen } from './column.ts'

type Op = Condition['op']

const choices = ['radio', 'select', 'checkbox', 'switch']
const numbers = ['number', 'money', 'rate']
const moments = ['year', 'date', 'datetime']
const ranges = ['days', 'times']

/** Names what the value of a condition on a column is: chosen ones, texts, an amount, a day, or how many days. */
export type ConditionValue = 'choice' | 'text' | 'amount' | 'day' | 'days'

/** Returns what the value of such a condition is; undefined where it has none. */
export function valueOfCondition(column: Pick<Column, 'ctrlNo' | 'kitNo'>, op: Op): ConditionValue | undefined {
  if (op === 'filled' || op === 'empty') return undefined
  const no = partOf(column)?.no ?? ''
  if (op !== 'least' && op !== 'below') return choices.includes(no) || no === 'rate' ? 'choice' : 'text'
  if (no === 'date' || no === 'datetime') return 'day'
  return ranges.includes(no) ? 'days' : 'amount'
}

/** Lists how the values of a column can be compared, the likeliest first. */
export function operatorsOf(column: Pick<Column, 'ctrlNo' | 'kitNo'>): Op[] {
  const no = partOf(column)?.no ?? ''
  const isSame: Op[] = [...choices, ...numbers, 'text'].includes(no) ? ['eq', 'ne'] : []
  const isIn: Op[] = no === 'text' || no === 'textarea' ? ['has'] : []
  const isFrom: Op[] = [...numbers, 'amount', ...moments, ...ranges].includes(no) ? ['least', 'below'] : []
  return [...isSame, ...isIn, ...isFrom, 'filled', 'empty']
}

/** Lists the conditions of a column. */
export const conditionsOf = ({ more = [], anyFlag: _, ...first }: ShownWhen): Condition[] => [first, ...more]

/** Returns conditions as a column holds them; null for none. */
export function shownWhen([first, ...more]: readonly Condition[], isAny: boolean): ShownWhen | null {
  if (!first) return null
  return { ...first, ...(more.length > 0 && { more }), ...(more.length > 0 && isAny && { anyFlag: '1' as const }) }
}

/**
 * Tells whether a value meets a condition; undefined where that cannot be judged, since what is compared with an amount holds none.
 */
export function isMet({ op, vals }: Condition, value: unknown): boolean | undefined {
  const held = heldBy(value)
  switch (op) {
    case 'filled':
      return held.length > 0
    case 'empty':
      return held.length === 0
    case 'has':
      return held.some((one) => vals.some((val) => one.toLowerCase().includes(val.toLowerCase())))
    case 'least':
    case 'below': {
      const [amount, limit] = [amountOf(value), vals[0] ? Number(vals[0]) : Number.NaN]
      if (amount === undefined || Number.isNaN(limit)) return undefined
      return op === 'least' ? amount >= limit : amount < limit
    }
    default:
      return held.some((one) => vals.includes(one)) === (op === 'eq')
  }
}

/**
 * Returns what a value is compared by: a number, a year or day as one, or the days of a range, each begun day as one; undefined for
 * nothing.
 */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return /^(\d{4}|\d{8}|\d{14})$/.test(value) ? Number(value.slice(0, 8)) : undefined
  const { sDt, eDt } = (value ?? {}) as { sDt?: string; eDt?: string }
  if (!sDt || !eDt) return undefined
  return Math.round((dayOf(eDt) - dayOf(sDt)) / 86_400_000) + 1
}

const dayOf = (time: string) => Date.UTC(Number(time.slice(0, 4)), Number(time.slice(4, 6)) - 1, Number(time.slice(6, 8)))

const heldBy = (value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.map(nameOf) : [String(value)]
}

const nameOf = (one: unknown) => (typeof one === 'object' && one !== null && 'no' in one ? String(one.no) : String(one))
