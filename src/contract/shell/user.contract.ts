import * as z from 'zod'
import { get, post, resource } from '../call.ts'
import { mobile, nickName, no, none, code, time14 } from '../fields.ts'
import { plainWidth } from '../values/plain.ts'
import { SignIn } from './signin.contract.ts'
import { IdentityCard, SessionUser } from '../sessionUser.ts'

// Says the same of every password, the old one too (docs/spec/messages.md#passwords).
const wrongLength = '新密码长度为6~20位'
const password = (label: string, missing: string) =>
  z
    .string({ error: missing })
    .min(1, { error: missing })
    .min(6, { error: wrongLength })
    .max(20, { error: wrongLength })
    .meta({ title: label, secret: true })

/** Describes the two passwords of a change, with the messages of docs/spec/messages.md#passwords. */
export const PasswordChange = z.object({ oldPwd: password('旧密码', '请输入旧密码'), newPwd: password('新密码', '请输入新密码') })

/** Accepts the six digits of a code by short message. */
export const phoneCode = z
  .string({ error: '请输入短信验证码' })
  .max(20)
  .overwrite(plainWidth)
  .regex(/^\d{6}$/, { error: '短信验证码是 6 位数字' })
  .meta({ title: '短信验证码', secret: true })

/** Describes the new password typed once more; only the page asks for it. */
export const PasswordAgain = z.object({ again: password('再次输入', '请再次输入密码') })

/**
 * Describes the chosen identity, with the `entNo` that every call takes. A platform out of use is reported as that, not as a
 * wrong code.
 */
const Chosen = z.object({
  idntVal: no.meta({ title: '身份值' }),
  idntNo: no.meta({ title: '身份' }),
})

/** Limits an avatar, in KB. */
export const mostAvatar = 500

/** Describes one's own ID photo as a link that expires, and the state of the last one submitted; null where there is none. */
export const OwnPhoto = z.object({
  cardPht: z.string().nullable().meta({ title: '证件照' }),
  stt: code('PHT_STT').nullable().meta({ title: '审核状态' }),
  rsn: z.string().nullable().meta({ title: '驳回原因' }),
})

/** Describes the answer to a switch: the new token, and the entry page of the platform with its one-use tokenId (60 s). */
export const Switched = z.object({ accessToken: z.string(), tokenId: z.string(), url: z.string() })

/** Describes an identity of one's own account: by whom it was given, and when. */
export const OwnIdentity = z.object({
  idntNo: no,
  entNo: no,
  idntVal: no,
  idntName: z.string().meta({ title: '身份' }),
  entName: z.string().meta({ title: '单位' }),
  idntValName: z.string().nullable().meta({ title: '姓名' }),
  /** Names who gave it; null where it came with the installation. */
  givenName: z.string().nullable().meta({ title: '由谁给' }),
  givenTm: time14.meta({ title: '何时起' }),
})

/** Describes another account of the caller before it is joined: who made it, when, and what comes over. */
const Joinable = z.object({
  userNo: no,
  name: z.string(),
  nickName: z.string(),
  crtName: z.string().nullable(),
  crtTm: time14,
  idnts: z.array(OwnIdentity),
})

const { name, pwd } = SignIn.shape
/** Describes another account of one's own, proven by its password or by a code to the phone that it verified; an administrator's by both. */
export const OtherAccount = z.object({
  name: name.meta({ title: '另一个账号' }),
  pwd: pwd.optional().meta({ title: '它的密码', secret: true }),
  code: phoneCode.optional(),
})

/** Defines the calls of the signed-in user (docs/spec/sign-in.md#the-sessions-user). */
export const user = resource('/user/user', {
  get: get('initial', z.object({}), SessionUser),
  updatepwd: post('initial', PasswordChange, z.object({ token: z.string(), tokenId: z.string() }), '修改成功', {
    undo: false,
  }),
  /** Sets a password where there is none, after a sign-in by code ended the one that somebody else had set. */
  setpwd: post(
    'initial',
    z.object({ newPwd: PasswordChange.shape.newPwd }),
    z.object({ token: z.string(), tokenId: z.string() }),
    '密码已设置',
    { title: '设置密码', undo: false },
  ),
  updatenickname: post('session', z.object({ nickName: nickName.meta({ title: '昵称' }) }), none, '修改成功', {
    title: '修改昵称',
  }),
  /** Sets an avatar that the caller has uploaded; null for none. */
  updateavatar: post('session', z.object({ avatar: no.nullable().meta({ title: '头像' }) }), none, '修改成功', {
    title: '修改头像',
  }),
  getphoto: get('session', z.object({}), OwnPhoto, { title: '查询自己的证件照', place: 'caller' }),
  /** Lists the identities to switch between (docs/spec/product.md#identities: 010 to 060). */
  getidnts: get('session', z.object({}), z.array(IdentityCard)),
  getownidnts: get('session', z.object({}), z.array(OwnIdentity), { title: '查询我的身份', place: 'caller' }),
  /** Answers the same whether the account exists and has verified its phone or not. */
  sendjoincode: post('session', OtherAccount.pick({ name: true }), none, '如果那个账号的手机验证过，验证码已发出', {
    title: '发送合并账号的短信',
    undo: false,
    place: 'caller',
  }),
  previewjoin: post('session', OtherAccount, Joinable, '', { title: '查看要合并的账号', undo: false, place: 'caller' }),
  join: post('session', OtherAccount, none, '账号已合并', { title: '合并另一个账号', undo: false, place: 'caller' }),
  leave: post('session', Chosen.extend({ idntEntNo: no.meta({ title: '身份所在单位' }) }), none, '身份已解除', {
    title: '解除身份',
    undo: false,
    place: 'caller',
  }),
  updatetel: post(
    'session',
    z.object({ authTel: mobile.meta({ title: '新的登录手机' }), pwd: pwd.meta({ title: '密码', secret: true }) }),
    none,
    '登录手机已修改',
    { title: '修改登录手机', undo: false, place: 'caller' },
  ),
  sendtelcode: post('session', z.object({}), none, '短信已发出', {
    title: '发送验证登录手机的短信',
    undo: false,
    place: 'caller',
  }),
  verifytel: post('session', z.object({ code: phoneCode }), none, '登录手机已验证', {
    title: '验证登录手机',
    undo: false,
    place: 'caller',
  }),
  switch: post('session', Chosen, Switched, '', { title: '切换身份', undo: false, place: 'caller' }),
})
