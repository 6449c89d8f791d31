import { sql } from 'kysely'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import type { Context } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { readEnterprises } from './home.enterprises.ts'
import { mayCall } from './home.read.ts'

/** Tells when somebody last signed in at each enterprise that the list of enterprises shows to the caller. */
export async function loginsOf(context: Context): Promise<{ entNo: string; lastTm: string }[]> {
  if (!mayCall(context, ent.getpage)) return []
  const seen = await readEnterprises(context, async (db, within) => {
    const { rows } = await sql<{ entNo: string }>`select e.ent_no from ent e where ${within}`.execute(db)
    return rows.map(({ entNo }) => entNo)
  })
  // Reads the log as accounts are read: it belongs to no enterprise.
  return transaction(
    context.services.database.pool,
    {},
    async (db) => {
      const { rows } = await sql<{ entNo: string; lastTm: string }>`select ent_no, max(at) as last_tm from login_log
        where ent_no = any(${seen}) and result = 'ok' and imit_user_no is null group by ent_no`.execute(db)
      return rows
    },
    { readOnly: true },
  )
}
