import { sql } from 'kysely'
import type pg from 'pg'
import { platformParameter, readParameter } from '#server/reference/parameterValues.ts'
import { type Db, queryNamed } from '#server/database/database.ts'
import { asAccount } from '#server/database/sight.ts'
import { Fault } from '#server/base/fault.ts'
import { keepTicket } from './tickets.ts'
import { hashOf, newToken } from '#server/base/tokens.ts'
import type { Session, SessionIdentity, Entry } from './session.types.ts'

/** Sets the life of a session in hours; its idle time is a setting (docs/spec/sign-in.md#session). */
const lifeHours = 12
// Limits the open sessions of one account, and those of one person who acts as it.
const mostSessions = 20
// Reads the setting in the statement itself, so that no process caches it.
const idle = `interval '1 minute' * ${platformParameter('TKN_WIN')}`

// Ends what began while the clock of the machine was ahead, once that is put right: it would live on for as long.
const ahead = "s.crt_tm > now() + interval '5 minutes'"

const lookup = `select s.user_no, s.name, s.idnt_no, s.idnt_val, s.ent_no, s.initial, s.way, s.gone, s.imit_user_no, s.imit_ent_no, s.imit_emp_no,
      s.imit_right, s.reason, s.read_only, s.cas_hash, s.end_tm,
      case when s.initial then (select not a.pwd_initial from account a where a.user_no = s.user_no) else false end as expired,
      s.seen_tm < now() - ${idle} or s.end_tm < now() or ${ahead} as over,
      s.seen_tm < now() - interval '1 minute' as unseen,
      coalesce((select ver from pwr_version where ent_no = s.ent_no), 0) || '.' ||
      coalesce((select ver from pwr_version where ent_no = ''), 0) as version,
      exists (select 1 from identity i where i.user_no = s.user_no) as has_identity
    from session s where s.token_hash = $1`

/** Returns the session of a token. Throws the fault that says why there is none (codes 50008, 50014). */
export async function readSession(pool: pg.Pool, token: string | undefined): Promise<Session & { unseen: boolean }> {
  const tokenHash = hashOfToken(token)
  const { text, values } = sessionLookup(tokenHash)
  const { rows } = await queryNamed(pool, text, values)
  return sessionIn(rows, tokenHash)
}

/** Returns the hash under which a session is kept. Throws illegalToken for what cannot be a token. */
export function hashOfToken(token: string | undefined): Buffer {
  if (!token || token.length > 100) throw new Fault('illegalToken')
  return hashOf(token)
}

/** Returns the statement that looks a session up. */
export const sessionLookup = (tokenHash: Buffer) => ({ text: lookup, values: [tokenHash] })

/** Returns the session that the look-up answered. Throws the fault that says why there is none (codes 50008, 50014). */
export function sessionIn(rows: pg.QueryResult['rows'], tokenHash: Buffer): Session & { unseen: boolean } {
  const row = rows[0]
  if (!row) throw new Fault('illegalToken')
  if (row.over) throw new Fault('tokenExpired')
  if (row.gone) throw new Fault(row.has_identity ? 'illegalToken' : 'noIdentity')
  return {
    tokenHash,
    userNo: row.user_no,
    name: row.name,
    idntNo: row.idnt_no,
    idntVal: row.idnt_val,
    entNo: row.ent_no,
    initial: row.initial,
    expired: row.expired,
    way: row.way,
    impersonator: row.imit_user_no && {
      userNo: row.imit_user_no,
      entNo: row.imit_ent_no,
      empNo: row.imit_emp_no,
      right: row.imit_right,
      reason: row.reason,
    },
    imitUserNo: row.imit_user_no,
    readOnly: row.read_only,
    endTm: row.end_tm,
    casHash: row.cas_hash,
    version: row.version,
    unseen: row.unseen,
  }
}

/**
 * Tests whether an enterprise (`ent`) lets a person of it (`emp`) in: everybody where it is in use, its administrators where it is
 * still being built.
 */
export const letsIn = (
  ent: string,
  emp: string,
) => sql<boolean>`(${sql.ref(ent)}.stt = '1' or ${sql.ref(ent)}.stt = '3' and exists (
  select from emprole m where m.ent_no = ${sql.ref(emp)}.ent_no and m.emp_no = ${sql.ref(emp)}.emp_no
    and m.role_no ~ '^P[0-9]{3}(ADMIN|OPERATOR)$'))`

/** Describes what was verified of the account before its session is made: the password's hash, where a password was given. */
export type Proof = { pwdHash?: string | undefined; pwdInitial: boolean }

/**
 * Opens a session for every way of signing in: makes the token and the one-use tokenId, and stores only their hashes. Runs in a
 * transaction of the identity's enterprise and user, whose sessions it limits, and checks the account again under a lock. Throws
 * ticketGone or wrongPassword where the password was changed or the identity was taken away meanwhile.
 */
