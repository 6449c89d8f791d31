import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'

/** Describes the ID photo of an employee, and the state of the last one submitted (dictionary PHT_STT). */
type OwnPhotoState = { cardPht: string | null; stt: string | null; rsn: string | null }

export async function readOwnPhoto(db: Db, entNo: string, empNo: string): Promise<OwnPhotoState | undefined> {
  const { rows } = await sql<OwnPhotoState>`
    select e.card_pht, a.stt, a.rsn from emp e
    left join lateral (select stt, rsn from phtapply where ent_no = e.ent_no and emp_no = e.emp_no and pht_type = 'card' and stt <> '0'
      order by crt_tm desc limit 1) a on true
    where e.ent_no = ${entNo} and e.emp_no = ${empNo}`.execute(db)
  return rows[0]
}
