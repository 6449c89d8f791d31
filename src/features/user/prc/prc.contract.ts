import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, no, none, page, pageQuery, time14, ver } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import { FormChoices } from '#contract/form/formChoices.ts'
import { LeaveFacts, lveNo } from '#domain/leaves/leaves.contract.ts'
import { Chosen, flowNo, prcNo } from '#domain/approvals/approvals.contract.ts'

const may = permissions('tsk')

const prcStt = code('PRC_STT').meta({ title: '状态', dictionary: 'PRC_STT' })

/** Describes something that was handed in, in a list. */
export const Process = z.object({
  prcNo,
  title: z.string().meta({ title: '标题' }),
  flowName: z.string().meta({ title: '流程' }),
  stt: prcStt,
  /** Names the open step, and who is waited for; null when it is over. */
  stepName: z.string().nullable().meta({ title: '当前步骤' }),
  waitFor: z.string().nullable().meta({ title: '等待' }),
  sentTm: time14.meta({ title: '提交时间' }),
  doneTm: time14.nullable().meta({ title: '办结时间' }),
})

/** Describes what one person did, or is to do, about a process. */
export const Deed = z.object({
  tskNo: no,
  kind: z.enum(['1', '2', '3']),
  stepName: z.string(),
  empName: z.string(),
  /** Names for whom it is done by delegation; null where it is for themselves. */
  forName: z.string().nullable(),
  why: z.string().nullable(),
  word: z.string().nullable(),
  sign: z.array(z.array(z.number())).nullable(),
  cameTm: time14,
  doneTm: time14.nullable(),
  stt: z.enum(['1', '2', '3', '4', '5', '6']),
})

/** Describes the caller's own open task about a process. */
const OwnTask = z.object({
  tskNo: no,
  kind: z.enum(['1', '3']),
  signFlag: flag,
  /** Lists the fields to fill in with the decision. */
  fills: Columns,
  /** Lists the steps to which it may be returned, the starter (0) first. */
  backs: z.array(z.object({ step: z.int(), name: z.string() })),
})

/** Describes a process in full, with what the caller may do. */
export const ProcessInFull = z.object({
  prcNo,
  title: z.string(),
  flowNo,
  flowName: z.string(),
  stt: prcStt,
  empName: z.string(),
  /** Names the main department of whoever handed it in. */
  place: z.string().nullable(),
  sentTm: time14,
  doneTm: time14.nullable(),
  billClmns: Columns,
  choices: FormChoices,
  vals: FormValues,
  files: z.array(z.object({ fileNo: no, url: z.string() })),
  /** Lists the fields that the starter fills in; the others are filled in by those who decide. */
  startNos: z.array(clmnNo),
  deeds: z.array(Deed),
  /** Lists the leaves that it became when it passed. */
  leaves: z.array(LeaveFacts),
  /** Tells that the caller will be on leave by it, and has nobody who decides for them meanwhile (1). */
  dlgFlag: flag,
  /** Tells how many have to agree in the open step, and how many do; null where one suffices. */
  want: z.object({ cnt: z.int(), doneCnt: z.int() }).nullable(),
  /** Lists the names of the steps that come after the open one. */
  ahead: z.array(z.string()),
  task: OwnTask.nullable(),
  mineFlag: flag,
  withdrawFlag: flag,
  ver,
})

/** Describes a form that can be handed in. */
const Offer = z.object({ flowNo, flowName: z.string(), des: z.string().nullable(), typeNo: no, typeName: z.string() })

const key = z.object({ prcNo })
const guarded = key.extend({ ver: ver.optional() })
const own = { undo: false } as const
const given = { vals: FormValues, chosen: Chosen }

/** Defines the calls with which people hand in forms that others decide about (docs/spec/approvals.md#processes). */
export const prc = resource('/user/prc', {
  getforms: get(may.view, z.object({}), z.array(Offer), { title: '查询可以发起的申请' }),
  getform: get(
    may.view,
    z.object({ flowNo }),
    z.object({
      flowName: z.string(),
      des: z.string().nullable(),
      billClmns: Columns,
      /** Lists the steps for which the starter chooses who decides. */
      picks: z.array(z.object({ stepNo: z.string(), stepName: z.string() })),
    }),
    { title: '打开要发起的申请' },
  ),
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
