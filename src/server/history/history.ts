import { sql } from 'kysely'
import { type Database, type Db, transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

/** Keeps with every change of this transaction why it was made. */
export const giveReason = (db: Db, reason: string) => sql`select set_config('app.reason', ${reason}, true)`.execute(db)

// Limits the masked values that one person may reveal in a minute (docs/spec/security.md#output).
const looksPerMinute = 30

/** Keeps that the caller looked at personal values of a record, or took a list away: who, when and which, never the values. */
export const recordLook = (db: Db, entNo: string, table: string, key: Record<string, unknown>) =>
  sql`insert into history (ent_no, op, tbl, key, act, user_no, call)
    values (${entNo}, setting('op')::uuid, ${table}, ${JSON.stringify(key)}::jsonb, 'read', setting('user_no'), setting('call'))`.execute(
    db,
  )

/** Refuses whoever looks at masked values faster than an office does. */
export async function limitLooks(db: Db, entNo: string, userNo: string) {
  // Looks of the same moment would not count each other.
  await sql`select pg_advisory_xact_lock(hashtext(${`looks ${userNo}`}))`.execute(db)
  const { rows } = await sql<{ looks: number }>`select count(*)::int as looks from history
    where ent_no = ${entNo} and at > clock_timestamp() - interval '1 minute' and act = 'read' and user_no = ${userNo}`.execute(db)
  if ((rows[0]?.looks ?? 0) >= looksPerMinute) throw new Fault('busy', '一分钟内查看的原值太多，请稍后再看')
}

/** Tells whether a file was the picture of a record before, which may be chosen again by whoever did not upload it. */
export async function wasPictureOf(
  db: Db,
  { entNo, fileNo }: { entNo: string; fileNo: string },
  { table, column, key }: { table: string; column: string; key: Record<string, string | number> },
): Promise<boolean> {
  const { rows } = await sql`select from file f where f.ent_no = ${entNo} and f.file_no = ${fileNo}
    and exists (select from history h where h.ent_no = ${entNo} and h.tbl = ${table} and h.key = ${JSON.stringify(key)}::jsonb
      and h.before ->> ${column} = f.file_no)`.execute(db)
  return rows.length > 0
}

/**
 * Removes the values of these columns (of the table as it is) from what was kept of a record, for good
 * (docs/spec/personal-data.md#history-and-erasure).
 */
export const blankHistory = (db: Db, table: string, key: Record<string, string | number>, columns: readonly string[]) =>
  sql`select blank_history(${table}, ${JSON.stringify(key)}::jsonb, ${columns}::text[])`.execute(db)

/**
 * Empties all that was kept of the rows of a table that name a person in this column, for good: keys, states and stamps remain
 * (docs/spec/personal-data.md#history-and-erasure).
 */
export const eraseHistory = (db: Db, table: string, column: string, no: string) =>
  sql`select erase_history(${table}, ${column}, ${no})`.execute(db)

/** Empties all that was kept of an account, in whichever enterprise it was changed. */
export const eraseAccountHistory = (db: Db, userNo: string) => sql`select erase_account_history(${userNo})`.execute(db)

/**
 * Makes the monthly partitions of the coming two years that do not exist yet. Gives up after two seconds of waiting for those who
 * write: an hour later there is another chance.
 */
export async function makeHistoryPartitions(db: Db) {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`call make_history_partitions()`.execute(db)
}

/**
 * Drops the months of history that are older than the platform keeps them (HIST_KEEP), where the clock can be believed. Gives up
 * after two seconds of waiting for those who write: an hour later there is another chance.
 */
export const dropOldHistory = ({ sidePool }: Database) =>
  transaction(
    sidePool,
    {},
    async (db) => {
      await sql`set local lock_timeout = '2s'`.execute(db)
      await sql`call drop_old_history()`.execute(db)
    },
    { time: 'long' },
  )
