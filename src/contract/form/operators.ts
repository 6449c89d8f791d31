import { partOf } from './catalogue.ts'
import type { Column, Condition } from './column.ts'

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
