import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { oddIdNo } from '#contract/values/idNumber.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'

// Caches by the hash of a number, which never changes: opening 100,000 of them takes three seconds.
const judged = new Map<string, boolean>()
const most = 300_000
const portion = 1000

type Numbered = { idNo: string; idNoHash: string }

/** Lists the hashes of invalid ID numbers of those at school; other requests go on meanwhile. */
export async function invalidIdNumbers(db: Db, entNo: string, secret: Secret): Promise<string[]> {
  const { rows } = await sql<Pick<Numbered, 'idNoHash'>>`select id_no_hash from stu
    where ent_no = ${entNo} and stt = ${StudentState.learning} and id_no_hash is not null`.execute(db)
  const hashes = rows.map(({ idNoHash }) => idNoHash)
  const fresh = hashes.filter((hash) => !judged.has(hash))
  if (judged.size + fresh.length > most) judged.clear()
  for (let at = 0; at < fresh.length; at += portion) {
    const { rows: sealed } = await sql<Numbered>`select id_no, id_no_hash from stu
      where ent_no = ${entNo} and id_no_hash = any(${fresh.slice(at, at + portion)}) and id_no is not null`.execute(db)
    for (const { idNo, idNoHash } of sealed) judged.set(idNoHash, oddIdNo(secret.open(idNo)) !== undefined)
    await setImmediate()
  }
  return hashes.filter((hash) => judged.get(hash))
}
