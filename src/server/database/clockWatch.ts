import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Holds whether what is old may be removed; the times are `yyyyMMddHHmmss`, `goodTm` the last one that could be believed. */
type ClockState = { agrees: boolean; goodTm: string; nowTm: string }

// Sets how long a clock that jumped has to go on without another jump before it is believed.
const probation = sql`interval '7 days'`

// Tolerates a night without power and the small steps of a clock that is being set.
const near = (column: string) =>
  sql`now() between ${sql.ref(column)} - interval '1 hour' and ${sql.ref(column)} + interval '2 days'`

const state = sql`coalesce(ages_agree(), false) as agrees, good_tm, now() as now_tm`

/**
 * Notes the time, once an hour, and answers whether it can be believed: it must follow the time before by no more than two days,
 * and no sign-in may lie in the future (docs/decisions/0037-what-the-clock-may-remove.md).
 */
export async function watchClock(db: Db): Promise<ClockState> {
  await sql`update clock_watch set ahead = coalesce((${lastSignIn}) > now() + interval '1 hour', false)`.execute(db)
  await sql`update clock_watch set
      good_tm = case when ${near('good_tm')} or ${near('seen_tm')} and now() - since_tm >= ${probation} then now() else good_tm end,
      seen_tm = now()
    where (${near('good_tm')} or ${near('seen_tm')}) and not ahead`.execute(db)
  await sql`update clock_watch set seen_tm = now(), since_tm = now() where seen_tm <> now()`.execute(db)
  return readClock(db)
}

// Looks at the last sign-in alone: one of the future is no longer the last as soon as somebody signs in under the right clock.
const lastSignIn = sql`select at from login_log order by id desc limit 1`

/** Reads whether the clock can be believed. */
export async function readClock(db: Db): Promise<ClockState> {
  const { rows } = await sql<ClockState>`select ${state} from clock_watch`.execute(db)
  return rows[0] as ClockState
}

/** Takes the present time for the right one, because a person says so. */
export const believeClock = (db: Db) =>
  sql`update clock_watch set good_tm = now(), seen_tm = now(), since_tm = now(), ahead = false`.execute(db)
