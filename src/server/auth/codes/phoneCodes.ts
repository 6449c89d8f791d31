import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import { Fault } from '#server/base/fault.ts'
import { readDefault } from '#server/reference/parameterValues.ts'
import { type Check, networkOf } from '../attempts.ts'

/** Describes which code is meant: of a phone, for one purpose, and who asked for it where that is known. */
export type CodeKey = { authTel: string; purpose: 'signin' | 'reset' | 'verify' | 'join'; userNo?: string }

const minutes = 5
const mostTries = 5
const gapSeconds = 60
const perHour = 5
const perDay = 10
const addressPerHour = 20
// Sets from which asking on, of a phone in a day or of an address in an hour, a person has to be proven.
const freeOfPhone = 2
const freeOfAddress = 3

// Hashes with the installation's key, since few digits are found from a bare hash by trying.
const telOf = (secret: Secret, { authTel }: CodeKey) => secret.hash(`phone of a code ${authTel}`)
const hashOfCode = (secret: Secret, { authTel, purpose, userNo = '' }: CodeKey, code: string) =>
  secret.hash(`code ${purpose} ${userNo} ${authTel} ${code}`)

type Asked = { ago: number | null; ofHour: number; ofDay: number; ofAddress: number }

async function askedBefore(db: Db, telHash: string, userNo: string, address: string): Promise<Asked> {
  const mine = sql`(tel_hash = ${telHash} or user_no <> '' and user_no = ${userNo})`
  const { rows } = await sql<Asked>`select
      extract(epoch from now() - max(made_tm) filter (where ${mine}))::float8 as ago,
      (count(*) filter (where ${mine} and made_tm > now() - interval '1 hour'))::int as of_hour,
      (count(*) filter (where ${mine}))::int as of_day,
      (count(*) filter (where address = ${address} and made_tm > now() - interval '1 hour'))::int as of_address
    from phonecode where (${mine} or address = ${address}) and made_tm > now() - interval '1 day'`.execute(db)
  return rows[0] as Asked
}

function refuseFrequent({ ago, ofHour, ofDay, ofAddress }: Asked) {
  const wait = ago === null ? 0 : Math.ceil(gapSeconds - ago)
  if (wait > 0) throw new Fault('tooMany', `请 ${wait} 秒后再获取验证码`, { seconds: wait })
  if (ofDay >= perDay) throw new Fault('tooMany', '这个手机今天获取验证码的次数已用完，请明天再试', { seconds: 86_400 })
  if (ofHour >= perHour || ofAddress >= addressPerHour)
    throw new Fault('tooMany', '获取验证码过于频繁，请一小时后再试', { seconds: 3600 })
}

/**
 * Returns the check that a stranger has to pass before a code is made, undefined for none. Counts the same for every number. Throws
 * tooMany where the phone or the address asked too often.
 */
export async function checkBeforeCode(db: Db, secret: Secret, key: CodeKey, address: string): Promise<Check | undefined> {
  const asked = await askedBefore(db, telOf(secret, key), key.userNo ?? '', networkOf(address))
  refuseFrequent(asked)
  const check = await readDefault(db, 'CAPTCHA')
  if (check === 'off' || (asked.ofDay < freeOfPhone && asked.ofAddress < freeOfAddress)) return undefined
  return check === 'img' ? 'img' : 'slide'
}

/**
 * Makes a code and keeps its hash for five minutes, whether the phone is known or not; it ends the one before. Throws tooMany as
 * checkBeforeCode does, for askings at the same moment too.
 */
export async function makeCode(db: Db, secret: Secret, key: CodeKey, address: string): Promise<string> {
  const [telHash, from, userNo] = [telOf(secret, key), networkOf(address), key.userNo ?? '']
  for (const lock of [`code ${telHash}`, `code from ${from}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
  await sql`delete from phonecode where made_tm < now() - interval '1 day'`.execute(db)
  refuseFrequent(await askedBefore(db, telHash, userNo, from))
  await sql`update phonecode set until_tm = made_tm where tel_hash = ${telHash} and purpose = ${key.purpose}
    and user_no = ${userNo}`.execute(db)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await sql`insert into phonecode (tel_hash, purpose, user_no, code_hash, address, until_tm)
    values (${telHash}, ${key.purpose}, ${userNo}, ${hashOfCode(secret, key, code)}, ${from}, now() + make_interval(mins => ${minutes}))`.execute(
    db,
  )
  return code
}

/**
 * Counts a try of the newest code, which is dead after five, and returns its number where it was right; it stays good until useCode.
 * Runs in a transaction that commits alone, so that a refusal takes no try back.
 */
export async function tryCode(db: Db, secret: Secret, key: CodeKey, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ codeNo: number; codeHash: string }>`update phonecode set tries = tries + 1
    where code_no = (select code_no from phonecode where tel_hash = ${telOf(secret, key)} and purpose = ${key.purpose}
        and user_no = ${key.userNo ?? ''} order by code_no desc limit 1)
      and tries < ${mostTries} and until_tm > now() returning code_no, code_hash`.execute(db)
  const [tried, shown] = [rows[0], Buffer.from(hashOfCode(secret, key, code))]
  const kept = Buffer.from(tried?.codeHash ?? '')
  return kept.length === shown.length && timingSafeEqual(kept, shown) ? tried?.codeNo : undefined
}

/** Uses a right code up; false where another call was faster. */
export async function useCode(db: Db, codeNo: number): Promise<boolean> {
  const { rows } =
    await sql`update phonecode set until_tm = made_tm where code_no = ${codeNo} and until_tm > now() returning 1`.execute(db)
  return rows.length > 0
}

/** Notes that a phone was used by these accounts, so that it stays verified; once a day is enough. */
export const noteTelUse = (db: Db, authTel: string, userNos: readonly string[]) =>
  sql`update account set tel_tm = now() where user_no = any(${userNos}::text[]) and auth_tel = ${authTel}
    and tel_tm < now() - interval '1 day'`.execute(db)
