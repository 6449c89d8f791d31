import * as z from 'zod'
import { get, post, resource } from '../call.ts'
import { code, no, none, personName } from '../fields.ts'
import { IdentityCard, SessionUser } from '../sessionUser.ts'

const password = (label: string, missing: string) =>
  z
    .string({ error: missing })
    .min(1, { error: missing })
    .min(6, { error: `${label}长度为6~20位` })
    .max(20, { error: `${label}长度为6~20位` })
    .meta({ title: label, secret: true })

/** Describes the two passwords of a change, with the messages of docs/spec/messages.md#passwords. */
export const PasswordChange = z.object({ oldPwd: password('旧密码', '请输入旧密码'), newPwd: password('新密码', '请输入新密码') })

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

/** Defines the calls of the signed-in user (docs/spec/sign-in.md#the-sessions-user). */
export const user = resource('/user/user', {
  get: get('initial', z.object({}), SessionUser),
  updatepwd: post('initial', PasswordChange, z.object({ token: z.string(), tokenId: z.string() }), '修改成功', {
    undo: false,
  }),
  updatenickname: post('session', z.object({ nickName: personName.meta({ title: '昵称' }) }), none, '修改成功', {
    title: '修改昵称',
  }),
  /** Sets an avatar that the caller has uploaded; null for none. */
  updateavatar: post('session', z.object({ avatar: no.nullable().meta({ title: '头像' }) }), none, '修改成功', {
    title: '修改头像',
  }),
  getphoto: get('session', z.object({}), OwnPhoto, { title: '查询自己的证件照', place: 'caller' }),
  /** Lists the identities to switch between (docs/spec/product.md#identities: 010 to 060). */
  getidnts: get('session', z.object({}), z.array(IdentityCard)),
  switch: post('session', Chosen, Switched, '', { title: '切换身份', undo: false, place: 'caller' }),
})
