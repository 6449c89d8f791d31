import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'

// Sets the pause between reports in milliseconds: often enough for a bar, seldom enough to cost nothing.
const every = 300

/** Tells from outside the transaction how much of a file or a batch is done, for whoever looks with `readProgress`. */
export function tellProgress({ inOwnTransaction }: Context, entNo: string, no: string, total: number) {
  let told = 0
  return async (done: number) => {
    if (done < total && performance.now() - told < every) return
    told = performance.now()
    await inOwnTransaction((db) =>
      done < total
        ? sql`insert into imp_progress values (${entNo}, ${no}, ${done}, ${total})
            on conflict (ent_no, no) do update set done = excluded.done, total = excluded.total`.execute(db)
        : sql`delete from imp_progress where ent_no = ${entNo} and no = ${no}`.execute(db),
    )
  }
}

/** Returns how much of it is done; null where it has not begun or is over. */
export async function readProgress(db: Db, entNo: string, no: string) {
  const row = await db
    .selectFrom('impProgress')
    .select(['done', 'total'])
    .where('entNo', '=', entNo)
    .where('no', '=', no)
    .executeTakeFirst()
  return row ?? null
}
