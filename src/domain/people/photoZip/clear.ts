import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { dropUnused } from '../photos.ts'

const daysKept = 7

/** Closes the open batch of a user, which a new one replaces, and what anybody left for days. */
export const closeBatches = (db: Db, entNo: string, userNo: string, kind: string) =>
  sql`update imp_batch set stt = '0' where ent_no = ${entNo} and kind = ${kind} and stt = '1'
    and (user_no = ${userNo} or crt_tm < now() - make_interval(days => ${daysKept}) and (select ages_agree()))`.execute(db)

type Clearing = Pick<Context, 'afterCommit' | 'services' | 'locals'>

/** Removes the pictures of batches that are closed, but for those that are in use. */
export async function clearLeft(db: Db, entNo: string, clearing: Clearing) {
  const { rows } = await sql<{ fileNo: string | null }>`delete from imp_pic p using imp_batch b
    where p.ent_no = ${entNo} and b.ent_no = p.ent_no and b.batch_no = p.batch_no and b.stt <> '1' returning p.file_no`.execute(
    db,
  )
  await dropUnused(
    db,
    entNo,
    rows.flatMap(({ fileNo }) => fileNo ?? []),
    clearing,
  )
}
