import { type RawBuilder, sql } from 'kysely'
import { mobilePattern } from '#contract/values/plain.ts'
import type { Db } from '#server/database/database.ts'

/** Describes an enabled account, with what proves its holder. */
export type AccountRow = { userNo: string; name: string; nickName: string; pwdInitial: boolean; pwdHash: string }

/** Limits how many accounts of one phone are compared with a password. */
export const mostOfPhone = 5

/** Selects accounts (as `a`) whose phone answered a code, within the last 180 days: 已验证 (docs/spec/accounts.md). */
export const hasVerifiedTel = sql<boolean>`coalesce(a.tel_tm > now() - interval '180 days', false)`

const columns = sql`a.user_no, a.name, a.nick_name, a.pwd_hash, a.pwd_initial`

/**
 * Lists the enabled accounts of a phone, those that it verified before others and those used last first, at most five; with `idntNo`
 * those that hold such an identity.
 */
export const accountsOfPhone = (db: Db, phone: string, idntNo?: string) => accountsWith(db, phone, idntNo, sql`true`)

/** Lists those of them alone that the phone verified. */
export const verifiedAccounts = (db: Db, phone: string, idntNo?: string) => accountsWith(db, phone, idntNo, hasVerifiedTel)

async function accountsWith(db: Db, phone: string, idntNo: string | undefined, fits: RawBuilder<unknown>): Promise<AccountRow[]> {
  const held = idntNo ? sql`exists (select from identity i where i.user_no = a.user_no and i.idnt_no = ${idntNo})` : sql`true`
  const { rows } =
    await sql<AccountRow>`select ${columns} from account a where a.stt = '1' and a.auth_tel = ${phone} and ${held} and ${fits}
    order by ${hasVerifiedTel} desc, (select max(l.at) from login_log l where l.user_no = a.user_no and l.result = 'ok') desc nulls last, a.user_no
    limit ${mostOfPhone}`.execute(db)
  return rows
}

/** Lists those of these accounts that have verified their phone, each with it. */
export async function verifiedTelsOf(db: Db, userNos: readonly string[]): Promise<{ userNo: string; authTel: string }[]> {
  const { rows } = await sql<{ userNo: string; authTel: string }>`select a.user_no, a.auth_tel from account a
    where a.user_no = any(${userNos}::text[]) and a.auth_tel is not null and ${hasVerifiedTel} order by a.user_no`.execute(db)
  return rows
}

/** Lists the enabled accounts of a login name or user number, which is one at most, or of a phone. */
export async function findAccounts(db: Db, typed: string, idntNo?: string): Promise<AccountRow[]> {
  if (mobilePattern.test(typed)) return accountsOfPhone(db, typed, idntNo)
  const { rows } = await sql<AccountRow>`select ${columns} from account a
    where a.stt = '1' and (lower(a.name) = ${typed.toLowerCase()} or a.user_no = ${typed})`.execute(db)
  return rows
}

/** Returns those of the accounts that may administer an enterprise under any of their identities, or hold 060. */
export async function administratorsAmong(db: Db, userNos: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    userNo: string
  }>`select distinct i.user_no from identity i where i.user_no = any(${userNos}::text[])
    and (i.idnt_no = '060' or exists (
      select from emprole r where r.ent_no = i.ent_no and r.emp_no = i.idnt_val and r.role_no ~ '^P[0-9]{3}ADMIN$'))`.execute(db)
  return new Set(rows.map(({ userNo }) => userNo))
}

/** Tells whether an account may administer an enterprise under any of its identities, or holds 060: its rules are stricter. */
export const isAdministrator = async (db: Db, userNo: string): Promise<boolean> =>
  (await administratorsAmong(db, [userNo])).has(userNo)
