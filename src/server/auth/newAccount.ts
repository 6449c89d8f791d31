import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { hashPassword, randomPassword } from './password.ts'

/** Describes a new or existing account; `pwd` only where it was just made, to be shown this once, else null. */
export type Made = { userNo: string; name: string; pwd: string | null }

/** Returns the account of a phone, or makes one whose password must be changed at the first sign-in. */
export async function accountOfPhone(nickName: string, authTel: string, { db, number }: Context): Promise<Made> {
  const known = await db
    .selectFrom('account')
    .select(['userNo', 'name'])
    .where('authTel', '=', authTel)
    .where('stt', '<>', Status.deleted)
    .executeTakeFirst()
  if (known) return { ...known, pwd: null }
  const userNo = await number('USER_NO')
  const [name, pwd] = [`u${userNo}`, randomPassword()]
  const pwdHash = await hashPassword(pwd)
  await db.insertInto('account').values({ userNo, name, nickName, authTel, pwdHash, pwdInitial: true }).execute()
  return { userNo, name, pwd }
}
