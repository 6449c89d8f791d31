import { sql } from 'kysely'
import { sendCode } from '#domain/channels/sendCode.ts'
import { checkBeforeCode, makeCode, tryCode, useCode } from '#server/auth/codes/phoneCodes.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'

// Lists how somebody signed in with a password; whoever came by a code or from outside may not know it.
const withPassword = ['pwd', 'slide', 'switch', 'id']

/** Returns the login phone of the caller, who may verify it. Throws forbidden for others, invalid where there is none. */
async function ownTel({ me, inOwnTransaction }: Context): Promise<string> {
  if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能验证对方的手机')
  if (!withPassword.includes(me.way)) throw new Fault('forbidden', '请用密码登录后再验证登录手机')
  const own = await inOwnTransaction((db) =>
    db.selectFrom('account').select('authTel').where('userNo', '=', me.userNo).executeTakeFirstOrThrow(),
  )
  if (!own.authTel) throw new Fault('invalid', '还没有登录手机，请先填写')
  return own.authTel
}

/** Sends the caller a code to the phone that they sign in with. Throws tooMany, and invalid where no message leaves. */
export async function sendTelCode(context: Context) {
  const { me, inOwnTransaction, services, origin } = context
  const authTel = await ownTel(context)
  const key = { authTel, purpose: 'verify' as const, userNo: me.userNo }
  await inOwnTransaction((db) => checkBeforeCode(db, services.secret, key, origin.address))
  const code = await inOwnTransaction((db) => makeCode(db, services.secret, key, origin.address))
  if (!(await sendCode(services, { authTel, code, userNos: [me.userNo] })))
    throw new Fault('invalid', '短信没有发出去，请稍后再试，或联系管理员')
  return null
}

/** Takes the caller's phone for verified after its code. Throws invalid for a wrong code and for an old or used one. */
export async function verifyTel({ code }: { code: string }, context: Context) {
  const { me, inOwnTransaction, services } = context
  const authTel = await ownTel(context)
  const key = { authTel, purpose: 'verify' as const, userNo: me.userNo }
  const codeNo = await inOwnTransaction((db) => tryCode(db, services.secret, key, code))
  const isVerified =
    codeNo !== undefined &&
    (await inOwnTransaction(
      async (db) => {
        if (!(await useCode(db, codeNo))) return false
        const { rows } = await sql`update account set tel_tm = now() where user_no = ${me.userNo} and auth_tel = ${authTel}
          returning 1`.execute(db)
        return rows.length > 0
      },
      { entNo: me.entNo },
    ))
  if (!isVerified) throw invalidField('code', '验证码不对，或已过期')
  return null
}
