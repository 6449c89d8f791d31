import { sql } from 'kysely'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import { type Held, heldIdentities } from '#domain/accounts/heldIdentities.ts'
import { findAccounts } from '#server/auth/accounts.ts'
import { proveHolder } from '#server/auth/passwordEntry.ts'

/** Returns the refusal of a change to an account by whoever acts as its holder. */
export const notOneself = () => new Fault('forbidden', '模拟登录时不能改动对方的账号')

type Left = Omit<Held, 'entNo'> & { idntEntNo: string }

/**
 * Gives up an identity; the enterprise may certify the person anew. Throws notFound for one that the caller does not hold, and
 * invalid for the one in use and for the last with which they can sign in.
 */
export async function leaveIdentity({ idntNo, idntEntNo: entNo, idntVal }: Left, context: Context) {
  const { me, inOwnTransaction } = context
  if (me.imitUserNo) throw notOneself()
  const own = await heldIdentities(context, me.userNo)
  const left = requireRow(own.find((one) => one.idntNo === idntNo && one.entNo === entNo && one.idntVal === idntVal))
  if (left.entNo === me.entNo && left.idntNo === me.idntNo)
    throw new Fault('invalid', '正在使用的身份不能解除，请先切换到别的身份')
  return inOwnTransaction((db) => dropIdentity(db, me.userNo, left), { entNo })
}

async function dropIdentity(db: Db, userNo: string, { idntNo, entNo, idntVal }: Held) {
  await sql`delete from identity where user_no = ${userNo} and idnt_no = ${idntNo} and ent_no = ${entNo}`.execute(db)
  await sql`update emp set auth_flag = '0' where ent_no = ${entNo} and emp_no = ${idntVal}`.execute(db)
  await sql`update ptr set auth_flag = '0' where ent_no = ${entNo} and ptr_no = ${idntVal}`.execute(db)
  return null
}

/**
 * Changes the phone that the caller signs in with, after their password, which counts like a sign-in. Throws wrongOldPassword for
 * a wrong one, locked and busy as a sign-in does.
 */
export async function changeLoginPhone({ authTel, pwd }: { authTel: string; pwd: string }, context: Context) {
  const { me, inOwnTransaction } = context
  if (me.imitUserNo) throw notOneself()
  const accounts = await inOwnTransaction((db) => findAccounts(db, me.userNo))
  await proveHolder(context, me.userNo, pwd, accounts).catch((fault: unknown) => {
    throw fault instanceof Fault && fault.code === 'wrongPassword' ? invalidField('pwd', '密码不正确') : fault
  })
  return inOwnTransaction(
    async (db) => {
      await sql`update account set auth_tel = ${authTel} where user_no = ${me.userNo} and auth_tel is distinct from ${authTel}`.execute(
        db,
      )
      return null
    },
    { entNo: me.entNo },
  )
}
