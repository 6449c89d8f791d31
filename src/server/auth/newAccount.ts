import type { Context } from '#server/call/context.ts'
import { insertRow } from '#server/database/tableRows.ts'
import { accountTable } from './account.table.ts'
import { hashPassword, randomPassword } from './password.ts'

/** Describes a new account; `pwd` is shown this once. */
export type NewAccount = { userNo: string; name: string; pwd: string }

/**
 * Makes an account whose password must be changed at the first sign-in. The phone proves nothing about who holds it, so an account
 * that carries it already is left alone.
 */
export async function makeAccount(nickName: string, authTel: string, { db, number }: Context): Promise<NewAccount> {
  const userNo = await number('USER_NO')
  const [name, pwd] = [`u${userNo}`, randomPassword()]
  const pwdHash = await hashPassword(pwd)
  await insertRow(db, accountTable, { userNo, name, nickName, authTel, pwdHash, pwdInitial: true }, [])
  return { userNo, name, pwd }
}
