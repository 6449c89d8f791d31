import * as z from 'zod'
import { flag, isDistinct, no, note, text } from '#contract/fields.ts'
import { clmnNo } from '#contract/form/column.ts'

/** Names the states of a flow (docs/spec/approvals.md#states). */
export const FlowState = { deleted: '0', draft: '1', published: '2', stopped: '3' } as const
/** Names the states of a process: a form that was handed in to be decided about. */
export const ProcessState = { open: '1', passed: '2', refused: '3', returned: '4', withdrawn: '5' } as const
/** Names each state of a process in the words of its dictionary (PRC_STT), for pages that read none. */
export const processStates: Record<string, string> = {
  [ProcessState.open]: '审批中',
  [ProcessState.passed]: '已通过',
  [ProcessState.refused]: '已驳回',
  [ProcessState.returned]: '已退回',
  [ProcessState.withdrawn]: '已撤回',
}
/** Names what a task asks: to decide, to know of it, of the starter to hand it in again, or to do what a meeting decided. */
export const TaskKind = { decide: '1', copy: '2', again: '3', act: '4' } as const
/** Names the states of a task; `dropped`: it is no longer asked of this person; `finished`: what a meeting decided is done. */
export const TaskState = {
  waiting: '1',
  passed: '2',
  refused: '3',
  returned: '4',
  givenOn: '5',
  dropped: '6',
  finished: '7',
} as const

/** Names what the messages of a process are about. */
export const aboutProcess = 'prc'

export const flowNo = no.meta({ title: '流程编号' })
export const prcNo = no.meta({ title: '申请编号' })

/** Names who decides in a step, in the words of the flow. */
export const approverKinds = {
  leader: '发起人的部门负责人',
  head: '学生的班主任',
  role: '某个角色的人',
  named: '指定的人',
  chosen: '发起人自己选',
  field: '表单里填的人',
} as const
/** Names how many of several people have to agree. */
export const agreements = { any: '任一人同意即可', all: '所有人都同意（会签）', some: '至少几个人同意' } as const
/** Names who is told where a step is not decided in time. */
export const escalations = { leader: '审批人的部门负责人', keeper: '可以发布流程的人' } as const

/** Names who may hand in by a flow; `none`: its form is handed out alone, and answers are approved. */
export const starters = { emp: '员工', ptr: '家长', both: '员工和家长', none: '没有人，只用于收集' } as const

const codesOf = <Words extends object>(words: Words) => z.enum(Object.keys(words) as (keyof Words & string)[])

/** Names how a value of the form is compared. */
export const comparisons = { eq: '是', ne: '不是', filled: '已填', empty: '没填', least: '大于等于', below: '小于' } as const

/** Describes who may hand in by a flow: members of staff, guardians for one of their children, both, or nobody. */
export const startBy = codesOf(starters).meta({ title: '谁可以发起' })
export type StartBy = keyof typeof starters

/** Describes what has to hold for a step to be walked; `least` and `below` compare numbers, amounts, and the days of a range. */
export const StepCondition = z.strictObject({
  clmnNo: clmnNo.meta({ title: '条件字段' }),
  op: codesOf(comparisons).meta({ title: '条件' }),
  vals: z.array(z.string().max(100)).max(50).default([]).meta({ title: '条件值' }),
})

/** Describes a step of a flow. */
export const Step = z.strictObject({
  stepNo: z
    .string()
    .regex(/^s\d{1,3}$/)
    .meta({ title: '步骤编号' }),
  stepName: text(20).meta({ title: '步骤名称' }),
  who: codesOf(approverKinds).meta({ title: '谁来审批' }),
  roleNo: no.nullish().meta({ title: '角色' }),
  empNos: z.array(no).max(20).default([]).meta({ title: '指定的人' }),
  clmnNo: clmnNo.nullish().meta({ title: '表单里的人' }),
  mode: codesOf(agreements).default('any').meta({ title: '有多人时' }),
  /** Gives how many have to agree where that is said (`some`); all where fewer are found. */
  cnt: z.int().min(1).max(20).nullish().meta({ title: '至少几个人' }),
  /** Gives the hours in which it is to be decided; null for no limit. */
  hrs: z.int().min(1).max(720).nullish().meta({ title: '期限（小时）' }),
  /** Gives the hours after which others are told too that it is not decided; null for never. */
  escHrs: z.int().min(1).max(720).nullish().meta({ title: '多少小时后提醒' }),
  escTo: codesOf(escalations).nullish().meta({ title: '超时提醒谁' }),
  signFlag: flag.default('0').meta({ title: '同意时手写签名' }),
  cond: StepCondition.nullish().meta({ title: '什么时候要这一步' }),
  /** Lists the fields that are filled in at this step, and that the starter does not see. */
  fills: z.array(clmnNo).max(50).default([]).meta({ title: '审批时填写的字段' }),
  /** Lists the fields that whoever decides in this step does not see. */
  hides: z.array(clmnNo).max(50).default([]).meta({ title: '审批时看不到的字段' }),
  /** Lists who is sent a copy when the step is passed. */
  ccNos: z.array(no).max(20).default([]).meta({ title: '抄送给' }),
})
export type Step = z.output<typeof Step>

/** Returns a step in which somebody decides, without anything that it does not need. */
export const newStep = (stepNo: string, stepName: string, more: Partial<Step> = {}): Step => ({
  stepNo,
  stepName,
  who: 'leader',
  roleNo: null,
  empNos: [],
  clmnNo: null,
  mode: 'any',
  cnt: null,
  hrs: null,
  escHrs: null,
  escTo: null,
  signFlag: '0',
  cond: null,
  fills: [],
  hides: [],
  ccNos: [],
  ...more,
})

/** Returns steps as they were kept, with what is new since filled in; trusts them, since the calls that wrote them checked them. */
export const keptSteps = (kept: unknown): Step[] =>
  (kept as Step[]).map((step) => ({ ...newStep(step.stepNo, step.stepName), ...step }))

/** Returns how many of those who are asked in a step have to agree. */
export const wantedIn = ({ mode, cnt }: Pick<Step, 'mode' | 'cnt'>, asked: number) =>
  Math.min(asked, mode === 'any' ? 1 : mode === 'all' ? asked : (cnt ?? asked))

/** Describes the steps of a flow, in order. */
export const Steps = z
  .array(Step)
  .max(40)
  .refine((steps) => isDistinct(steps.map(({ stepNo }) => stepNo)), { error: '里有重复的步骤编号' })
  .meta({ title: '审批步骤' })

/** Describes a word that is said with a decision. */
export const word = note(500).meta({ title: '意见' })
/** Describes a word without which nothing is refused or returned. */
export const reason = text(500).meta({ title: '原因' })

/** Maps whom the starter chose to the steps for which they did. */
export const Chosen = z
  .record(z.string().regex(/^s\d{1,3}$/), z.array(no).min(1).max(20))
  .default({})
  .meta({ title: '自己选的审批人' })
export type Chosen = z.output<typeof Chosen>
