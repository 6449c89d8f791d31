import { sql } from 'kysely'
import { checkNewPassword } from '#domain/accounts/newPassword.ts'
import { hashPassword, noPassword } from '#server/auth/password.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { endAllSessions, issueSession } from '#server/call/session.ts'

/**
 * Gives the caller's account a password where it has none, since the one that somebody else set ended with a sign-in by code. Throws
 * invalid where it has one, and as checkNewPassword does.
 */
export async function setFirstPassword({ newPwd }: { newPwd: string }, context: Context) {
  const { me, inOwnTransaction, origin } = context
  if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能修改密码')
  await checkNewPassword({ newPwd }, context, { ...me, entNos: [me.entNo] })
  const pwdHash = await hashPassword(newPwd)
  return inOwnTransaction(
    async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('account')
        .set({ pwdHash, pwdInitial: false, pwdTm: sql<string>`now()` })
        .where('userNo', '=', me.userNo)
        .where('pwdHash', '=', noPassword)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Fault('invalid', '这个账号已有密码，请用“修改密码”')
      await endAllSessions(db, me.userNo)
      const { token, tokenId } = await issueSession(db, me, { pwdHash, pwdInitial: false }, { way: 'code', ...origin })
      return { token, tokenId }
    },
    { entNo: me.entNo },
  )
}
