import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, isDistinct, no, none, page, pageQuery, pastDate, text, time14, ver } from '#contract/fields.ts'

const may = permissions('rollover')

/** Names the states of a year-end: being prepared, done, undone, discarded. */
export const RolloverState = { draft: '1', done: '2', undone: '3', gone: '0' } as const

/** Sets for how many days a year-end can be undone (docs/spec/rollover.md#taking-it-back). */
export const undoDays = 30

/** Lists what may become of a student who does not go with the others. */
export const moveKinds = ['repeat', 'reclass', 'skip', 'transfer', 'suspend', 'stay', 'return', 'graduate'] as const
export const moveNames: Record<(typeof moveKinds)[number], string> = {
  repeat: '留级',
  reclass: '调班',
  skip: '跳级',
  transfer: '转出',
  suspend: '休学',
  stay: '继续休学',
  return: '复学',
  graduate: '毕业',
}

/** Describes where a student goes: a class, the 待分班 of a grade, or a class (none: the 待分班) of a new grade. */
const Target = z.strictObject({
  unitNo: no.optional().meta({ title: '班级' }),
  gradeNo: no.optional().meta({ title: '年级' }),
  entry: z.string().max(40).optional().meta({ title: '新年级' }),
  clsNo: z.int().min(1).max(99).optional().meta({ title: '班号' }),
})

const Move = z.strictObject({
  stuNo: no.meta({ title: '学生' }),
  kind: z.enum(moveKinds).meta({ title: '变动' }),
  to: Target.optional().meta({ title: '去向' }),
  rsn: text(200).meta({ title: '原因' }),
  date: pastDate.optional().meta({ title: '日期' }),
})

/** Describes a grade that begins: below which unit, of which period, with how many classes (none: it is not made). */
const Entry = z.strictObject({
  prtNo: no.meta({ title: '上级' }),
  stdyPrd: z
    .string()
    .regex(/^[0-5]$/)
    .meta({ title: '学段', dictionary: 'STDY_PRD' }),
  clsCnt: z.int().min(0).max(60).meta({ title: '班数' }),
})

/** Describes what is to become of everybody; students not named go with the class. */
export const Plan = z.strictObject({
  entries: z.array(Entry).max(40).meta({ title: '新年级' }),
  /** Lists graduating grades that go on into a new grade of the same school, each with its key. */
  promotes: z
    .array(z.strictObject({ unitNo: no, entry: z.string().max(40) }))
    .max(40)
    .meta({ title: '直升' }),
  moves: z
    .array(Move)
    .max(5000)
    .refine((list) => isDistinct(list.map(({ stuNo }) => stuNo)), { error: '一名学生只能有一项变动' })
    .meta({ title: '例外' }),
  /** Confirms a second year-end in this school year (1). */
  again: flag.meta({ title: '再升级一次' }),
})
export type Plan = z.output<typeof Plan>

/** Returns the key of a new grade. */
export const entryKey = ({ prtNo, stdyPrd }: Pick<z.output<typeof Entry>, 'prtNo' | 'stdyPrd'>) => `${prtNo}/${stdyPrd}`

const count = z.int()

const ClassNow = z.object({
  unitNo: no,
  unitName: z.string(),
  clsNo: z.int().nullable(),
  waitFlag: flag,
  /** Counts students at school, and those away for a while. */
  cnt: count,
  awayCnt: count,
  /** Names who leads it. */
  heads: z.string().nullable(),
})

const GradeNow = z.object({
  unitNo: no,
  unitName: z.string(),
  prtNo: no,
  stdyPrd: z.string(),
  entrYear: count,
  curGrade: count,
  fate: z.enum(['upgrade', 'graduate', 'promote']),
  newName: z.string(),
  cnt: count,
  classes: z.array(ClassNow),
})

const ClassNext = z.object({
  /** Holds the number of an existing class, null for a new one. */
  unitNo: no.nullable(),
  name: z.string(),
  clsNo: z.int().nullable(),
  waitFlag: flag,
  cnt: count,
  inCnt: count,
  outCnt: count,
})

const GradeNext = z.object({
  key: z.string(),
  name: z.string(),
  prtNo: no,
  stdyPrd: z.string(),
  isNew: z.boolean(),
  cnt: count,
  classes: z.array(ClassNext),
})

export const blockCodes = ['none', 'again', 'strays', 'empty', 'undecided', 'imports', 'names', 'moves'] as const
export const warningCodes = ['season', 'large', 'waiting', 'ages'] as const

