import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, date8, flag, maskedText, no, none, page, pageQuery, time14, ver } from '#contract/fields.ts'
import { reasonCodes } from '#domain/students/sameStudent.contract.ts'
import { StudentGuardian } from '#features/ent/stu/stu.parts.contract.ts'
import { mergeFields } from './duplicate.parts.contract.ts'

const may = permissions('duplicate')

/** Sets for how many days a merge can be undone (docs/spec/students.md#duplicates). */
export const undoDays = 30
/** Limits the pairs shown at once. */
export const mostPairs = 500

/** Names the states of a merge: done, undone. */
export const MergeState = { done: '1', undone: '3' } as const

/** Describes one of two students who may be the same, as far as it takes to tell; sensitive values masked. */
const Side = z.object({
  entNo: no,
  entName: z.string().meta({ title: '学校' }),
  stuNo: no.meta({ title: '学生编号' }),
  stuName: z.string().meta({ title: '姓名' }),
  sex: code('SEX').meta({ title: '性别' }),
  sexName: z.string().meta({ title: '性别' }),
  unitName: z.string().meta({ title: '班级' }),
  stdyNo: z.string().nullable().meta({ title: '学号' }),
  idNo: maskedText.meta({ title: '身份证号' }),
  brth: date8.nullable().meta({ title: '出生日期' }),
  authTel: maskedText.meta({ title: '手机' }),
  ptrNames: z.string().nullable().meta({ title: '家长' }),
  stt: code('STU_STT').meta({ title: '学籍状态' }),
  sttName: z.string().meta({ title: '学籍状态' }),
})

const reason = z.enum(reasonCodes).meta({ title: '原因' })

/** Describes two records that may be of one student: why, and how sure that is (0 to 100). */
export const DuplicatePair = z.object({
  one: Side,
  other: Side,
  reasons: z.array(reason),
  score: z.int().meta({ title: '相似度' }),
  /** Tells whether one of them has left, so that the child may have come again (1). */
  backFlag: flag,
})

const side = z.enum(['one', 'other'])

/** Describes one line of the comparison; `prefer`: the value taken by default. */
const Compared = z.object({
  field: z.enum(mergeFields),
  one: z.string().nullable(),
  other: z.string().nullable(),
  differs: z.boolean(),
  prefer: side,
  /** Follows from the ID number, so that nobody chooses it. */
  fixed: z.boolean(),
})

const WholeSide = Side.extend({
  ptrs: z.array(StudentGuardian),
  /** Counts the photos that wait for their review. */
  applyCnt: z.int(),
  updTm: time14,
  ver,
})

/** Describes both records side by side. */
export const Comparison = z.object({
  one: WholeSide,
  other: WholeSide,
  fields: z.array(Compared),
  /** Names the record that is kept by default. */
  keep: side,
  /** Explains why these two cannot be merged; null where they can. */
  refusal: z.string().nullable(),
})

/** Describes a merge: the remaining record, and the merged one. */
export const Merge = z.object({
  mrgNo: no.meta({ title: '合并编号' }),
  keptNo: no.meta({ title: '保留的学生' }),
  keptName: z.string().meta({ title: '保留的学生' }),
  unitName: z.string().meta({ title: '班级' }),
  goneNo: no.meta({ title: '并入的学生' }),
  goneName: z.string().meta({ title: '并入的学生' }),
  nickName: z.string().nullable().meta({ title: '经办人' }),
  crtTm: time14.meta({ title: '合并时间' }),
  stt: z.string().meta({ title: '状态' }),
  /** Tells whether it can still be undone (1). */
  undoFlag: flag.meta({ title: '可撤销' }),
})

/** Describes what undoing a merge would keep of later work, and what prevents it. */
const UndoOutlook = z.object({ blocks: z.array(z.string()), keeps: z.array(z.string()), keepCnt: z.int() })

const oneNo = no.meta({ title: '学生' })
const otherNo = no.meta({ title: '另一名学生' })
const two = z.object({ oneNo, otherNo })
const key = z.object({ mrgNo: no.meta({ title: '合并编号' }) })
const chosen = z.enum(['kept', 'gone'])

/**
 * Defines the calls for students who are in a school twice (docs/spec/students.md#duplicates): our own calls. A bureau asks for
 * those who are in two of its schools.
 */
export const duplicate = resource('/ent/duplicate', {
  getlist: get(
    may.view,
    z.object({ reason: reason.optional() }),
    z.object({
      datas: z.array(DuplicatePair),
      recordCount: z.int(),
      /** Tells that students of a large school changed since then, and that it is being searched again. */
      staleFlag: flag,
    }),
    { title: '查询疑似重复的学生' },
  ),
  getpair: get(
    may.view,
    two.extend({
      /** Names their schools where these are not the caller's. */
      oneEntNo: no.optional().meta({ title: '学生的学校' }),
      otherEntNo: no.optional().meta({ title: '另一名学生的学校' }),
    }),
    Comparison,
    { title: '对比两名学生' },
  ),
  getmerges: get(may.view, pageQuery, page(Merge), { title: '查询合并记录' }),
  getundo: get(may.view, key, UndoOutlook, { title: '查询撤销会影响什么' }),
  notsame: post(may.set, two, none, '设置成功', { title: '标为不是同一人' }),
  merge: post(
    may.set,
    z.object({
      keptNo: no.meta({ title: '保留的学生' }),
      goneNo: no.meta({ title: '并入的学生' }),
      /** Names the record each value is taken from; others stay as in the one kept. */
      fields: z.partialRecord(z.enum(mergeFields), chosen).default({}).meta({ title: '取用的内容' }),
      keptVer: ver.optional().meta({ title: '保留的学生的版本' }),
      goneVer: ver.optional().meta({ title: '并入的学生的版本' }),
    }),
    key,
    '合并成功',
    { title: '合并学生' },
  ),
  takeback: post(may.set, key, none, '撤销成功', { title: '撤销合并', undo: false }),
})
