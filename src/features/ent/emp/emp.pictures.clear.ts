import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { kind } from './emp.pictures.batch.ts'

const daysKept = 7

/** One open batch per user: a new one takes the place of the last. What anybody left for days is closed with it. */
export const closeBatches = (db: Db, entNo: string, userNo: string) =>
  sql`update imp_batch set stt = '0' where ent_no = ${entNo} and kind = ${kind} and stt = '1'
    and (user_no = ${userNo} or crt_tm < now() - make_interval(days => ${daysKept}))`.execute(db)

/** Removes the pictures of batches that are closed, but for those that are in use; their files go once that is committed. */
export async function clearLeft(db: Db, entNo: string, { after, services }: Pick<Context, 'after' | 'services'>) {
  const { rows } = await sql<{ fileNo: string }>`
    with gone as (
      delete from imp_pic p using imp_batch b where p.ent_no = ${entNo} and b.ent_no = p.ent_no and b.batch_no = p.batch_no
        and b.stt <> '1' returning p.file_no
    ) delete from file f using gone g where f.ent_no = ${entNo} and f.file_no = g.file_no
      and not exists (select from phtapply a where a.ent_no = f.ent_no and a.file_no = f.file_no)
      and not exists (select from emp e where e.ent_no = f.ent_no and f.file_no in (e.card_pht, e.face_pht))
    returning f.file_no`.execute(db)
  after(() => Promise.all(rows.map(({ fileNo }) => services.files.remove(entNo, fileNo))))
}
