import { partOf } from './catalogue.ts'
import type { Column, Condition } from './column.ts'
import { conditionsOf } from './conditions.ts'
import { valueOfCondition } from './operators.ts'
import type { OfferedBy } from './values.ts'
import { withDashes } from '../values/day.ts'

type Op = Condition['op']

const names: Record<Op, string> = {
  eq: '等于',
  ne: '不等于',
  has: '包含',
  least: '不小于',
  below: '小于',
  filled: '有内容',
  empty: '没有内容',
}

/** Names a comparison as it is said of a column. */
export function operatorName(column: Pick<Column, 'ctrlNo' | 'kitNo'>, op: Op): string {
  const value = valueOfCondition(column, op)
  if (value === 'day') return op === 'least' ? '不早于' : '早于'
  if (value === 'days') return op === 'least' ? '不少于' : '少于'
  return names[op]
}

const yesNo = [
  { val: '1', name: '是' },
  { val: '0', name: '否' },
]
const stars = [1, 2, 3, 4, 5].map((count) => ({ val: String(count), name: `${count} 星` }))

/** Lists the values that a column can have; none where anything can be written. */
export function valuesOffered(column: Column, offered: OfferedBy): { val: string; name: string }[] {
  const no = partOf(column)?.no
  if (no === 'switch') return yesNo
  return no === 'rate' ? stars : offered(column).map(({ val, name }) => ({ val, name }))
}

/** Says when a column is shown: 当“是否住校”为“是”，且“年龄”不小于 12 时显示; undefined for one that always is. */
export function shownWhenWords({ visIf }: Column, columns: readonly Column[], offered: OfferedBy): string | undefined {
  if (!visIf) return undefined
  const told = conditionsOf(visIf).map((condition) => conditionSaid(condition, columns, offered))
  return `当${told.join(visIf.anyFlag === '1' ? '，或' : '，且')}时显示`
}

function conditionSaid({ clmnNo, op, vals }: Condition, columns: readonly Column[], offered: OfferedBy): string {
  const column = columns.find((one) => one.clmnNo === clmnNo)
  if (!column) return '（已删除的字段）'
  const whose = `“${column.clmnName}”`
  const value = valueOfCondition(column, op)
  if (!value) return `${whose}${names[op]}`
  if (vals.length === 0) return `${whose}${operatorName(column, op)}（还没有值）`
  if (value === 'amount') return `${whose}${operatorName(column, op)} ${vals[0]} `
  if (value === 'days') return `${whose}${operatorName(column, op)} ${vals[0]} 天`
  if (value === 'day') return `${whose}${operatorName(column, op)} ${withDashes(vals[0] ?? '')} `
  const choices = valuesOffered(column, offered)
  const named = vals.map((val) => `“${choices.find((one) => one.val === val)?.name ?? val}”`).join('或')
  if (op === 'has') return `${whose}包含${named}`
  return `${whose}${op === 'eq' ? '为' : '不为'}${named}`
}
