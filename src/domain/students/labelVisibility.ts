import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Right } from '#contract/access.ts'
import { labelRights, guardOf, type RightsHolder } from './stu.labels.contract.ts'
import type { Context } from '#server/call/context.ts'
import { reachesUnit, scopeOf } from '#server/call/scope.ts'

/**
 * Describes where somebody holds the rights that guard labels of students: in these units (comma list), everywhere (empty), or
 * nowhere.
 */
export type LabelVisibility = Partial<Record<Right, string>>

/**
 * Returns where the caller sees guarded labels: the head of a class and of a whole grade may see more of the one than of the
 * other.
 */
export async function labelVisibilityOf(context: Pick<Context, 'me' | 'services'>, entNo: string): Promise<LabelVisibility> {
  const sight: LabelVisibility = {}
  for (const right of labelRights)
    if (context.me.rights.has(right)) sight[right] = (await scopeOf(context, { access: [right] }, entNo)).units ?? ''
  return sight
}

/** Returns the guarding rights as they are held in one unit. */
export const rightsIn = (sight: LabelVisibility, unitNo: string): RightsHolder => ({
  has: (right) => sight[right] !== undefined && reachesUnit({ units: sight[right] }, unitNo),
})

export const hasLabel = (codes: readonly string[]) => sql<SqlBool>`string_to_array(s.wts, ',') && ${codes}::text[]`

/** Tests whether the student `s` has one of these labels, where they are visible. */
export function hasVisibleLabel(codes: readonly string[], sight: LabelVisibility): RawBuilder<SqlBool> {
  const byUnits = Map.groupBy(codes, (code) => {
    const guard = guardOf(code)
    return guard ? sight[guard] : ''
  })
  const seen = [...byUnits].flatMap(([units, some]) => {
    if (units === undefined) return []
    return units === '' ? [hasLabel(some)] : [sql<SqlBool>`(s.unit_no = any(${units.split(',')}) and ${hasLabel(some)})`]
  })
  return seen.length > 0 ? sql<SqlBool>`(${sql.join(seen, sql` or `)})` : sql<SqlBool>`false`
}
