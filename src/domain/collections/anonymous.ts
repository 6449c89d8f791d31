import { type RawBuilder, sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import { Anonymity, CollectionState, leastPublished } from './collections.contract.ts'

type Which = { entNo: string; hndNo: string }

/** Puts an answer without a name, sealed, among those that wait for others. Nothing leads from it to whoever gave it. */
export const boxAnswer = (db: Db, secret: Secret, { entNo, hndNo }: Which, vals: FormValues) =>
  db
    .insertInto('ansbox')
    .values({ entNo, hndNo, vals: secret.seal(JSON.stringify(vals)) })
    .execute()

/**
 * Publishes answers without a name, in lots of five without order, so that what was read before and after tells of nobody; while the
 * collection is open (`isOver` false) five to nine wait, so that the last lot never is smaller.
 */
export async function publishAnonymous(db: Db, secret: Secret, { entNo, hndNo }: Which, { isOver }: { isOver: boolean }) {
  await sql`select from hnd where ent_no = ${entNo} and hnd_no = ${hndNo} for update`.execute(db)
  const isHere = sql`ent_no = ${entNo} and hnd_no = ${hndNo}`
  const { rows: counted } = await sql<{ cnt: number }>`select count(*)::int as cnt from ansbox where ${isHere}`.execute(db)
  const waiting = counted[0]?.cnt ?? 0
  const whole = Math.floor(waiting / leastPublished) * leastPublished
  const most = isOver ? (waiting < leastPublished ? 0 : waiting) : whole - leastPublished
  if (most <= 0) return
  const { rows } = await sql<{ vals: string }>`with taken as (
      delete from ansbox where ${isHere} and box_no in (select box_no from ansbox where ${isHere} order by random() limit ${most})
      returning vals)
    select vals from taken order by random()`.execute(db)
  const answers = rows.map(({ vals }) => ({ entNo, hndNo, vals: secret.open(vals) }))
  await db.insertInto('ansanon').values(answers).execute()
}

// Keeps what too few have answered for this many days after the end, in which the collection can be opened again.
const keptDays = 30

/** Publishes what has gathered in open collections, and destroys what too few have answered once it can be opened no more. */
export const renewAnonymous = (services: Services, entNo: string) =>
  transaction(services.database.sidePool, { entNo, call: 'clock', op: newOperation() }, (db) =>
    publishDue(db, services.secret, entNo),
  )

async function publishDue(db: Db, secret: Secret, entNo: string) {
  const { rows } = await sql<{
    hndNo: string
  }>`select h.hnd_no from hnd h where h.ent_no = ${entNo} and h.anon = ${Anonymity.full}
    and h.stt = ${CollectionState.open} order by h.hnd_no`.execute(db)
  for (const { hndNo } of rows) await publishAnonymous(db, secret, { entNo, hndNo }, { isOver: false })
  await sql`delete from ansbox b using hnd h where b.ent_no = ${entNo} and h.ent_no = b.ent_no and h.hnd_no = b.hnd_no
    and h.stt = ${CollectionState.ended} and h.upd_tm < now() - make_interval(days => ${keptDays})`.execute(db)
}

/** Selects what was answered without a name and is published, in an order that tells nothing. */
export const anonymousAnswers = ({ entNo, hndNo }: Which): RawBuilder<{ no: string; vals: FormValues }> =>
  sql`select anon_no::text as no, vals from ansanon where ent_no = ${entNo} and hnd_no = ${hndNo}`

/** Tells whether anything without a name was published already. */
export async function isPublished(db: Db, { entNo, hndNo }: Which): Promise<boolean> {
  const { rows } = await sql`select from ansanon where ent_no = ${entNo} and hnd_no = ${hndNo} limit 1`.execute(db)
  return rows.length > 0
}
