import { sql } from 'kysely'
import { type Naming, studyPeriods, usualAge } from '#domain/units/units.contract.ts'

// Sets the years beside the usual age that are no finding.
const usualGap = 2

/**
 * Tests whether the student `s` is more than two years older or younger than children of the grade `g` are
 * (docs/spec/rollover.md#plan).
 */
export function isOddAge(naming: Pick<Naming, 'system'>) {
  const { primary, lower, upper } = studyPeriods
  const ages = [primary, lower, upper].map((period) => sql`when ${period} then ${usualAge(period, 1, naming)}::int`)
  const entered = sql`case g.stdy_prd ${sql.join(ages, sql` `)} end`
  // Counts children who were born from September on a year later.
  const turned = sql`g.entr_year - extract(year from s.brth - interval '8 months')::int - 1`
  return sql<boolean>`coalesce(abs(${turned} - ${entered}) > ${usualGap}::int, false)`
}
