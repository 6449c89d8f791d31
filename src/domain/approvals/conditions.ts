import type { Column, FormValues } from '#contract/form/column.ts'
import { isColumnShown, isMet } from '#contract/form/shown.ts'
import type { Step } from './approvals.contract.ts'

/** Tells whether a form walks a step; one whose condition cannot be judged is walked, so that nothing passes unseen. */
export function isWalked({ cond }: Pick<Step, 'cond'>, columns: readonly Column[], values: FormValues): boolean {
  if (!cond) return true
  const column = columns.find(({ clmnNo }) => clmnNo === cond.clmnNo)
  if (!column) return true
  const value = isColumnShown(column, columns, values) ? values[cond.clmnNo] : undefined
  const { op, vals } = cond
  if (op !== 'least' && op !== 'below') return isMet({ clmnNo: cond.clmnNo, op, vals }, value)
  const [amount, limit] = [amountOf(value), Number(vals[0])]
  if (amount === undefined || Number.isNaN(limit)) return true
  return op === 'least' ? amount >= limit : amount < limit
}

/** Returns what a value is compared by: a number, or the days of a range, each begun day as one; undefined for nothing. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const { sDt, eDt } = (value ?? {}) as { sDt?: string; eDt?: string }
  if (!sDt || !eDt) return undefined
  return Math.round((dayOf(eDt) - dayOf(sDt)) / 86_400_000) + 1
}

const dayOf = (time: string) => Date.UTC(Number(time.slice(0, 4)), Number(time.slice(4, 6)) - 1, Number(time.slice(6, 8)))
