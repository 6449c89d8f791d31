import { isCommonPassword, hashPassword, verifyPassword } from '#server/password.ts'
import { Fault } from '#server/fault.ts'
import { serve } from '#server/serve.ts'
import { endAllSessions, issueSession } from '#server/session.ts'
import { sessionUser } from '#server/sessionUser.ts'
import { beginAttempt, failAttempt, forgiveAttempts } from '#server/attempts.ts'
import { user } from './user.contract.ts'

export const userHandlers = serve(user, {
  get: (_, { me, services, origin }) => sessionUser(services, me, me.rights, origin.token as string),

  async updatepwd({ oldPwd, newPwd }, { me, apart, origin }) {
    if (newPwd === oldPwd) throw new Fault('samePassword', undefined, complaint('newPwd', '新密码不能与旧密码相同'))
    if (isCommonPassword(newPwd)) throw new Fault('commonPassword', undefined, complaint('newPwd', '新密码过于常见，请换一个'))
    // A change of one's own password is kept with one's own enterprise, whichever the call names.
    const own = { entNo: me.entNo }
    await apart((db) => beginAttempt(db, me.name, origin.address))
    const account = await apart((db) =>
      db.selectFrom('account').select('pwdHash').where('userNo', '=', me.userNo).executeTakeFirstOrThrow(),
    )
    if (!(await verifyPassword(account.pwdHash, oldPwd))) {
      await apart((db) => failAttempt(db, me.name, origin.address))
      throw new Fault('wrongOldPassword', undefined, complaint('oldPwd', '旧密码不正确'))
    }
    const pwdHash = await hashPassword(newPwd)
    return apart(async (db) => {
      await forgiveAttempts(db, me.name)
      await db.updateTable('account').set({ pwdHash, pwdInitial: false }).where('userNo', '=', me.userNo).execute()
      await endAllSessions(db, me.userNo)
      return issueSession(db, me, { pwdHash, pwdInitial: false })
    }, own)
  },
})

const complaint = (field: string, message: string) => ({ errors: [{ field, message }] })
