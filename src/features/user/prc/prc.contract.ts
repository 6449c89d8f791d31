import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { keyWord, none, page, pageQuery, ver } from '#contract/fields.ts'
import { clmnNo, FormValues } from '#contract/form/column.ts'
import { lveNo } from '#domain/leaves/leaves.contract.ts'
import { Chosen, flowNo, prcNo } from '#domain/approvals/approvals.contract.ts'
import { Offer, OfferInFull, prcStt, Process, ProcessInFull } from '#domain/approvals/process.contract.ts'

const may = permissions('tsk')

const key = z.object({ prcNo })
const guarded = key.extend({ ver: ver.optional() })
const own = { undo: false } as const
const given = { vals: FormValues, chosen: Chosen }

/** Defines the calls with which people hand in forms that others decide about (docs/spec/approvals.md#processes). */
export const prc = resource('/user/prc', {
  getforms: get(may.view, z.object({}), z.array(Offer), { title: '查询可以发起的申请' }),
  getform: get(may.view, z.object({ flowNo }), OfferInFull, { title: '打开要发起的申请' }),
  /** Keeps what is written so far, to go on with on any device; without any value it is given up. */
  save: post(may.view, z.object({ flowNo, vals: FormValues }), none, '已存为草稿', {
    ...own,
    title: '保存没写完的申请',
    quiet: true,
  }),
  start: post(may.view, z.object({ flowNo, ...given }), key, '已提交', { ...own, title: '发起申请' }),
  getpage: get(may.view, pageQuery.extend({ stt: prcStt.optional(), keyWord }), page(Process)),
  get: get('session', key, ProcessInFull),
  reveal: post('session', key.extend({ clmnNo }), z.object({ value: z.string().nullable() }), '', {
    ...own,
    title: '查看申请里的完整号码',
    quiet: true,
  }),
  resend: post('session', guarded.extend(given), none, '已重新提交', { ...own, title: '重新提交申请' }),
  /** Ends a leave of the caller's own application, from now on. */
  cutleave: post('session', z.object({ lveNo }), none, '已销假', { title: '为自己的申请销假' }),
  withdraw: post('session', guarded, none, '已撤回', { ...own, title: '撤回申请' }),
  urge: post('session', key, z.object({ remindCnt: z.int() }), '已催办', { ...own, title: '催办申请' }),
})