/** Describes what resolves a finding: one of these. */
const Fix = z
  .object({
    /** Links to a page. */
    path: z.string(),
    /** Lists classes to disable. */
    disable: z.array(no),
    /** Lists students to decide on. */
    decide: z.array(z.object({ stuNo: no, stuName: z.string(), unitName: z.string() })),
    /** Lists impossible exceptions, to be removed. */
    drop: z.array(z.object({ stuNo: no, why: z.string() })),
    /** Lists units to be named `newName`; `ruleName`: the name by the school's rule, null where no rule names them. */
    rename: z.array(z.object({ unitNo: no, unitName: z.string(), newName: z.string(), ruleName: z.string().nullable() })),
    /** Lists former employees whose open imports nobody else could write. */
    giveUp: z.array(z.string()),
    /** Names what is to be changed in the plan. */
    plan: z.enum(['entries', 'again']),
  })
  .partial()

/** Describes what prevents it (or should be checked), the count, and what resolves it. */
const Finding = z.object({ code: z.enum([...blockCodes, ...warningCodes]), text: z.string(), cnt: count, fix: Fix })

const MovedStudent = z.object({
  stuNo: no,
  stuName: z.string(),
  unitNo: no,
  unitName: z.string(),
  stt: z.string().meta({ dictionary: 'STU_STT' }),
})

export const RolloverCounts = z.object({
  upgradeCnt: count,
  graduateCnt: count,
  promoteCnt: count,
  newClassCnt: count,
  repeatCnt: count,
  reclassCnt: count,
  skipCnt: count,
  transferCnt: count,
  suspendCnt: count,
  stayCnt: count,
  returnCnt: count,
})

/** Describes the present year-end: both years side by side, obstacles, and the numbers. */
export const RolloverPreview = z.object({
  rollNo: no.nullable(),
  ver: ver.nullable(),
  schYear: count,
  plan: Plan,
  /** Lists the roots of the trees: school, campuses, periods. */
  parents: z.array(z.object({ unitNo: no, unitName: z.string(), prtNo: no.nullable(), unitType: z.string() })),
  now: z.array(GradeNow),
  next: z.array(GradeNext),
  students: z.array(MovedStudent),
  blocks: z.array(Finding),
  warnings: z.array(Finding),
  counts: RolloverCounts,
  /** Stands for all of this: what is confirmed is what was seen. */
  sign: z.string(),
})

/** Describes a finished year-end. */
export const Rollover = z.object({
  rollNo: no.meta({ title: '编号' }),
  schYear: count.meta({ title: '学年' }),
  stt: z.string().meta({ title: '状态' }),
  counts: RolloverCounts.partial(),
  doneTm: time14.nullable().meta({ title: '完成时间' }),
  nickName: z.string().nullable().meta({ title: '经办人' }),
  /** Tells whether it is the last one, and can still be undone (1). */
  undoFlag: flag.meta({ title: '可撤销' }),
})

/** Describes what undoing a year-end would keep of later work, and what prevents it; at most 100 lines each. */
export const UndoOutlook = z.object({
  blocks: z.array(z.string()),
  keeps: z.array(z.string()),
  keepCnt: count,
})

/** Gives the days between which a school goes on into its next year (MM-DD, both included); on others it asks first. */
export const season = { from: '06-01', to: '09-30' }

const key = z.object({ rollNo: no.meta({ title: '编号' }) })

/** Defines the calls for the year-end of a school (docs/spec/rollover.md): our own calls. */
export const rollover = resource('/ent/rollover', {
  get: get(may.view, z.object({}), RolloverPreview),
  getpage: get(may.view, pageQuery, page(Rollover)),
  getundo: get(may.view, key, UndoOutlook, { title: '查询撤销会影响什么' }),
  // Stores every change of the plan without a message.
  savedraft: post(may.set, z.object({ plan: Plan.meta({ title: '升级方案' }), ver: ver.nullish() }), RolloverPreview, '', {
    title: '保存升级草稿',
    undo: false,
    quiet: true,
  }),
  /** Gives up the imports of students that others have left open. */
  dropimports: post(may.set, z.object({}), none, '已放弃这些导入', { title: '放弃没完成的学生导入', undo: false }),
  dropdraft: post(may.set, key, none, '删除成功', { title: '放弃升级草稿', undo: false }),
  run: post(
    may.set,
    key.extend({
      schYear: z.int().meta({ title: '学年' }),
      sign: z.string().max(64).meta({ title: '核对码' }),
      /** Confirms that it is done out of season (1). */
      seasonFlag: flag.default('0').meta({ title: '不在升级的季节也升级' }),
    }),
    RolloverCounts,
    '设置成功',
    { title: '升级', time: 'long' },
  ),
  takeback: post(may.set, key, none, '撤销成功', { title: '撤销升级', time: 'long', undo: false }),
})
