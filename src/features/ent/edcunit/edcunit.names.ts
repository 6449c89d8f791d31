import { type Grade, className, gradeName, type Naming, yearsOf } from '#contract/units.ts'
import type { KeptUnit } from './edcunit.rules.ts'
import { wrong } from './edcunit.rules.ts'

// Beyond this a number in a name is no number of a class.
const mostNumbers = 99

/** The number that a class bears in its name; undefined where the name is not by the school's rule. */
export const numberIn = (unitName: string, grade: string, naming: Naming): number | undefined =>
  Array.from({ length: mostNumbers }, (_, i) => i + 1).find((clsNo) => className(grade, clsNo, naming) === unitName)

/** What a grade or class is called by the rule; others have no rule. */
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

type Years = { stdyPrd?: string | null | undefined; entrYear?: number | null | undefined; grdtYear?: number | null | undefined }

/** Period, years and number of a grade that entered in a year (domain, 2.4.1); a year that does not fit is refused. */
export function gradeYears(
  { stdyPrd: given, entrYear, grdtYear }: Years,
  parent: Pick<KeptUnit, 'unitName' | 'stdyPrd'>,
  { naming, schYear }: { naming: Naming; schYear: number },
): Grade & { grdtYear: number } {
  const stdyPrd = given ?? parent.stdyPrd
  if (!stdyPrd) throw wrong('stdyPrd', '年级的学段不能为空')
  if (parent.stdyPrd && parent.stdyPrd !== stdyPrd) throw wrong('stdyPrd', `年级的学段须与“${parent.unitName}”的相同`)
  if (!entrYear) throw wrong('entrYear', '年级的入学年份不能为空')
  const years = yearsOf(stdyPrd, naming)
  const curGrade = schYear - entrYear + 1
  if (curGrade < 1 || curGrade > years)
    throw wrong('entrYear', `入学年份“${entrYear}”不对，${schYear}学年这个学段的入学年份是 ${schYear - years + 1} 到 ${schYear}`)
  const leaving = grdtYear ?? entrYear + years
  refuseLeaving(leaving, entrYear)
  return { stdyPrd, entrYear, curGrade, grdtYear: leaving }
}

export function refuseLeaving(grdtYear: number, entrYear: number) {
  if (grdtYear <= entrYear) throw wrong('grdtYear', `毕业年份“${grdtYear}”须晚于入学年份 ${entrYear}`)
}
