import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { readDefault } from '#server/reference/parameterValues.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

// Sets the wrong tries of an address within the window from which it has to prove a person at every try; those that lock a name,
// and for how long, are settings (docs/spec/sign-in.md#tries).
const perAddress = 20
// Sets the tries of a name from which a person has to be proven (docs/spec/security.md#sign-in).
const beforeCheck = 3
// Sets how many days an address stays known after a sign-in.
const knownDays = 90

/**
 * Describes whose tries are counted together: of a name from everywhere, or, where its holder signed in from this address before,
 * of the name from there alone. So nobody elsewhere locks out who sits where they always sit.
 */
export type Tally = { name: string; address: string; isKnown: boolean }

const nameKey = (name: string) => `name:${name.toLowerCase()}`
const addressKey = (address: string) => `address:${networkOf(address)}`
const keyOf = ({ name, address, isKnown }: Tally) =>
  isKnown ? `known:${networkOf(address)} ${name.toLowerCase()}` : nameKey(name)
const locked = (minutes: number) => new Fault('locked', `密码错误次数过多，请 ${minutes} 分钟后再试`)

/** Selects the name that a row of login_fail counts. */
export const countedName = sql`case when who like 'known:%' then substr(who, strpos(who, ' ') + 1) else substr(who, 6) end`

/** Tells from which of these accounts' former sign-ins the address is known, and answers what counts a try of the name. */
export async function tallyOf(db: Db, name: string, userNos: readonly string[], address: string): Promise<Tally> {
  const { rows } = await sql<{ address: string | null }>`select distinct address from login_log
    where user_no = any(${userNos}::text[]) and result = 'ok' and imit_user_no is null
      and at > now() - interval '1 day' * ${knownDays}::int`.execute(db)
  const here = networkOf(address)
  return { name, address, isKnown: rows.some((row) => row.address !== null && networkOf(row.address) === here) }
}

async function readLimits(db: Db) {
  const [perName, minutes, check] = await Promise.all([
    readDefault(db, 'LGN_FAIL_MAX'),
    readDefault(db, 'LGN_LOCK_MIN'),
    readDefault(db, 'CAPTCHA'),
  ])
  // Rounds up fractions, which a former release accepted.
  return { perName: Math.ceil(Number(perName)), minutes: Number(minutes), check }
}

/** Reads the wrong tries that count now, by their keys. */
async function wrongTries(db: Db, keys: readonly string[]): Promise<(key: string) => number> {
  const { rows } = await sql<{ who: string; wrong: number }>`
    select who, wrong from login_fail where who = any(${keys}) and until_tm > now()`.execute(db)
  return (key) => rows.find(({ who }) => who === key)?.wrong ?? 0
}

const later = (minutes: number) => sql`now() + interval '1 minute' * ${minutes}::float8`

/**
 * Begins a try before its password is looked at, so that tries of one name at the same moment cannot slip past the limit.
 * Throws `locked` once the wrong tries of the tally have reached it, or those of an unknown address where no captcha can be asked
 * of it, `busy` while too many are under way.
 */
export async function beginAttempt(db: Db, tally: Tally) {
  const { perName, minutes, check } = await readLimits(db)
  if (check === 'off' && !tally.isKnown) {
    const addressed = addressKey(tally.address)
    if ((await wrongTries(db, [addressed]))(addressed) >= perAddress) throw locked(minutes)
  }
  const { rows } = await sql<{ begun: number; wrong: number }>`
    insert into login_fail (who, begun, until_tm) values (${keyOf(tally)}, 1, ${later(minutes)})
    on conflict (who) do update set
      begun = case when login_fail.until_tm < now() then 1 else login_fail.begun + 1 end,
      wrong = case when login_fail.until_tm < now() then 0 else login_fail.wrong end,
      until_tm = greatest(login_fail.until_tm, case when login_fail.until_tm < now() then excluded.until_tm end)
    returning begun, wrong`.execute(db)
  const { begun = 0, wrong = 0 } = rows[0] ?? {}
  if (wrong >= perName) throw locked(minutes)
  if (begun > perName) throw new Fault('busy')
}

