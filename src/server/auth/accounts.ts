import { sql } from 'kysely'
import { mobilePattern } from '#contract/values/plain.ts'
import type { Db } from '#server/database/database.ts'

/** Describes an enabled account, with what proves its holder. */
export type AccountRow = { userNo: string; name: string; nickName: string; pwdInitial: boolean; pwdHash: string }

/** Limits how many accounts of one phone are compared with a password. */
export const mostOfPhone = 5

const columns = sql`a.user_no, a.name, a.nick_name, a.pwd_hash, a.pwd_initial`

/** Lists the enabled accounts of a phone, those used last first, at most five; with `idntNo` those that hold such an identity. */
export async function accountsOfPhone(db: Db, phone: string, idntNo?: string): Promise<AccountRow[]> {
  const held = idntNo ? sql`exists (select from identity i where i.user_no = a.user_no and i.idnt_no = ${idntNo})` : sql`true`
  const { rows } = await sql<AccountRow>`select ${columns} from account a where a.stt = '1' and a.auth_tel = ${phone} and ${held}
    order by (select max(l.at) from login_log l where l.user_no = a.user_no and l.result = 'ok') desc nulls last, a.user_no
    limit ${mostOfPhone}`.execute(db)
  return rows
}

/** Lists the enabled accounts of a login name or user number, which is one at most, or of a phone. */
export async function findAccounts(db: Db, typed: string, idntNo?: string): Promise<AccountRow[]> {
  if (mobilePattern.test(typed)) return accountsOfPhone(db, typed, idntNo)
  const { rows } = await sql<AccountRow>`select ${columns} from account a
    where a.stt = '1' and (lower(a.name) = ${typed.toLowerCase()} or a.user_no = ${typed})`.execute(db)
  return rows
}

/** Tells whether an account may administer an enterprise under any of its identities, or holds 060: its rules are stricter. */
export async function isAdministrator(db: Db, userNo: string): Promise<boolean> {
  const { rows } = await sql`select from identity i where i.user_no = ${userNo} and (i.idnt_no = '060'
    or exists (select from emprole r where r.ent_no = i.ent_no and r.emp_no = i.idnt_val and r.role_no ~ '^P[0-9]{3}ADMIN$'))`.execute(
    db,
  )
  return rows.length > 0
}
