import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { mobile, no, none } from '#contract/fields.ts'
import { codeId } from '#contract/shell/captcha.contract.ts'
import { SignedIn, SignIn } from '#contract/shell/signin.contract.ts'
import { PasswordChange, phoneCode } from '#contract/shell/user.contract.ts'

const authTel = mobile.meta({ title: '手机' })

/** Describes the request for a code, with the captcha that is asked for after repeated asking. */
export const CodeAsked = z.object({
  authTel,
  purpose: z.enum(['signin', 'reset']).meta({ title: '用途' }),
  codeId: codeId.optional(),
  code: z.string().max(20).optional().meta({ title: '图片验证码' }),
  codeToken: z.string().min(1).max(64).optional().meta({ title: '滑块验证凭据' }),
})

/** Describes a sign-in by code; `pwd`: administrators and 060 show it as well. */
export const CodeSignIn = z.object({
  authTel,
  code: phoneCode,
  pwd: SignIn.shape.pwd.optional(),
  idntNo: SignIn.shape.idntNo,
})

/** Describes a new password after a code; `userNo` names the account where the phone has several. */
export const PasswordReset = z.object({
  authTel,
  code: phoneCode,
  newPwd: PasswordChange.shape.newPwd,
  userNo: no.optional().meta({ title: '账号' }),
})

/** Lists the accounts of a phone, of which the one whose password is forgotten is named by its `userNo`. */
export const ResetChoices = z.object({
  accounts: z.array(z.object({ userNo: no, name: z.string(), nickName: z.string(), entNames: z.array(z.string()) })),
})

/** Says the same of every number, so that nobody learns which phones are known here. */
export const codeSentWords = '如果这个手机号可以用验证码，短信已经发出'

/** Defines the calls that work with a code by short message, for phones that are 已验证 (docs/spec/sign-in.md#codes). */
export const codeSignIn = resource('/common/user', {
  sendcode: post('open', CodeAsked, none, codeSentWords, { title: '发送短信验证码', undo: false }),
  signinbycode: post('open', CodeSignIn, SignedIn, '', { title: '短信验证码登录', undo: false }),
  resetpwd: post('open', PasswordReset, none, '密码已重置，请用新密码登录', { title: '忘记密码', undo: false }),
})
