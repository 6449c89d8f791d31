import { sql, type SqlBool } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { Context } from '#server/call/context.ts'
import { recordScope } from './recordScope.ts'

/**
 * Selects the sessions (as `s`) that a call on an enterprise reaches. The platform itself sees every session; with limits to
 * departments or enterprises only those of people there.
 */
export async function sessionScope(context: Context, call: Call, entNo: string) {
  const { departments, enterprises } = await recordScope(context, call, entNo)
  const person = sql<SqlBool>`exists (select from orgemp o where o.ent_no = s.ent_no and o.emp_no = s.idnt_val and o.org_no = any(${departments ?? []}))`
  return sql<SqlBool>`(${enterprises('s.ent_no')} and ${departments ? person : sql`true`})`
}

/** Selects the caller's own session, in the enterprise it works in. */
export const isOwnSession = ({ me, services }: Context, entNo: string) =>
  sql<SqlBool>`(s.token_hash = ${me.tokenHash} and ${entNo === services.rootNo ? sql`true` : sql`s.ent_no = ${entNo}`})`
