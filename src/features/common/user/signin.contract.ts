import * as z from 'zod'
import { IdentityCard, SessionUser } from '#features/user/user/user.contract.ts'
import { post, resource } from '#contract/call.ts'
import { code, none, oneLine } from '#contract/fields.ts'

export const SignIn = z.object({
  name: z
    .string({ error: '请输入账号' })
    .trim()
    .min(1, { error: '请输入账号' })
    .max(64, { error: '账号最多 64 个字' })
    .regex(oneLine, { error: '含有不允许的字符' })
    .meta({ title: '账号' }),
  pwd: z
    .string({ error: '请输入密码' })
    .min(1, { error: '请输入密码' })
    .max(200, { error: '密码最多 200 个字' })
    .meta({ title: '密码' }),
  codeId: z.string().max(64).optional().meta({ title: '验证码标识' }),
  code: z.string().max(20).optional().meta({ title: '验证码' }),
  idntNo: code('IDNT').optional().meta({ title: '身份', dictionary: 'IDNT' }),
})

/** Signing in and out (specification, section 7; domain, 2.2). */
export const signin = resource('/common/user', {
  login: post(
    'open',
    SignIn,
    z.object({ token: z.string(), tokenId: z.string(), user: SessionUser, idnts: z.array(IdentityCard) }),
    '',
    { undo: false },
  ),
  logout: post('initial', z.object({}), none, '', { undo: false }),
})
