import type { Column, FormValues, ShownWhen } from './column.ts'
import { partOf } from './catalogue.ts'
import { conditionsOf, isMet } from './conditions.ts'

/**
 * Returns the numbers of the columns that a form shows now: each is enabled and its conditions hold, for which a column that is not
 * shown holds nothing, wherever it stands.
 */
export function shownNos(columns: readonly Column[], values: FormValues): Set<string> {
  const byNo = new Map(columns.map((column) => [column.clmnNo, column]))
  // Holds nothing yet for a column whose conditions are being looked at.
  const known = new Map<string, boolean | undefined>()
  const isHeld = (visIf: ShownWhen) => {
    const met = conditionsOf(visIf).map((condition) => {
      const asked = byNo.get(condition.clmnNo)
      // Takes a condition for met that refers to a column which is gone, so that nothing is lost unseen; or that leads back to its
      // own column: no such form is published, but its draft is looked at.
      if (!asked || (known.has(asked.clmnNo) && known.get(asked.clmnNo) === undefined)) return true
      return isMet(condition, isShown(asked) ? values[asked.clmnNo] : undefined) ?? false
    })
    return visIf.anyFlag === '1' ? met.some(Boolean) : met.every(Boolean)
  }
  const isShown = (column: Column): boolean => {
    const { clmnNo, showFlag, visIf } = column
    const before = known.get(clmnNo)
    if (before !== undefined) return before
    known.set(clmnNo, undefined)
    const shown = showFlag !== '0' && (!visIf || isHeld(visIf))
    known.set(clmnNo, shown)
    return shown
  }
  return new Set(columns.filter(isShown).map(({ clmnNo }) => clmnNo))
}

/** Tells whether a form shows the column now. */
export const isColumnShown = ({ clmnNo }: Column, columns: readonly Column[], values: FormValues): boolean =>
  shownNos(columns, values).has(clmnNo)

/** Returns the columns that a form shows now. */
export function shownColumns(columns: readonly Column[], values: FormValues) {
  const shown = shownNos(columns, values)
  return columns.filter(({ clmnNo }) => shown.has(clmnNo))
}

/** Returns the columns that hold values: not those that only say or draw something. */
export const valueColumns = <C extends { ctrlNo: string | null }>(columns: readonly C[]): C[] =>
  columns.filter((column) => !partOf(column)?.isSaid)