export async function issueSession(
  db: Db,
  identity: SessionIdentity,
  { pwdHash, pwdInitial }: Proof,
  entry: Entry,
): Promise<{ token: string; tokenId: string; initial: boolean }> {
  const [token, tokenId] = [newToken(), newToken()]
  const { userNo, name, idntNo, idntVal, entNo } = identity
  const { way, address, client, impersonator, readOnly = false, casHash = null, lifeTm = null } = entry
  // Checks the account of the impersonator, where there is one, in place of the identity.
  const held = impersonator
    ? sql`exists (select from account o where o.user_no = ${impersonator.userNo} and o.stt = '1')`
    : sql`exists (select from identity i where i.user_no = a.user_no and i.idnt_no = ${idntNo} and i.ent_no = ${entNo} and i.idnt_val = ${idntVal})`
  const proven = pwdHash === undefined ? sql`true` : sql`a.pwd_hash = ${pwdHash}`
  const { rows } = await sql`
    select 1 from account a
    join emp e on e.ent_no = ${entNo} and e.emp_no = ${idntVal}
    join ent n on n.ent_no = e.ent_no
    where a.user_no = ${userNo} and a.stt = '1' and ${proven} and ${held} and e.stt = '1' and ${letsIn('n', 'e')}
    for share of a, e, n`.execute(db)
  if (rows.length === 0) throw new Fault(pwdHash === undefined ? 'ticketGone' : 'wrongPassword')
  const initial = pwdInitial || (await isTooOld(db, identity, entry))
  await sql`delete from session where user_no = ${userNo} and ages_agree()
    and (end_tm < now() or seen_tm < now() - ${sql.raw(idle)})`.execute(db)
  // Ends those used longest ago, of which nobody sits before all of so many.
  await sql`delete from session where session_no in (select session_no from session
    where user_no = ${userNo} and imit_user_no is not distinct from ${impersonator?.userNo ?? null}
    order by seen_tm desc, session_no desc offset ${mostSessions - 1})`.execute(db)
  const made = await sql<{
    sessionNo: number
    endTm: string
  }>`insert into session (token_hash, user_no, name, idnt_no, idnt_val, ent_no,
      initial, way, address, client, imit_user_no, imit_ent_no, imit_emp_no, imit_right, reason, read_only, cas_hash, end_tm)
    values (${hashOf(token)}, ${userNo}, ${name}, ${idntNo}, ${idntVal}, ${entNo}, ${initial}, ${way}, ${address}, ${client},
      ${impersonator?.userNo}, ${impersonator?.entNo}, ${impersonator?.empNo}, ${impersonator?.right}, ${impersonator?.reason}, ${readOnly}, ${casHash},
      least(now() + make_interval(hours => ${lifeHours}), to_timestamp(${lifeTm}, 'YYYYMMDDHH24MISS')))
    returning session_no, end_tm`.execute(db)
  const [{ sessionNo, endTm }] = made.rows as [(typeof made.rows)[0]]
  await keepTicket(db, identity, { entry: { ...entry, lifeTm: endTm }, tokenId, of: sql`${sessionNo}` })
  return { token, tokenId, initial }
}

// Lists the entries with a password, or from a session that may have begun with one; impersonation is none.
const withPassword = ['pwd', 'slide', 'switch', 'id']

/** Returns the way of a session that goes on from another: one without a password, whose user may know none, stays one. */
export const wayOn = (from: string, way: string) => (['cas', 'sso', 'code'].includes(from) ? from : way)

/** Tells whether the password is older than the entered enterprise allows. */
async function isTooOld(db: Db, { userNo, entNo }: SessionIdentity, { way, impersonator }: Entry): Promise<boolean> {
  const days = Number(await readParameter(db, entNo, 'PWD_DAYS'))
  if (!(days > 0) || impersonator || !withPassword.includes(way)) return false
  const { rows } = await sql`select from account where user_no = ${userNo}
    and pwd_tm < now() - interval '1 day' * ${days}::float8`.execute(db)
  return rows.length > 0
}

/** Selects sessions (as `s`) that have neither ended nor lost their identity. */
export const stillOpen = sql<boolean>`(s.end_tm > now() and s.seen_tm > now() - ${sql.raw(idle)} and not ${sql.raw(ahead)} and not s.gone)`

export const endSession = (db: Db, { tokenHash }: Session) =>
  db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()

/** Ends every session and ticket of the account after a change of password, those in which it impersonates another too. */
export async function endAllSessions(db: Db, userNo: string) {
  await asAccount(db, async () => {
    await sql`delete from session where user_no = ${userNo} or imit_user_no = ${userNo}`.execute(db)
    await sql`delete from ticket where user_no = ${userNo} or imit_user_no = ${userNo}`.execute(db)
  })
}

/** Marks a session as used, at most once a minute. */
export const touchSession = (db: Db, { tokenHash }: Session) =>
  sql`update session set seen_tm = now() where token_hash = ${tokenHash} and seen_tm < now() - interval '1 minute'`.execute(db)
