import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { Context } from '#server/call/context.ts'
import { scopeOf } from '#server/call/scope.ts'

/** Describes how far a call reaches among records that lie in many enterprises, such as sessions and the sign-in log. */
type RecordScope = {
  /** Lists the departments one of which a person must be in; undefined: people of all. */
  departments: string[] | undefined
  /** Tests whether the enterprise in a column is within reach; the platform reaches all. */
  enterprises(column: string): RawBuilder<SqlBool>
}

export async function recordScope(context: Context, call: Call, entNo: string): Promise<RecordScope> {
  const { me, services } = context
  const tops = me.rights.enterprisesOf(call.access)
  const departments = (await scopeOf(context, call, entNo)).orgs?.split(',')
  const isRoot = entNo === services.rootNo
  // Limits are on enterprises below: of one's own enterprise only the platform's holds others.
  const isLimited = tops !== undefined && (isRoot || entNo !== me.entNo)
  return {
    departments,
    enterprises(column) {
      const here = isRoot ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${entNo}`
      if (!isLimited) return here
      return sql<SqlBool>`(${here} and ${sql.ref(column)} in (select t.ent_no from ent_tree t where t.anc_no = any(${tops})))`
    },
  }
}
