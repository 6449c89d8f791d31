import * as z from 'zod'
import { code, flag, no, time14, ver } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import { FormChoices } from '#contract/form/formChoices.ts'
import { LeaveFacts } from '#domain/leaves/leaves.contract.ts'
import { flowNo, prcNo } from './approvals.contract.ts'

export const prcStt = code('PRC_STT').meta({ title: '状态', dictionary: 'PRC_STT' })

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
  entName: z.string(),
  title: z.string(),
  flowNo,
  flowName: z.string(),
  stt: prcStt,
  empName: z.string(),
  /** Names the main department of whoever handed it in, or whose guardian they are. */
  place: z.string().nullable(),
  /** Tells that a guardian handed it in (1), by the link of a notice. */
  ptrFlag: flag,
  sentTm: time14,
  doneTm: time14.nullable(),
  /** Names the collection whose answer it is, and the child whom that is about; null for what was handed in of their own accord. */
  asked: z.object({ hndNo: no, title: z.string(), chdNo: no.nullable() }).nullable(),
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
export const Offer = z.object({ flowNo, flowName: z.string(), des: z.string().nullable(), typeNo: no, typeName: z.string() })

/** Describes a form to be handed in, with what was written of it before. */
export const OfferInFull = z.object({
  flowName: z.string(),
  des: z.string().nullable(),
  billClmns: Columns,
  /** Tells that on phones each field is a page of its own (1). */
  singleFlag: flag,
  choices: FormChoices,
  /** Lists the steps for which the starter chooses who decides. */
  picks: z.array(z.object({ stepNo: z.string(), stepName: z.string() })),
  /** Gives what was written and not handed in, and when; null for nothing. */
  draft: z.object({ vals: FormValues, updTm: time14 }).nullable(),
})
