import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, keyWord, no, none, numbers, page, pageQuery, text, time14 } from '#contract/fields.ts'
import { hndNo } from '#domain/collections/collections.contract.ts'

const may = permissions('prop')

const propNo = no.meta({ title: '回写编号' })
const fld = z
  .string()
  .regex(/^[a-z]{3,7}\.[A-Za-z]{2,10}$/)
  .meta({ title: '档案字段' })
const state = z.enum(['1', '2', '3', '4']).meta({ title: '回写状态', dictionary: 'PROP_STT' })
const count = z.int().min(0)

/** Describes a change of an archive that an answer proposes; values in words, hidden as lists hide them. */
export const Proposal = z.object({
  propNo,
  hndNo,
  title: z.string().meta({ title: '收集' }),
  toNo: no,
  /** Names the pupil, the employee, or the guardian whose archive it is. */
  name: z.string().meta({ title: '姓名' }),
  owner: z.enum(['stu', 'emp', 'ptr']),
  /** Names the class, the main department, or the pupil of the guardian. */
  place: z.string().nullable().meta({ title: '班级或部门' }),
  fld,
  fldName: z.string().meta({ title: '档案字段' }),
  was: z.string().nullable().meta({ title: '原来' }),
  val: z.string().meta({ title: '改为' }),
  /** Gives what the archive holds now of one that is overtaken; null for others, and for nothing. */
  now: z.string().nullable().meta({ title: '现在' }),
  maskFlag: flag,
  sentTm: time14.meta({ title: '填写时间' }),
  doneTm: time14.nullable().meta({ title: '处理时间' }),
  doneName: z.string().nullable().meta({ title: '处理人' }),
  word: z.string().nullable().meta({ title: '不采用的原因' }),
  stt: state,
})

const filter = {
  hndNo: hndNo.optional(),
  arcFld: fld.optional(),
  /** Limits them to those that change the same field in the same way as this one. */
  likeNo: propNo.optional(),
  keyWord,
}

const several = z.object({ propNos: numbers.meta({ title: '回写' }) })

/** Describes what was not written: whose archive it is, which field, and why. */
export const Failure = Proposal.pick({ propNo: true, name: true, place: true, fldName: true }).extend({
  why: z.string().meta({ title: '原因' }),
})
const Done = z.object({ doneCnt: count, failures: z.array(Failure) })

/** Defines the calls that decide about what answers write back into archives: our own calls (docs/spec/writebacks.md). */
export const prop = resource('/ent/prop', {
  getpage: get(may.view, pageQuery.extend({ ...filter, stt: state.optional() }), page(Proposal)),
  getcounts: get(
    may.view,
    z.object({ hndNo: hndNo.optional() }),
    z.object({
      /** Counts by state, as the list filters. */
      openCnt: count,
      writtenCnt: count,
      rejectedCnt: count,
      staleCnt: count,
      /** Lists the fields that there are proposals for. */
      flds: z.array(z.object({ fld, fldName: z.string(), cnt: count })),
      /** Lists changes that several propose alike and nobody has decided about, the most frequent first. */
      alikes: z.array(z.object({ likeNo: propNo, fldName: z.string(), was: z.string().nullable(), val: z.string(), cnt: count })),
      /** Lists the collections that there are proposals of, the newest first. */
      hnds: z.array(z.object({ hndNo, title: z.string(), cnt: count })),
    }),
    { title: '统计回写' },
  ),
  /** Writes what was proposed: these, or all that the filter finds and nobody has decided about. */
  accept: post(
    may.review,
    z.object({
      ...filter,
      propNos: numbers.optional().meta({ title: '回写' }),
      /** Writes also what was overtaken (1): only what is named one by one. */
      staleFlag: flag.default('0').meta({ title: '也写入已过时的', dictionary: 'YES_NO' }),
    }),
    Done,
    '',
    { title: '写入档案', time: 'long' },
  ),
  reject: post(may.review, several.extend({ word: text(200).meta({ title: '不采用的原因' }) }), none, '已标为不采用', {
    title: '不采用',
  }),
  /** Puts back what the archive held before; `allFlag` 1: of all that the same answers wrote. */
  takeback: post(may.review, several.extend({ allFlag: flag.default('0').meta({ title: '同一份答卷的都撤回' }) }), Done, '', {
    title: '撤回写入',
  }),
  /** Shows one hidden value: before, proposed or now. */
  reveal: post(
    may.clear,
    z.object({ propNo, side: z.enum(['was', 'val', 'now']).meta({ title: '哪一个' }) }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '查看回写的完整内容', undo: false, quiet: true },
  ),
})
