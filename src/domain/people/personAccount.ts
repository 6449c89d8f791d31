import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { makeAccount, type NewAccount } from '#server/auth/newAccount.ts'

/** Describes a person of an enterprise who is to sign in: `idntVal` is their number there, `authTel` what the office typed in. */
export type Person = { entNo: string; idntNo: string; idntVal: string; name: string; authTel: string }

/**
 * Gives a person of an enterprise an account (docs/spec/accounts.md#certification): where the same enterprise has certified this
 * phone for one of its people already, as an employee or a guardian, that account gains the identity; otherwise a new one is made,
 * whatever other accounts carry the phone. Returns the new account with its initial password, null where there was one. Throws
 * invalid where the account is that of another employee or guardian of the enterprise.
 */
export async function giveAccount(context: Context, person: Person): Promise<NewAccount | null> {
  const { db } = context
  const { entNo, idntNo, idntVal, name, authTel } = person
  if (await hasAccount(db, person)) return null
  const known = await accountHere(db, person)
  const made = known ? null : await makeAccount(name, authTel, context)
  const userNo = known ?? made?.userNo
  const { rows } = await sql`insert into identity (user_no, idnt_no, ent_no, idnt_val)
    values (${userNo}, ${idntNo}, ${entNo}, ${idntVal}) on conflict (user_no, idnt_no, ent_no) do nothing returning 1`.execute(db)
  if (rows.length === 0) throw invalidField('authTel', '这个手机的账号在这里已是另一个人')
  return made
}

const hasAccount = async (db: Db, { entNo, idntNo, idntVal }: Person): Promise<boolean> => {
  const { rows } = await sql`select from identity i join account a using (user_no) where i.ent_no = ${entNo}
    and i.idnt_no = ${idntNo} and i.idnt_val = ${idntVal} and a.stt <> ${Status.deleted}`.execute(db)
  return rows.length > 0
}

/** Finds the account of somebody here whose phone the office has certified; undefined where nobody's is. */
async function accountHere(db: Db, { entNo, idntVal, authTel }: Person): Promise<string | undefined> {
  const certified = sql`auth_tel = ${authTel} and auth_flag = '1' and stt = ${Status.enabled}`
  const { rows } = await sql<{ userNo: string }>`select i.user_no from identity i join account a using (user_no)
    where i.ent_no = ${entNo} and i.idnt_val <> ${idntVal} and a.stt <> ${Status.deleted} and i.idnt_val in (
      select emp_no from emp where ent_no = ${entNo} and ${certified}
      union all select ptr_no from ptr where ent_no = ${entNo} and ${certified})
    order by i.crt_tm limit 1`.execute(db)
  return rows[0]?.userNo
}

/**
 * Carries a changed phone over to the account of a person, if that lives in this enterprise alone; whoever is somebody elsewhere
 * too changes it in their own page.
 */
export const carryPhone = (db: Db, { entNo, idntVal, authTel }: Pick<Person, 'entNo' | 'idntVal' | 'authTel'>) =>
  sql`update account a set auth_tel = ${authTel} where a.stt <> ${Status.deleted} and a.auth_tel is distinct from ${authTel}
    and a.user_no in (select i.user_no from identity i where i.ent_no = ${entNo} and i.idnt_val = ${idntVal})
    and not is_elsewhere(a.user_no, ${entNo})`.execute(db)

/** Tells whether somebody (`ent_no`, and the number in `no`) still signs in with another phone, which only they can change. */
export const hasOtherPhone = (alias: string, no: string) =>
  sql<boolean>`exists (select from identity i join account a using (user_no) where i.ent_no = ${sql.ref(`${alias}.entNo`)}
    and i.idnt_val = ${sql.ref(`${alias}.${no}`)} and a.stt <> '0' and a.auth_tel is distinct from ${sql.ref(`${alias}.authTel`)}
    and is_elsewhere(i.user_no, i.ent_no))`
