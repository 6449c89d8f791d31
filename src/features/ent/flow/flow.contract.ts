import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, no, none, note, page, pageQuery, text, time14, ver } from '#contract/fields.ts'
import { Columns, FormValues } from '#contract/form/column.ts'
import { Chosen, flowNo, FlowState, startBy, Steps } from '#domain/approvals/approvals.contract.ts'
import { LeaveFields } from '#domain/leaves/leaves.contract.ts'

const may = permissions('flow')

const flowStt = code('FLOW_STT').meta({ title: '状态', dictionary: 'FLOW_STT' })
const fields = {
  flowName: text(40).meta({ title: '流程名称' }),
  tmplNo: no.meta({ title: '表单模板' }),
  des: note(200).meta({ title: '说明' }),
}

/** Describes a flow in the list. */
export const Flow = z.object({
  flowNo,
  flowName: z.string().meta({ title: '流程名称' }),
  tmplNo: fields.tmplNo,
  tmplName: z.string().meta({ title: '表单模板' }),
  des: z.string().nullable().meta({ title: '说明' }),
  stt: flowStt,
  startBy,
  /** Gives the version in use; null before it is published. */
  verNo: z.int().nullable().meta({ title: '版本' }),
  stepCnt: z.int().meta({ title: '步骤' }),
  /** Counts what was handed in by it and is still under way. */
  openCnt: z.int().meta({ title: '进行中' }),
  updTm: time14.meta({ title: '更新时间' }),
  ver,
})

/** Describes a person in a flow. */
export const Someone = z.object({ empNo: no, empName: z.string() })

/** Describes a flow with its steps as they are written now, and the names of whom and what they mention. */
export const FlowInFull = Flow.extend({
  steps: Steps,
  /** Names the fields that tell of a leave, as written or as the form suggests; null for forms of other types. */
  lve: LeaveFields.nullable(),
  /** Tells whether the steps were changed since they were published (1). */
  changedFlag: flag,
  /** Names whom the steps mention; `goneFlag`: no longer in office (1). */
  people: z.array(Someone.extend({ goneFlag: flag })),
  roles: z.array(z.object({ roleNo: no, roleName: z.string() })),
  billClmns: Columns,
})

/** Describes a step as somebody's form would walk it: who decides, or why it is passed over. */
export const TriedStep = z.object({
  stepName: z.string(),
  /** Names for whom somebody decides by delegation; null where it is for themselves. */
  people: z.array(Someone.extend({ why: z.string(), forName: z.string().nullable() })),
  /** Counts how many of them have to agree. */
  wantCnt: z.int(),
  skipWhy: z.string().nullable(),
})

const key = z.object({ flowNo })
const guarded = key.extend({ ver: ver.optional() })

/** Defines the calls for flows of approvals (docs/spec/approvals.md). */
export const flow = resource('/ent/flow', {
  getpage: get(may.view, pageQuery.extend({ stt: flowStt.optional(), keyWord }), page(Flow)),
  get: get(may.view, key, FlowInFull),
  /** Finds whom or what a step can name: people of the whole enterprise, with their departments, or roles. */
  find: get(
    may.edit,
    z.object({ kind: z.enum(['emp', 'role']).meta({ title: '找什么' }), keyWord }),
    z.array(z.object({ no, name: z.string(), des: z.string().nullable() })),
    { title: '查找审批人和角色' },
  ),
  create: post(may.add, z.object(fields), key.extend({ ver }), '新建成功', { title: '新建审批流程' }),
  update: post(
    may.edit,
    guarded.extend({
      ...z.object(fields).partial().shape,
      steps: Steps.optional(),
      startBy: startBy.optional(),
      lve: LeaveFields.optional().meta({ title: '请假记录' }),
    }),
    Flow.pick({ flowName: true, tmplNo: true, des: true, ver: true }),
    '已保存',
    { title: '修改审批流程' },
  ),
  publish: post(may.enable, guarded, z.object({ verNo: z.int() }), '已发布', { title: '发布审批流程', undo: false }),
  setstt: post(
    may.enable,
    guarded.extend({ stt: z.enum([FlowState.published, FlowState.stopped]).meta({ title: '状态', dictionary: 'FLOW_STT' }) }),
    none,
    '已保存',
    { title: '停用或启用审批流程' },
  ),
  delete: post(may.delete, guarded, none, '删除成功'),
  /**
   * Tells which way a form of somebody would go by the steps as they are written now; one that is for guardians alone, that of the pupil
   * in the form.
   */
  try: post(
    may.view,
    key.extend({ empNo: no.optional().meta({ title: '发起人' }), vals: FormValues, chosen: Chosen }),
    z.array(TriedStep),
    '',
    { title: '试走审批流程', undo: false, quiet: true },
  ),
})
