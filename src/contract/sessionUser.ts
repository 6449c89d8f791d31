import * as z from 'zod'
import { flag, no } from './fields.ts'

const nullable = z.string().nullable()

/** Describes what a session holds of its user (docs/spec/sign-in.md#the-sessions-user). */
export const SessionUser = z.object({
  token: z.string().meta({ title: '令牌' }),
  no: no.meta({ title: '用户编号' }),
  name: z.string().meta({ title: '登录账号' }),
  nickName: z.string().meta({ title: '昵称' }),
  avatar: nullable.meta({ title: '头像' }),
  introduction: nullable.meta({ title: '简介' }),
  authTel: nullable.meta({ title: '登录手机', masked: true }),
  /** Tells whether that phone answered a code within 180 days (1: 已验证). */
  telFlag: flag,
  idntNo: z.string().meta({ title: '身份编号' }),
  idntName: z.string().meta({ title: '身份' }),
  idntVal: z.string().meta({ title: '身份值' }),
  entNo: z.string().meta({ title: '单位编号' }),
  entName: z.string().meta({ title: '单位名称' }),
  entLogo: nullable.meta({ title: '标志' }),
  roles: z.array(z.string()).meta({ title: '角色' }),
  roleslist: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
  idntValName: z.string().meta({ title: '身份值名称' }),
  /** Names the real actor during impersonation; `readFlag` 1: reads only. */
  imitUserNo: nullable.meta({ title: '模拟用户编号' }),
  imitName: nullable.meta({ title: '模拟用户' }),
  readFlag: flag,
  /** Tells whether the password must be changed first (1); `pwdNote` says why. */
  pwdFlag: flag,
  /** Tells that there is none, so that the new one is set without an old one (1). */
  noPwdFlag: flag,
  pwdNote: nullable,
  /** Tells whether a new password must follow the general rule (1): PWD_STRONG, and administrators always. */
  strongFlag: flag,
  /** Lists what the caller may do: module codes with their action codes. */
  mdllist: z.array(z.object({ mdlCode: z.string(), func: z.string() })),
})

/** Describes one of the identities a user may take (docs/spec/sign-in.md#the-sessions-user). */
export const IdentityCard = z.object({
  idntVal: z.string(),
  idntNo: z.string(),
  entNo: z.string(),
  idntName: z.string(),
  entName: z.string(),
  cardPht: nullable,
  idntValName: z.string(),
})
