import { Status } from '#contract/fields.ts'
import { StudentState, unitTypes } from '#domain/units/units.contract.ts'
import type { UnitNode } from './edcunit.contract.ts'

type Place = Pick<UnitNode, 'unitNo' | 'grdtFlag'>

/** Returns the list of the students who are counted in a unit; in one that left, those who left with it. */
export const studentsOf = ({ unitNo, grdtFlag }: Place, more: Record<string, string> = {}) =>
  `/ent/stu?${new URLSearchParams({ unitNo, ...(grdtFlag === '1' && { stt: StudentState.graduated }), ...more })}`

/** Returns the list of the classes that are counted in a unit. */
export const classesOf = (unitNo: string) => `/ent/edcunit?${new URLSearchParams({ prtNo: unitNo, tab: 'classes' })}`

/** Lists the classes that are counted in a unit: those in use; in a unit that left, those that left with it. */
export function classesIn(unit: UnitNode): string[] {
  const counts = ({ unitType, waitFlag, grdtFlag, stt }: UnitNode) =>
    unitType === unitTypes.class && waitFlag === '0' && (grdtFlag === '1' ? unit.grdtFlag === '1' : stt === Status.enabled)
  const walk = (node: UnitNode): string[] => [...(counts(node) ? [node.unitNo] : []), ...node.items.flatMap(walk)]
  return walk(unit)
}
