import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { Context } from './context.ts'

// Whose reads reach what the enterprises below their own were given (domain, 7.1).
const readers = ['020', '040', '060']

/** Lets the reads of this transaction see the enterprises within the caller's reach; answers those on top of it. */
export async function seeBelow({ me, db }: Context, { access }: Call): Promise<string[]> {
  if (!readers.includes(me.idntNo)) return [me.entNo]
  await sql`select set_config('app.root_no', ${me.entNo}, true)`.execute(db)
  return me.rights.enterprisesOf(access) ?? [me.entNo]
}
