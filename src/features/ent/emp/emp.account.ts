import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireDelegable } from '#server/access/delegation.ts'
import { giveReason } from '#server/history/history.ts'
import { allOf } from '#server/auth/impersonation.ts'
import { readRights } from '#server/call/rights.ts'
import { tellOfEvent } from '#domain/messages/events.ts'
import { carryPhone, giveAccount } from '#domain/people/personAccount.ts'
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
 * Certifies an employee's phone and gives them an account (docs/spec/accounts.md#certification); null where they have one here. Throws invalid for a disabled employee and a certified phone.
 */
export async function certifyEmployee({ entNo, empNo, authTel }: Input<typeof emp.auth>, context: Context) {
  const { db } = context
  const person = await lockPerson(db, entNo, empNo)
  const phone = authTel ?? person.authTel
  if (person.stt !== Status.enabled) throw new Fault('invalid', '停用的员工不能认证，请先启用')
  if (person.authFlag === '1' && phone !== person.authTel) throw wrongPhone('手机已认证，换号请用“改手机”')
  // Requires the caller to hold the rights that the account opens.
  await requireDelegable(context, allOf(await readRights(db, entNo, empNo)))
  await changeRow(db, employeeTable, { entNo, empNo }, { authTel: phone, authFlag: '1' }, [])
  const { empName: name, idntNo } = person
  const made = await giveAccount(context, { entNo, idntNo, idntVal: empNo, name, authTel: phone })
  // Tells those who sign in with an account that they have already; whoever gets a new one is told its password.
  if (!made && person.authFlag !== '1')
    await tellOfEvent(context, {
      entNo,
      evt: 'idntnew',
      title: '你的账号有了员工的身份',
      body: '在右上角可以切换身份。',
      empNos: [empNo],
      about: { type: 'own', no: empNo },
    })
  return made
}

/**
 * Changes an employee's phone. An account that lives in this enterprise alone takes the new number; of one that has identities
 * elsewhere the holder changes it. Throws invalid for the same phone.
 */
export async function changeEmployeePhone({ entNo, empNo, authTel, reason }: Input<typeof emp.updatephone>, context: Context) {
  const { db } = context
  if (reason) await giveReason(db, reason)
  const person = await lockPerson(db, entNo, empNo)
  if (person.authTel === authTel) throw wrongPhone('新手机与原来的相同')
  await changeRow(db, employeeTable, { entNo, empNo }, { authTel }, [])
  if (person.authFlag === '1') await carryPhone(db, { entNo, idntVal: empNo, authTel })
  return null
}
