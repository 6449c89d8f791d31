import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { workOn } from '#server/reference/load.ts'
import { applyScope } from '#server/call/scope.ts'

/**
 * Works on several enterprises in the call's one transaction, each under its own lock. The caller has checked before that they
 * are within reach (`requireDescendants`). Records the operation with their numbers, so that it can be undone as one.
 */
export async function forEachEnterprise(
  { db, me }: Pick<Context, 'db' | 'me'>,
  entNos: readonly string[],
  work: (entNo: string) => Promise<unknown>,
) {
  await sql`insert into op_ent (op, ent_no, user_no)
    select setting('op')::uuid, no, ${me.userNo} from unnest(${entNos}::text[]) no on conflict do nothing`.execute(db)
  for (const entNo of entNos) {
    await workOn(db, entNo)
    // Applies departments and units only in the call's own enterprise.
    await applyScope(db)
    await work(entNo)
  }
}
