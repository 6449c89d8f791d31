import * as z from 'zod'
import { IdentityCard, SessionUser } from '../sessionUser.ts'
import { get, post, resource } from '../call.ts'
import { no, none } from '../fields.ts'
import { oneLine } from '../values/plain.ts'
import { codeId } from './captcha.contract.ts'

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
    .meta({ title: '密码', secret: true }),
  /** Holds the captcha, needed after three wrong tries of the name. */
  codeId: codeId.optional(),
  code: z.string().max(20).optional().meta({ title: '验证码' }),
  /** Names the wanted identity; one that is out of use is refused after the password was right, as the platform is not open. */
  idntNo: no.optional().meta({ title: '身份' }),
})

const { name, pwd, idntNo } = SignIn.shape
const SlideSignIn = z.object({ name, pwd, idntNo, codeToken: z.string().min(1).max(64).meta({ title: '滑块验证凭据' }) })

/** Describes the answer to every way of signing in. */
export const SignedIn = z.object({ token: z.string(), tokenId: z.string(), user: SessionUser, idnts: z.array(IdentityCard) })

/**
 * Describes the accounts that what was shown fits, where there are several: of the phone of all of them one is entered with its
 * tokenId (one use, 300 s).
 */
export const AccountChoices = z.object({
  choices: z.array(
    z.object({ tokenId: z.string(), name: z.string(), nickName: z.string(), entName: z.string(), idntName: z.string() }),
  ),
  /** Gives the sign-out of the CAS server, where that vouched for the phone. */
  casUrl: z.string().optional(),
})

/** Defines the calls to sign in and out (docs/spec/sign-in.md). */
export const signin = resource('/common/user', {
  login: post('open', SignIn, SignedIn, '', { title: '账号密码登录', undo: false }),
  loginbyslidecode: post('open', SlideSignIn, SignedIn, '', { title: '滑块验证后登录', undo: false }),
  /** Exchanges a one-use tokenId for a session of its own. */
  gettokenbyid: get('open', z.object({ id: z.string().min(1).max(100).meta({ title: '换取标识' }) }), SignedIn, {
    title: '凭换取标识取令牌',
  }),
  logout: post('initial', z.object({}), none, '', { title: '退出登录', undo: false }),
})
