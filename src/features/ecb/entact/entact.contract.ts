import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, liveStt, maskedText, no, none, note, stt, text, time14, ver } from '#contract/fields.ts'

const may = permissions('entact')
const managed = { place: 'managed' } as const

/** Names the payment types that accounts have rules for (docs/spec/enterprises.md#payment-accounts). */
export const PayType = { bank: '03', cash: '09' } as const

/**
 * Describes an account on which an enterprise is paid (docs/spec/enterprises.md#payment-accounts); its number is answered masked.
 */
export const PaymentAccount = z.object({
  entNo: no.meta({ title: '单位编号' }),
  rdx: z.int().meta({ title: '序号' }),
  payType: code('PAY_TYPE').meta({ title: '支付类型' }),
  actName: text(60).meta({ title: '户名' }),
  actNo: maskedText.meta({ title: '账号' }),
  opnBank: text(60).nullish().meta({ title: '开户行' }),
  /** Links to the picture that is shown of the account; null for none. */
  logoPath: z.string().nullable().meta({ title: '图片' }),
  rem: note(500).meta({ title: '备注' }),
  stt,
  updTm: time14.meta({ title: '更新时间' }),
  ver,
})

const { payType, actName, opnBank, rem } = PaymentAccount.shape
const actNo = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z_-]{4,32}$/, { error: '应为 4 到 32 位字母、数字、- 或 _' })
  .meta({ title: '账号', masked: true })
const key = z.object({ rdx: z.int().min(1).max(999_999).meta({ title: '序号' }) })
const logoPath = no.nullish().meta({ title: '图片' })
const writable = z.object({ payType, actNo, actName, opnBank, logoPath, rem })

/** Defines the calls for payment accounts of an enterprise (docs/spec/enterprises.md#payment-accounts). */
export const entact = resource('/ecb/entact', {
  getlist: get(may.view, z.object({ stt: liveStt.optional(), keyWord }), z.array(PaymentAccount), managed),
  create: post(may.add, writable, PaymentAccount, '添加成功', managed),
  update: post(
    may.edit,
    key.extend({ ...writable.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    PaymentAccount,
    '修改成功',
    managed,
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', managed),
})
