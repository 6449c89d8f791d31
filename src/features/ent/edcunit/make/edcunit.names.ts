import { className, gradeName, type Naming } from '#domain/units/units.contract.ts'
import type { KeptUnit } from '../edcunit.rules.ts'

// Sets the number above which a number in a name is no number of a class.
const mostNumbers = 99

/** Returns the number of a class in its name; undefined where the name is not by the school's rule. */
export const numberIn = (unitName: string, grade: string, naming: Naming): number | undefined =>
  Array.from({ length: mostNumbers }, (_, i) => i + 1).find((clsNo) => className(grade, clsNo, naming) === unitName)

/** Returns the name of a grade or class by the rule; undefined for other units, which have no rule. */
export function ruleName(
  { clsNo, ...unit }: Pick<KeptUnit, 'stdyPrd' | 'curGrade' | 'entrYear' | 'clsNo'>,
  grade: string | undefined,
  naming: Naming,
) {
  if (grade !== undefined) return clsNo === null ? undefined : className(grade, clsNo, naming)
  const { stdyPrd, curGrade, entrYear } = unit
  return stdyPrd === null || curGrade === null || entrYear === null
    ? undefined
    : gradeName({ stdyPrd, curGrade, entrYear }, naming)
}
