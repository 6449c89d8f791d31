import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { flag } from '#contract/fields.ts'
import { SignedIn } from '#contract/shell/signin.contract.ts'

const secret = z.string().min(1)

/**
 * Defines the calls to sign in at an external server: an OpenID provider (SSO) or a CAS server
 * (docs/spec/sign-in.md#other-ways-in).
 */
export const externalSignIn = resource('/common/user', {
  /** Tells which of them are set up here, whether everything here is demo data (1), and what the page calls itself. */
  getways: get(
    'open',
    z.object({}),
    z.object({
      ssoFlag: flag,
      casFlag: flag,
      /** Tells whether codes can be sent by short message (1). */
      codeFlag: flag,
      demoFlag: flag,
      lgnName: z.string().meta({ title: '登录页上的名称' }),
      lgnLogo: z.string().nullable().meta({ title: '标志' }),
      lgnRecord: z.string().nullable().meta({ title: '备案号' }),
    }),
    { title: '查询可用的登录方式' },
  ),
  /** Returns the address to go to; `browserKey` stays in the browser that began, so that no other can end the sign-in. */
  beginsso: post('open', z.object({}), z.object({ url: z.string(), browserKey: z.string() }), '', {
    title: '开始统一登录',
    undo: false,
  }),
  loginbysso: post(
    'open',
    z.object({
      code: secret.max(4000).meta({ title: '授权码' }),
      state: secret.max(100).meta({ title: '登录状态' }),
      browserKey: secret.max(100).meta({ title: '浏览器凭据' }),
      iss: secret.max(500).optional().meta({ title: '签发者' }),
    }),
    SignedIn,
    '',
    { title: '统一登录', undo: false },
  ),
  getcas: get('open', z.object({}), z.object({ url: z.string() }), { title: '查询 CAS 登录地址' }),
  /** Signs in by a CAS ticket; `casUrl` ends the session at the CAS server. */
  loginbycas: post(
    'open',
    z.object({
      ticket: z
        .string()
        .regex(/^ST-[\w.-]{1,256}$/)
        .meta({ title: 'CAS 票据' }),
    }),
    SignedIn.extend({ casUrl: z.string() }),
    '',
    { title: 'CAS 登录', undo: false },
  ),
})
