import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { isExpected } from '#domain/meetings/meetings.ts'

type Of = { entNo: string; mtgNo: string }

/** Returns the times and places of a meeting as a text to compare. */
export async function timesAndPlaces(db: Db, { entNo, mtgNo }: Of): Promise<string> {
  const { rows } = await sql<{
    told: string | null
  }>`select json_agg((c.s_dt, c.e_dt, c.place) order by c.s_dt, c.e_dt, c.place)::text
    as told from mtgschd c where c.ent_no = ${entNo} and c.mtg_no = ${mtgNo}`.execute(db)
  return rows[0]?.told ?? ''
}

/** Marks for all who are to come that something changed since they were told; whoever changed it knows. */
export const tellPeople = ({ db, me }: Context, { entNo, mtgNo }: Of) =>
  sql`update mtgman x set chg_tm = now() where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and x.emp_no <> ${me.idntVal}
    and ${isExpected}`.execute(db)

/** Records that the caller knows what changed. */
export const setMeetingSeen = ({ db, me }: Context, { entNo, mtgNo }: Of) =>
  sql`update mtgman set chg_tm = null where ent_no = ${entNo} and mtg_no = ${mtgNo} and emp_no = ${me.idntVal}
    and chg_tm is not null`.execute(db)
