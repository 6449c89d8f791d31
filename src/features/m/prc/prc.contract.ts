import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { flag, none, ver } from '#contract/fields.ts'
import { FormValues } from '#contract/form/column.ts'
import { flowNo, prcNo } from '#domain/approvals/approvals.contract.ts'
import { Offer, OfferInFull, Process, ProcessInFull } from '#domain/approvals/process.contract.ts'
import { lveNo } from '#domain/leaves/leaves.contract.ts'

const apart = { place: 'caller', undo: false } as const
const key = z.object({ token: z.string().min(1).max(300).meta({ title: '通知链接' }) })
const one = key.extend({ prcNo })
const guarded = one.extend({ ver: ver.optional() })
const vals = FormValues

/** Describes what a guardian can hand in for a child, and what was handed in for it. */
export const ApplyHome = z.object({
  entName: z.string(),
  stuName: z.string(),
  /** Lists what can be handed in; none for who has no custody of the child. */
  offers: z.array(Offer),
  /** Lists what guardians have handed in for the child, the newest first, at most 50. */
  handedIn: z.array(Process.extend({ mineFlag: flag })),
  /** Names the application that the notice of the link is about; null for others. */
  prcNo: prcNo.nullable(),
})

/** Defines the calls with which a guardian hands in for a child, by the link of a notice (docs/spec/approvals.md#guardians). */
export const mPrc = resource('/m/prc', {
  open: post('open', key, ApplyHome, '', { ...apart, title: '家长查看孩子的申请' }),
  getform: post('open', key.extend({ flowNo }), OfferInFull, '', { ...apart, title: '家长打开要发起的申请' }),
  save: post('open', key.extend({ flowNo, vals }), none, '已存为草稿', { ...apart, title: '家长保存没写完的申请' }),
  start: post('open', key.extend({ flowNo, vals }), z.object({ prcNo }), '已提交', { ...apart, title: '家长发起申请' }),
  get: post('open', one, ProcessInFull, '', { ...apart, title: '家长查看申请' }),
  resend: post('open', guarded.extend({ vals }), none, '已重新提交', { ...apart, title: '家长重新提交申请' }),
  withdraw: post('open', guarded, none, '已撤回', { ...apart, title: '家长撤回申请' }),
  urge: post('open', one, z.object({ remindCnt: z.int() }), '已催办', { ...apart, title: '家长催办申请' }),
  cutleave: post('open', key.extend({ lveNo }), none, '已销假', { ...apart, title: '家长为孩子销假' }),
})
