import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import {
  code,
  flag,
  keyWord,
  liveStt,
  maskedText,
  mobile,
  no,
  none,
  nickName,
  numbers,
  page,
  pageQuery,
  stt,
  text,
  time14,
  ver,
} from '#contract/fields.ts'
import { NewAccount } from '#domain/people/newAccount.contract.ts'

export type Row = z.output<typeof Account>

const may = permissions('user')

const accountName = z
  .string()
  .trim()
  .max(32)
  .regex(/^[A-Za-z][A-Za-z0-9_.@-]{2,31}$/, { error: '以字母开头，3 到 32 个字母、数字或 _ - . @' })

/** Describes one of the identities that an account may take. */
const Identity = z.object({
  idntNo: z.string(),
  idntName: z.string(),
  entNo: no,
  entName: z.string(),
  idntVal: no,
  idntValName: z.string(),
})

/** Describes a sign-in account of the platform (docs/spec/accounts.md#accounts-of-the-platform). */
export const Account = z.object({
  userNo: no.meta({ title: '用户编号' }),
  name: accountName.meta({ title: '登录账号' }),
  nickName: nickName.meta({ title: '昵称' }),
  authTel: maskedText.meta({ title: '认证手机' }),
  idnts: z.array(Identity).meta({ title: '身份' }),
  lastTm: time14.nullable().meta({ title: '最近登录' }),
  /** Tells whether wrong passwords lock it (1). */
  lockFlag: flag.meta({ title: '锁定' }),
  pwdFlag: flag.meta({ title: '初始密码' }),
  chkFlag: flag.meta({ title: '选中' }),
  stt,
  ver,
})

/** Describes an account in a conflict: without what is joined to it. */
const Kept = Account.omit({ idnts: true, lastTm: true, lockFlag: true, pwdFlag: true, chkFlag: true })

const taken = z
  .array(z.strictObject({ entNo: no.meta({ title: '单位编号' }), idntVal: no.meta({ title: '身份值' }) }))
  .max(50)
  .meta({ title: '身份' })
const key = Account.pick({ userNo: true })
const facts = z.object({ nickName: Account.shape.nickName, authTel: mobile.nullish().meta({ title: '认证手机' }) })

/**
 * Defines the calls for sign-in accounts: the platform's operators see all, those of a part of it the ones with an identity
 * there.
 */
export const account = resource('/ecb/user', {
  getpage: get(
    may.view,
    z.object({
      idntNo: code('IDNT').optional().meta({ title: '身份', dictionary: 'IDNT' }),
      stt: liveStt.optional(),
      keyWord,
      userNos: numbers.optional().meta({ title: '选中的用户' }),
      ...pageQuery.shape,
    }),
    page(Account),
  ),
  /** Finds enterprises whose people may be given an account: the first that a keyword finds. */
  getents: get(may.view, z.object({ keyWord }), z.array(z.object({ entNo: no, entName: z.string(), idntNo: z.string() })), {
    title: '查询可选的企业',
  }),
  create: post(may.add, facts.extend({ name: Account.shape.name, idnts: taken.optional() }), NewAccount, '添加成功', {
    undo: false,
  }),
  update: post(
    may.edit,
    key.extend({ ...facts.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    Kept,
    '修改成功',
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  /** Makes these the identities of an account, each an employee of an enterprise within reach. */
  setidnts: post(may.set, key.extend({ idnts: taken }), none, '设置成功', { undo: false }),
  resetpwd: post(may.set, key, NewAccount, '设置成功', { undo: false }),
  unlock: post(may.set, key, none, '设置成功', { undo: false }),
  /** Opens a tokenId with which a page acts as the user: to look only, unless `writeFlag` is 1. */
  imitate: post(
    may.set,
    key.extend({
      idntNo: code('IDNT').meta({ title: '身份', dictionary: 'IDNT' }),
      idntEntNo: no.meta({ title: '身份所在企业' }),
      reason: text(200).meta({ title: '原因' }),
      writeFlag: flag.default('0').meta({ title: '允许修改' }),
    }),
    z.object({ tokenId: z.string(), url: z.string() }),
    '',
    { title: '模拟登录', undo: false },
  ),
})
