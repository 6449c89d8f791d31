import type { Column, Condition, FormValues } from './column.ts'
import { partOf } from './catalogue.ts'

/** Tells whether a form shows the column now: it is enabled and its condition holds. */
export function isColumnShown(column: Column, columns: readonly Column[], values: FormValues): boolean {
  if (column.showFlag === '0') return false
  if (!column.visIf) return true
  const { clmnNo } = column.visIf
  const above = columns.slice(0, columns.indexOf(column)).find((one) => one.clmnNo === clmnNo)
  // Shows the column where its condition refers to a column that is gone, or stands below.
  if (!above) return true
  return isMet(column.visIf, isColumnShown(above, columns, values) ? values[clmnNo] : undefined)
}

/** Returns the columns that a form shows now. */
export const shownColumns = (columns: readonly Column[], values: FormValues) =>
  columns.filter((column) => isColumnShown(column, columns, values))

/** Returns the columns that hold values: not those that only say or draw something. */
export const valueColumns = <C extends { ctrlNo: string | null }>(columns: readonly C[]): C[] =>
  columns.filter((column) => !partOf(column)?.isSaid)

/** Tells whether a value meets a condition. */
export function isMet({ op, vals }: Condition, value: unknown): boolean {
  const held = heldBy(value)
  if (op === 'filled') return held.length > 0
  if (op === 'empty') return held.length === 0
  return held.some((one) => vals.includes(one)) === (op === 'eq')
}

const heldBy = (value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.map(nameOf) : [String(value)]
}

const nameOf = (one: unknown) => (typeof one === 'object' && one !== null && 'no' in one ? String(one.no) : String(one))
