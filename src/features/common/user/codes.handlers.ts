import { sql } from 'kysely'
import { heldIdentities } from '#domain/accounts/heldIdentities.ts'
import { checkNewPassword } from '#domain/accounts/newPassword.ts'
import { tellOfOwnAct } from '#domain/messages/accountMessages.ts'
import { sendCode } from '#domain/channels/sendCode.ts'
import { type AccountRow, verifiedAccounts } from '#server/auth/accounts.ts'
import type { Check } from '#server/auth/attempts.ts'
import { holdsToken, readsImage } from '#server/auth/captcha.ts'
import { administratorsOf, enterByCode, proveForReset } from '#server/auth/codes/codeEntry.ts'
import { hashPassword } from '#server/auth/password.ts'
import { checkBeforeCode, makeCode, useCode } from '#server/auth/codes/phoneCodes.ts'
import { recordSignIn } from '#server/auth/signIn.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { describeError, log } from '#server/base/log.ts'
import type { Context } from '#server/call/context.ts'
import { type Input, serve } from '#server/call/serve.ts'
import { endAllSessions } from '#server/call/session.ts'
import { codeSignIn } from './codes.contract.ts'

export const codeSignInHandlers = serve(codeSignIn, {
  async sendcode({ authTel, purpose, ...shown }, context) {
    const { inOwnTransaction, services, origin } = context
    const key = { authTel, purpose }
    const needed = await inOwnTransaction((db) => checkBeforeCode(db, services.secret, key, origin.address))
    await requireCheck(context, shown, needed)
    // Makes a code for every number alike; one that is not verified never gets to know it.
    const code = await inOwnTransaction((db) => makeCode(db, services.secret, key, origin.address))
    // Answers without waiting for it, since only a verified phone has anything to wait for.
    void sendIfVerified(context, authTel, code).catch((error: unknown) =>
      log.warn({ event: 'code not sent', outcome: describeError(error).error }),
    )
    return null
  },

  signinbycode: (shown, context) => enterByCode(context, shown),

  resetpwd: resetPassword,
})

async function sendIfVerified({ inOwnTransaction, services }: Context, authTel: string, code: string) {
  const accounts = await inOwnTransaction((db) => verifiedAccounts(db, authTel))
  if (accounts.length > 0) await sendCode(services, { authTel, code, userNos: accounts.map(({ userNo }) => userNo) })
}

type Shown = Pick<Input<typeof codeSignIn.sendcode>, 'codeId' | 'code' | 'codeToken'>

/** Throws codeNeeded where a captcha is missing and wrongCode where it was not solved, as a sign-in does. */
async function requireCheck({ inOwnTransaction, origin: { address } }: Context, shown: Shown, needed: Check | undefined) {
  const { codeId, code, codeToken } = shown
  const asking = { codeFlag: '1', ...(needed === 'img' && { codeType: needed }) }
  const isSlide = codeToken !== undefined && needed !== 'img'
  if (!isSlide && !(codeId && code)) {
    if (needed) throw new Fault('codeNeeded', '请先完成安全验证', asking)
    return
  }
  const isSolved = await inOwnTransaction((db) =>
    isSlide ? holdsToken(db, codeToken, address) : readsImage(db, codeId ?? '', code ?? '', address),
  )
  if (!isSolved) throw new Fault('wrongCode', undefined, asking)
}

/**
 * Sets a new password after a code, and ends all that was opened by the old one. Throws wrongCode, invalid for administrators and
 * 060, chooseAccount (with ResetChoices) where the phone verified several accounts and none is named, and as checkNewPassword does.
 */
async function resetPassword({ authTel, code, newPwd, userNo }: Input<typeof codeSignIn.resetpwd>, context: Context) {
  const { inOwnTransaction, services } = context
  const { codeNo, accounts } = await proveForReset(context, { authTel, code })
  const administrators = await administratorsOf(context, accounts)
  const own = accounts.filter((account) => !administrators.has(account.userNo))
  if (own.length === 0) throw invalidField('authTel', '这是管理员的账号，请上级单位或平台的管理员重置密码')
  const account = own.length === 1 ? own[0] : own.find((one) => one.userNo === userNo)
  if (!account) throw new Fault('chooseAccount', '这个手机有几个账号，请选择忘记密码的那个', await choicesOf(context, own))
  const held = await heldIdentities(context, account.userNo)
  await checkNewPassword({ newPwd }, context, { ...account, entNos: held.map(({ entNo }) => entNo) })
  const pwdHash = await hashPassword(newPwd)
  await inOwnTransaction(
    async (db) => {
      const { rows } = await sql`update account set pwd_hash = ${pwdHash}, pwd_initial = false, pwd_tm = now()
        where user_no = ${account.userNo} and stt = '1' and auth_tel = ${authTel} returning 1`.execute(db)
      if (rows.length === 0 || !(await useCode(db, codeNo))) throw new Fault('wrongCode')
      await endAllSessions(db, account.userNo)
    },
    { entNo: held[0]?.entNo ?? services.rootNo, userNo: account.userNo },
  )
  await recordSignIn(context, { name: authTel, way: 'code', result: 'newPassword', userNo: account.userNo })
  await tellOfOwnAct(context, { userNo: account.userNo, call: codeSignIn.resetpwd.path }, passwordSet(account.userNo))
  return null
}

const passwordSet = (userNo: string) => ({
  evt: 'pwdreset' as const,
  title: '你的密码刚刚用短信验证码重新设置',
  body: '已经登录的设备都已退出。\n\n如果不是你本人，请立即再设一次密码，并告诉单位的管理员。',
  about: { type: 'own', no: userNo },
})

const choicesOf = async (context: Context, accounts: readonly AccountRow[]) => ({
  accounts: await Promise.all(
    accounts.map(async ({ userNo, name, nickName }) => ({
      userNo,
      name,
      nickName,
      entNames: [...new Set((await heldIdentities(context, userNo)).map(({ entName }) => entName))],
    })),
  ),
})
