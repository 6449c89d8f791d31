import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { requireDescendants, scopeOf, withScope } from '#server/call/scope.ts'
import type { Scope } from '#server/call/scope.types.ts'
import { onRoll } from './units.contract.ts'

const { view } = permissions('stu')

/** Selects whether the student `s` is on the roll. */
export const isOnRoll = sql<SqlBool>`s.stt in (${sql.join([...onRoll])})`

/** Tells whether the caller looks after students at all. */
export const hasStudents = ({ me }: Pick<Context, 'me'>) => permits(me, view)

/** Returns the reach of the caller's right to view students. Must run before the first statement, which holds a connection. */
export async function studentReach(context: Context, entNo: string): Promise<Scope> {
  // Checks that another enterprise, which any role may have opened, is one that this right is held for.
  if (entNo !== context.me.entNo) await requireDescendants(context, { place: 'enterprise', method: 'GET', access: view }, [entNo])
  return scopeOf(context, { access: view }, entNo)
}

/** Works with the reach of those students, and restores the former one. */
export const withStudentReach = <T>({ db }: Context, reach: Scope, work: () => Promise<T>): Promise<T> =>
  withScope(db, reach, work)

/** Tests whether `stuNo` is one of them, for statements that see beyond the third lock. */
export async function isWithinReach(context: Context, entNo: string, stuNo: RawBuilder<unknown>): Promise<RawBuilder<SqlBool>> {
  if (!hasStudents(context)) return sql<SqlBool>`false`
  const { units } = await studentReach(context, entNo)
  if (units === undefined) return sql<SqlBool>`${stuNo} is not null`
  return sql<SqlBool>`exists (select from stu o where o.ent_no = ${entNo} and o.stu_no = ${stuNo}
    and o.unit_no = any(${units.split(',')}))`
}

/** Tests whether the student `s` belongs to these grades or classes (none: to any). */
export const isInUnits = (
  units: ReturnType<typeof sql>,
) => sql<SqlBool>`(cardinality(${units}::text[]) = 0 or s.unit_no = any(${units}::text[])
  or exists (select from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no and u.prt_no = any(${units}::text[])))`