/** Counts a wrong password, for each name that it was tried for. Reaching the limit locks for the whole time from now. */
export async function failAttempt(db: Db, tallies: readonly Tally[]) {
  const { perName, minutes } = await readLimits(db)
  const counted = tallies.map((tally) => [keyOf(tally), perName] as const)
  const addresses = [...new Set(tallies.map(({ address }) => addressKey(address)))].map((key) => [key, perAddress] as const)
  for (const [who, limit] of [...counted, ...addresses])
    await sql`
      insert into login_fail (who, begun, wrong, until_tm) values (${who}, 1, 1, ${later(minutes)})
      on conflict (who) do update set
        wrong = case when login_fail.until_tm < now() then 1 else login_fail.wrong + 1 end,
        until_tm = case when login_fail.until_tm < now() or login_fail.wrong + 1 >= ${limit}::int then excluded.until_tm else login_fail.until_tm end`.execute(
      db,
    )
}

/** Names what a person solves before a further try: a slide, which an image may replace, or an image alone. */
export type Check = 'slide' | 'img'

/**
 * Returns the check that the next try of a name, known or not, needs after so many wrong ones of its own; a known address also
 * while others try the name from elsewhere, an unknown one while it tries many names. Undefined for none.
 */
export async function neededCheck(db: Db, tally: Tally): Promise<Check | undefined> {
  const { perName, check } = await readLimits(db)
  if (check === 'off') return undefined
  const [own, everywhere, addressed] = [keyOf(tally), nameKey(tally.name), addressKey(tally.address)]
  const wrong = await wrongTries(db, [own, everywhere, addressed])
  // Asks nothing of who is locked out, for no answer would let them in.
  if (wrong(own) >= perName) return undefined
  const isDoubtful = tally.isKnown ? wrong(everywhere) >= beforeCheck : wrong(addressed) >= perAddress
  if (wrong(own) < beforeCheck && !isDoubtful) return undefined
  return check === 'img' ? 'img' : 'slide'
}

/** Ends tries of other names that the same password was compared with, so that they do not count as under way. */
export const releaseAttempts = (db: Db, tallies: readonly Tally[]) =>
  sql`update login_fail set begun = greatest(begun - 1, 0) where who = any(${tallies.map(keyOf)})`.execute(db)

/** Resets the tries that were counted with this one, after a right password. */
export const forgiveAttempts = (db: Db, tally: Tally) => sql`delete from login_fail where who = ${keyOf(tally)}`.execute(db)

/** Resets all tries of a name, wherever they were made. */
export const unlockName = (db: Db, name: string) =>
  sql`delete from login_fail where (who like 'name:%' or who like 'known:%') and ${countedName} = ${name.toLowerCase()}`.execute(
    db,
  )

/** Returns what counts as one address: of IPv6 the network, since its holder has all of its 2⁶⁴. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [left = [], right = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Counts what is done without an account, under `who`; throws `busy` with `told` once it was done so often within an hour. */
export async function limitRate(db: Db, who: string, most: number, told: string) {
  const { rows } = await sql<{ begun: number }>`
    insert into login_fail (who, begun, until_tm) values (${who}, 1, ${later(60)})
    on conflict (who) do update set
      begun = case when login_fail.until_tm < now() then 1 else login_fail.begun + 1 end,
      until_tm = case when login_fail.until_tm < now() then excluded.until_tm else login_fail.until_tm end
    returning begun`.execute(db)
  if ((rows[0]?.begun ?? 0) > most) throw new Fault('busy', told)
}

/** Describes wrong tries: counted under `who`, they lock from `most` on. */
type Guess = { who: string; most: number }
const guessMinutes = 5

/** Throws `locked` once as many tries were wrong as are allowed under one of these. */
export async function checkGuesses(db: Db, guesses: readonly Guess[]) {
  const { rows } =
    await sql`select from login_fail f join jsonb_to_recordset(${JSON.stringify(guesses)}::jsonb) g (who text, most int)
    using (who) where f.wrong >= g.most and f.until_tm > now()`.execute(db)
  if (rows.length > 0) throw new Fault('locked', `核对不上的次数过多，请 ${guessMinutes} 分钟后再试`)
}

/** Counts a wrong guess. */
export const missGuess = (db: Db, guesses: readonly Guess[]) =>
  sql`insert into login_fail (who, begun, wrong, until_tm)
    select who, 0, 1, ${later(guessMinutes)} from unnest(${guesses.map(({ who }) => who)}::text[]) who order by who
    on conflict (who) do update set
      wrong = case when login_fail.until_tm < now() then 1 else login_fail.wrong + 1 end,
      until_tm = case when login_fail.until_tm < now() then excluded.until_tm else login_fail.until_tm end`.execute(db)

/** Forgets what no longer locks anybody. */
export const forgetAttempts = (db: Db) => sql`delete from login_fail where until_tm < now()`.execute(db)
