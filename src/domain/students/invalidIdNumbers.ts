import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { oddIdNo } from '#contract/values/idNumber.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'

const portion = 5000

type Numbered = { idNo: string; idNoHash: string }

/**
 * Judges those ID numbers on the roll of a school that were not judged before, and forgets those that nobody there has any more; other requests
 * go on meanwhile.
 */
export async function judgeIdNumbers(db: Db, entNo: string, secret: Secret) {
  await sql`delete from chkidno i where i.ent_no = ${entNo} and not exists (select from stu s
    where s.ent_no = i.ent_no and s.id_no_hash = i.id_no_hash and ${isOnRoll})`.execute(db)
  for (let last: string | undefined = ''; last !== undefined; ) {
    // Goes on along the index of hashes, so that each portion reads no more than itself.
    const { rows }: { rows: Numbered[] } = await sql<Numbered>`select s.id_no, s.id_no_hash from stu s
      where s.ent_no = ${entNo} and s.id_no_hash > ${last} and ${isOnRoll} and s.id_no is not null
        and not exists (select from chkidno i where i.ent_no = s.ent_no and i.id_no_hash = s.id_no_hash)
      order by s.id_no_hash limit ${portion}`.execute(db)
    const hashes = rows.map(({ idNoHash }) => idNoHash)
    const invalid = rows.map(({ idNo }) => oddIdNo(secret.open(idNo)) !== undefined)
    await sql`insert into chkidno select ${entNo}, * from unnest(${hashes}::text[], ${invalid}::boolean[])
      on conflict do nothing`.execute(db)
    last = rows.length === portion ? hashes.at(-1) : undefined
    await setImmediate()
  }
}
