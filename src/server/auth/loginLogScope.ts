import { sql, type SqlBool } from 'kysely'
import { type Access, permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { recordScope } from './recordScope.ts'

/**
 * Selects the lines of the sign-in log (as `l`) that a call on an enterprise reaches, with the right `view` to it; without that
 * only the caller's own. An enterprise sees what happened under its own identities, and failures of accounts that live in it alone.
 * The platform itself sees everything, also tries of names that nobody has; with limits what people there did. The lines are read in
 * a transaction on accounts.
 */
export async function loginLogScope(
  context: Context,
  { call, view, entNo, own = false }: { call: Call; view: Access; entNo: string; own?: boolean | undefined },
) {
  const { me } = context
  const mine = sql<SqlBool>`l.user_no = ${me.userNo}`
  if (own || !permits(me, view)) return mine
  const { departments, enterprises } = await recordScope(context, { ...call, access: view }, entNo)
  // Adds failures, which belong to no enterprise, of accounts that live here alone: others concern somebody else's people too.
  const livesHere = sql<SqlBool>`exists (select from identity i where i.user_no = l.user_no)
    and not exists (select from identity i where i.user_no = l.user_no and not ${enterprises('i.ent_no')})`
  const there = sql<SqlBool>`(${enterprises('l.ent_no')} or (l.ent_no is null and not l.shared and ${livesHere}))`
  if (!departments) return there
  const people = await transaction(context.services.database.pool, { entNo }, (db) => usersIn(db, entNo, departments), {
    readOnly: true,
  })
  return sql<SqlBool>`(${there} and (${mine} or l.user_no = any(${people})))`
}

/** Lists the accounts of those who are in these departments. */
async function usersIn(db: Db, entNo: string, departments: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`select distinct i.user_no from identity i
    join orgemp o on o.ent_no = i.ent_no and o.emp_no = i.idnt_val where i.ent_no = ${entNo} and o.org_no = any(${departments})`.execute(
    db,
  )
  return rows.map(({ userNo }) => userNo)
}
