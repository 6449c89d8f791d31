import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, date8, flag, keyWord, no, none, numbers, page, pageQuery, time14, ver } from '#contract/fields.ts'
import { FormValues } from '#contract/form/column.ts'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { prcNo, reason, word } from '#domain/approvals/approvals.contract.ts'

const may = permissions('tsk')

const tskNo = no.meta({ title: '审批任务' })

/**
 * Describes a task in a list: about something that was handed in, or (kind 4, with `mtgNo`) what a meeting decided, where `tskNo` is the
 * decision's number, `flowName` the meeting and `empName` its host.
 */
export const TaskRow = z.object({
  tskNo,
  prcNo: prcNo.nullable(),
  mtgNo: no.nullable().meta({ title: '会议编号' }),
  title: z.string().meta({ title: '标题' }),
  flowName: z.string().meta({ title: '来自' }),
  empName: z.string().meta({ title: '发起人' }),
  stepName: z.string().meta({ title: '步骤' }),
  /** Names for whom the caller decides by delegation; null where it is for themselves. */
  forName: z.string().nullable().meta({ title: '代谁审批' }),
  kind: z.enum(['1', '2', '3', '4']),
  stt: code('TSK_STT').meta({ title: '我的处理', dictionary: 'TSK_STT' }),
  prcStt: code('PRC_STT').nullable().meta({ title: '申请状态', dictionary: 'PRC_STT' }),
  /** Gives by when it is to be done; null for no limit. */
  dueTm: time14.nullable().meta({ title: '期限' }),
  /** Tells that this has passed (1). */
  lateFlag: flag,
  cameTm: time14.meta({ title: '到达时间' }),
  doneTm: time14.nullable().meta({ title: '处理时间' }),
  /** Tells that it may be passed together with others (1): nothing has to be signed or filled in. */
  plainFlag: flag,
})

/** Describes a task that was not passed with others, and why. */
export const NotPassed = TaskRow.pick({ tskNo: true, title: true }).extend({ why: z.string().meta({ title: '原因' }) })

/** Names the lists of tasks: what waits for the caller, what they have dealt with, what they were sent copies of. */
const tab = z.enum(['todo', 'done', 'copy']).default('todo').meta({ title: '哪一类' })

/** Describes what a meeting decided that the caller does. */
export const OwnDecision = z.object({
  decNo: no.meta({ title: '决定编号' }),
  what: z.string().meta({ title: '要做的事' }),
  mtgNo: no,
  mtgName: z.string().meta({ title: '会议' }),
  mtgDt: time14.nullable().meta({ title: '会议时间' }),
  hostName: z.string().meta({ title: '主持人' }),
  /** Tells whether the caller finds the meeting (1): whoever was not at it may have to do something all the same. */
  seeFlag: flag,
  empName: z.string().meta({ title: '负责人' }),
  mineFlag: flag,
  dueDt: date8.meta({ title: '完成日期' }),
  word: z.string().nullable().meta({ title: '完成情况' }),
  doneTm: time14.nullable().meta({ title: '完成时间' }),
  stt: z.enum([DecisionState.open, DecisionState.done]),
})

const decNo = no.meta({ title: '决定编号' })
const key = z.object({ tskNo, ver: ver.optional() })
const own = { undo: false } as const

/** Defines the calls with which people decide about what others hand in (docs/spec/approvals.md#tasks). */
export const tsk = resource('/user/tsk', {
  getpage: get(may.view, pageQuery.extend({ tab, keyWord }), page(TaskRow)),
  pass: post(
    'session',
    key.extend({
      word,
      sign: z
        .array(z.array(z.number().min(0).max(1000)).max(4000))
        .max(200)
        .nullish()
        .meta({ title: '签名' }),
      vals: FormValues.default({}),
    }),
    none,
    '已同意',
    { ...own, title: '同意申请' },
  ),
  reject: post('session', key.extend({ word: reason }), none, '已驳回', { ...own, title: '驳回申请' }),
  back: post(
    'session',
    key.extend({
      word: reason,
      step: z.int().min(0).max(40).meta({ title: '退回到' }),
      againFlag: flag.default('1').meta({ title: '中间的步骤重新审批' }),
    }),
    none,
    '已退回',
    { ...own, title: '退回申请' },
  ),
  giveon: post('session', key.extend({ empNo: no.meta({ title: '转交给' }), word }), none, '已转交', {
    ...own,
    title: '转交审批',
  }),
  addcc: post('session', z.object({ prcNo, empNos: numbers.max(20).meta({ title: '抄送给' }) }), none, '已抄送', {
    ...own,
    title: '抄送申请',
  }),
  /** Reads what a meeting decided, for who does it and for the host. */
  getdecision: get('session', z.object({ decNo }), OwnDecision, { title: '查询会议决定' }),
  finish: post('session', z.object({ decNo, word }), none, '已完成，并告诉了主持人', { ...own, title: '完成会议决定' }),
  /** Passes several at once; what cannot be passed is told, and stays. */
  many: post(
    'session',
    z.object({ tskNos: numbers.max(100).meta({ title: '审批任务' }), word }),
    z.object({ doneCnt: z.int(), failed: z.array(NotPassed) }),
    '',
    { ...own, title: '批量同意申请' },
  ),
})
