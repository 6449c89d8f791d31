import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireDelegable } from '#server/access/delegation.ts'
import { giveReason } from '#server/history/history.ts'
import { allOf } from '#server/auth/impersonation.ts'
import { accountOfPhone } from '#server/auth/newAccount.ts'
import { readRights } from '#server/call/rights.ts'
import { requireRow } from '#server/database/rows.ts'
import { changeRow } from '#server/database/tableRows.ts'
import { employeeTable } from './emp.table.ts'
import type { Input } from '#server/call/serve.ts'
import type { emp } from './emp.contract.ts'

type Person = { empName: string; authTel: string; authFlag: string; stt: string; idntNo: string }

async function lockPerson(db: Db, entNo: string, empNo: string): Promise<Person> {
  const { rows } = await sql<Person>`select emp_name, auth_tel, auth_flag, stt, idnt_no from emp
    where ent_no = ${entNo} and emp_no = ${empNo} and stt <> ${Status.deleted} for no key update`.execute(db)
  return requireRow(rows[0])
}

const wrongPhone = (message: string) => invalidField('authTel', message)

/**
 * Certifies an employee's phone: its account, made where there is none, may take this identity
 * (docs/spec/accounts.md#certification). Throws invalid for a disabled employee and a certified phone.
 */
export async function certifyEmployee({ entNo, empNo, authTel }: Input<typeof emp.auth>, context: Context) {
  const { db } = context
  const person = await lockPerson(db, entNo, empNo)
  const phone = authTel ?? person.authTel
  if (person.stt !== Status.enabled) throw new Fault('invalid', '停用的员工不能认证，请先启用')
  if (person.authFlag === '1' && phone !== person.authTel) throw wrongPhone('手机已认证，换号请用“改手机”')
  await changeRow(db, employeeTable, { entNo, empNo }, { authTel: phone, authFlag: '1' }, [])
  return giveIdentity(entNo, empNo, { person, authTel: phone, context })
}

/**
 * Changes an employee's phone. Where it was certified, an account that is this person's alone keeps its name and password and
 * takes the new number; otherwise it loses this identity, and the account of the new number gains it. Throws invalid for the same
 * phone.
 */
export async function changeEmployeePhone({ entNo, empNo, authTel, reason }: Input<typeof emp.updatephone>, context: Context) {
  const { db } = context
  if (reason) await giveReason(db, reason)
  const person = await lockPerson(db, entNo, empNo)
  if (person.authTel === authTel) throw wrongPhone('新手机与原来的相同')
  await changeRow(db, employeeTable, { entNo, empNo }, { authTel }, [])
  if (person.authFlag !== '1') return null
  const { rows } = await sql<{ userNo: string; others: number; taken: boolean }>`
    select i.user_no, (select count(*)::int - 1 from identity o where o.user_no = i.user_no) as others,
      exists (select from account a where a.auth_tel = ${authTel} and a.stt <> ${Status.deleted}) as taken
    from identity i join account a using (user_no)
    where i.ent_no = ${entNo} and i.idnt_val = ${empNo} and a.auth_tel = ${person.authTel}`.execute(db)
  const [owner] = rows
  if (owner && owner.others === 0 && !owner.taken) {
    await db.updateTable('account').set({ authTel }).where('userNo', '=', owner.userNo).execute()
    return null
  }
  await db.deleteFrom('identity').where('entNo', '=', entNo).where('idntVal', '=', empNo).execute()
  return giveIdentity(entNo, empNo, { person, authTel, context })
}

/** Lets the account of a phone take this identity; a new account's password is told only this once. */
async function giveIdentity(
  entNo: string,
  empNo: string,
  { person: { empName, idntNo }, authTel, context }: { person: Person; authTel: string; context: Context },
) {
  const { db } = context
  // Requires the caller to hold the rights that the account opens.
  await requireDelegable(context, allOf(await readRights(db, entNo, empNo)))
  const known = await db
    .selectFrom('account')
    .select('userNo')
    .where('authTel', '=', authTel)
    .where('stt', '<>', Status.deleted)
    .executeTakeFirst()
  const { rows: others } = await sql`select 1 from identity where ent_no = ${entNo} and idnt_val = ${empNo}
    and user_no is distinct from ${known?.userNo ?? null}`.execute(db)
  if (others.length > 0) throw wrongPhone('这名员工已有登录账号，手机与它的不同；换号请用“改手机”')
  const account = await accountOfPhone(empName, authTel, context)
  // Replaces a deleted colleague's identity, not a live one's.
  const { rows } =
    await sql`insert into identity (user_no, idnt_no, ent_no, idnt_val) values (${account.userNo}, ${idntNo}, ${entNo}, ${empNo})
    on conflict (user_no, idnt_no, ent_no) do update set idnt_val = excluded.idnt_val
    where identity.idnt_val = excluded.idnt_val
      or not exists (select from emp e where e.ent_no = ${entNo} and e.emp_no = identity.idnt_val and e.stt <> ${Status.deleted})
    returning 1`.execute(db)
  if (rows.length === 0) throw wrongPhone('这个手机的账号在本企业已是另一名员工')
  return account
}
