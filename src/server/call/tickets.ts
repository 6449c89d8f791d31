import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import type { Db } from '#server/database/database.ts'
import { asAccount } from '#server/database/sight.ts'
import { Fault } from '#server/base/fault.ts'
import { hashOf, newToken } from '#server/base/tokens.ts'
import type { Entry, SessionIdentity, Session } from './session.types.ts'

const ticketSeconds = 60

type Parent = ReturnType<typeof sql>

type Kept = {
  /** Gives the way where there is no session that the tokenId comes from. */
  entry: Omit<Entry, 'way' | 'address' | 'client'> & { way?: string }
  tokenId: string
  of?: Parent
  seconds?: number
}

/**
 * Keeps the hash of a tokenId that opens what `entry` says, for `seconds`; where it comes from a session (`of`) for no longer
 * than that lives.
 */
export async function keepTicket(
  db: Db,
  { userNo, idntNo, idntVal, entNo }: SessionIdentity,
  { entry, tokenId, of = sql`null`, seconds = ticketSeconds }: Kept,
) {
  const { way = null, impersonator, readOnly = false, casHash = null, lifeTm = null } = entry
  await sql`with old as (delete from ticket where end_tm < now())
    insert into ticket (ticket_hash, session_no, life_tm, user_no, idnt_no, idnt_val, ent_no, imit_user_no, imit_ent_no, imit_emp_no,
      imit_right, reason, read_only, cas_hash, way, end_tm)
    values (${hashOf(tokenId)}, ${of}, to_timestamp(${lifeTm}, 'YYYYMMDDHH24MISS'), ${userNo}, ${idntNo}, ${idntVal}, ${entNo},
      ${impersonator?.userNo}, ${impersonator?.entNo}, ${impersonator?.empNo}, ${impersonator?.right}, ${impersonator?.reason}, ${readOnly}, ${casHash},
      ${way}, now() + make_interval(secs => ${seconds}))`.execute(db)
}

/** Describes what a ticket stands for; `way`: that of the session it came from. */
export type Ticket = SessionIdentity &
  Pick<Entry, 'way' | 'impersonator' | 'readOnly' | 'casHash' | 'lifeTm'> & { pwdInitial: boolean }

type TicketRow = Omit<Ticket, 'impersonator'> & {
  imitUserNo: string | null
  imitEntNo: string
  imitEmpNo: string
  imitRight: Right
  reason: string
}

/**
 * Returns and deletes what a tokenId stands for, whatever becomes of the caller. Throws ticketGone where it is unknown or has
 * expired.
 */
export async function takeTicket(db: Db, tokenId: string): Promise<Ticket> {
  const { rows } = await sql<TicketRow>`
    with taken as (delete from ticket where ticket_hash = ${hashOf(tokenId)} and end_tm > now() returning *)
    select t.user_no, a.name, a.pwd_initial, t.idnt_no, t.idnt_val, t.ent_no, t.imit_user_no, t.imit_ent_no, t.imit_emp_no,
      t.imit_right, t.reason, t.read_only, t.cas_hash, t.life_tm, coalesce(s.way, t.way) as way
    from taken t join account a using (user_no) left join session s using (session_no)`.execute(db)
  const [row] = rows
  if (!row) throw new Fault('ticketGone')
  const { imitUserNo, imitEntNo: entNo, imitEmpNo: empNo, imitRight: right, reason, ...ticket } = row
  return { ...ticket, impersonator: imitUserNo ? { userNo: imitUserNo, entNo, empNo, right, reason } : null }
}

/** Opens a tokenId alone, for a page that fetches its own token with it; it is gone with the session that asks. */
export async function issueTicket(
  db: Db,
  identity: SessionIdentity,
  entry: Omit<Entry, 'way'>,
  { tokenHash, endTm }: Session,
): Promise<string> {
  const tokenId = newToken()
  const asking = sql`(select session_no from session where token_hash = ${tokenHash})`
  // Opens another enterprise than the one that the call works on.
  await asAccount(db, () => keepTicket(db, identity, { entry: { ...entry, lifeTm: endTm }, tokenId, of: asking }))
  return tokenId
}
