import type { Column, FormValues } from '#contract/form/column.ts'
import { isMet } from '#contract/form/conditions.ts'
import { isColumnShown } from '#contract/form/shown.ts'
import type { Step } from './approvals.contract.ts'

/** Tells whether a form walks a step; one whose condition cannot be judged is walked, so that nothing passes unseen. */
export function isWalked({ cond }: Pick<Step, 'cond'>, columns: readonly Column[], values: FormValues): boolean {
  if (!cond) return true
  const column = columns.find(({ clmnNo }) => clmnNo === cond.clmnNo)
  if (!column) return true
  const value = isColumnShown(column, columns, values) ? values[cond.clmnNo] : undefined
  return isMet(cond, value) ?? true
}
