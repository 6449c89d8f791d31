import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, postOrder, resource } from '#contract/call.ts'
import { decimal } from '#contract/values/decimal.ts'
import { flag, keyWord, liveStt, no, none, note, stt, text, time14, ver } from '#contract/fields.ts'

const may = permissions('payitem')
const managed = { place: 'managed' } as const

/** Accepts yuan, in fen exactly (docs/spec/inputs.md#numbers). */
const amount = decimal()
  .min(0)
  .refine((yuan) => yuan >= 0.01, { error: '至少 0.01 元' })

/** Describes something to pay for, with the eight flags of docs/spec/enterprises.md#payment-items. */
export const PayItem = z.object({
  payItemNo: no.meta({ title: '项目编号' }),
  entNo: no.meta({ title: '单位编号' }),
  itemName: text(60).meta({ title: '项目' }),
  theme: text(30).meta({ title: '主题' }),
  amt: amount.meta({ title: '金额（元）' }),
  minAmt: amount.nullish().meta({ title: '最低金额（元）' }),
  maxAmt: amount.nullish().meta({ title: '最高金额（元）' }),
  actRdx: z.int().min(1).max(999_999).nullish().meta({ title: '收款账户' }),
  actName: z.string().nullable().meta({ title: '收款账户' }),
  period: text(30).nullish().meta({ title: '缴费周期' }),
  pubFlag: flag.meta({ title: '可申请' }),
  onFlag: flag.meta({ title: '仅线上' }),
  offFlag: flag.meta({ title: '仅线下' }),
  editFlag: flag.meta({ title: '申请时可改' }),
  partFlag: flag.meta({ title: '可分期' }),
  partCnt: z.int().min(2).max(24).nullish().meta({ title: '最多期数' }),
  amtEditFlag: flag.meta({ title: '可改金额' }),
  signFlag: flag.meta({ title: '单选' }),
  mustFlag: flag.meta({ title: '必缴' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  rem: note(500).meta({ title: '备注' }),
  stt,
  updTm: time14.meta({ title: '更新时间' }),
  ver,
})

const { itemName, theme, amt, minAmt, maxAmt, actRdx, period, partCnt, rem } = PayItem.shape
const { pubFlag, onFlag, offFlag, editFlag, partFlag, amtEditFlag, signFlag, mustFlag } = PayItem.shape
const flags = z.object({ pubFlag, onFlag, offFlag, editFlag, partFlag, amtEditFlag, signFlag, mustFlag }).partial()
const writable = z.object({ theme, itemName, amt, minAmt, maxAmt, actRdx, period, partCnt, rem, ...flags.shape })
const key = PayItem.pick({ payItemNo: true })
const filter = z.object({ theme: theme.optional(), stt: liveStt.optional(), keyWord })

/** Defines the calls for the payment items of an enterprise by theme (docs/spec/enterprises.md#payment-items). */
export const payitem = resource('/ecb/payitem', {
  getlist: get(may.view, filter, z.array(PayItem), managed),
  create: post(may.add, writable, PayItem, '添加成功', managed),
  update: post(
    may.edit,
    key.extend({ ...writable.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    PayItem,
    '修改成功',
    managed,
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', managed),
  /** Orders the items of one theme. */
  setpayitemord: postOrder(may.edit, 'payItemOrds', 'payItemNo', managed),
})
