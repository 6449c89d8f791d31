import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { applyScope, scopeOf, requireDescendants } from '#server/call/scope.ts'
import type { Scope } from '#server/call/scope.types.ts'

const { view } = permissions('stu')

/** Whether the caller looks after students at all. */
export const hasStudents = ({ me }: Pick<Context, 'me'>) => permits(me, view)

/** What the caller's right to look at students reaches. To be asked before the first statement, which holds a connection. */
export async function studentReach(context: Context, entNo: string): Promise<Scope> {
  // Another enterprise was opened by any role; it has to be one that this right is held for.
  if (entNo !== context.me.entNo) await requireDescendants(context, { place: 'enterprise', method: 'GET', access: view }, [entNo])
  return scopeOf(context, { access: view }, entNo)
}

/** Works among those students; afterwards as before. */
export async function among<T>({ db, locals }: Context, reach: Scope, work: () => Promise<T>): Promise<T> {
  await applyScope(db, reach)
  const result = await work()
  await applyScope(db, locals)
  return result
}

/** That `stuNo` is one of them, for statements that see past the third lock. */
export async function isWithinReach(context: Context, entNo: string, stuNo: RawBuilder<unknown>): Promise<RawBuilder<SqlBool>> {
  if (!hasStudents(context)) return sql<SqlBool>`false`
  const { units } = await studentReach(context, entNo)
  if (units === undefined) return sql<SqlBool>`${stuNo} is not null`
  return sql<SqlBool>`exists (select from stu o where o.ent_no = ${entNo} and o.stu_no = ${stuNo}
    and o.unit_no = any(${units.split(',')}))`
}

/** Whether the student `s` belongs to these grades or classes (none: to any). */
export const isIn = (
  units: ReturnType<typeof sql>,
) => sql<SqlBool>`(cardinality(${units}::text[]) = 0 or s.unit_no = any(${units}::text[])
  or exists (select from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no and u.prt_no = any(${units}::text[])))`
