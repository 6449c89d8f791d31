import * as z from 'zod'
import { code, flag, moment, no, note, text, time14, ver } from '#contract/fields.ts'
import { clmnNo, Columns } from '#contract/form/column.ts'
import { anon, aprStt, hndNo, WriteBack } from '#domain/collections/collections.contract.ts'
import { mostParts, ScopePart } from '#domain/messages/messages.contract.ts'

export const hndStt = code('HND_STT').meta({ title: '状态', dictionary: 'HND_STT' })
const toStt = z.enum(['1', '2', '3', '4']).meta({ title: '填写情况', dictionary: 'ASK_STT' })
export const toNo = no.meta({ title: '填写人' })
export const count = z.int().min(0)
const rpt = z.enum(['0', '1', '2']).meta({ title: '多久收一次', dictionary: 'HND_RPT' })
const opnFlag = flag.meta({ title: '有链接就能填' })
const mostCnt = z.int().min(1).max(100_000).nullable().meta({ title: '最多收多少份' })

/** Describes what is written of a collection, whether it is handed out or kept as a draft. */
export const fields = {
  title: text(60).meta({ title: '标题' }),
  des: note(2000).meta({ title: '说明' }),
  tmplNo: no.meta({ title: '表单模板' }),
  dueTm: moment.nullish().meta({ title: '截止时间' }),
  lateFlag: flag.default('0').meta({ title: '过期后还可以填写', dictionary: 'YES_NO' }),
  editFlag: flag.default('1').meta({ title: '提交后可以修改', dictionary: 'YES_NO' }),
  joinFlag: flag.default('0').meta({ title: '后来加入的也要填', dictionary: 'YES_NO' }),
  /** Asks only of whom the archive lacks something that is asked (1). */
  gapFlag: flag.default('0').meta({ title: '只发给档案里缺的', dictionary: 'YES_NO' }),
  /** Lists the questions that are written back into archives. */
  backs: z.array(WriteBack).max(100).default([]).meta({ title: '回写' }),
  scope: z.array(ScopePart).max(mostParts).meta({ title: '谁来填' }),
  rpt: rpt.default('0'),
  anon: anon.default('0'),
  /** Has each answer approved by the flow of the form (1). */
  aprFlag: flag.default('0').meta({ title: '答卷要审批', dictionary: 'YES_NO' }),
  /** Lets whoever has the link fill it in (1), instead of those in the scope. */
  opnFlag: opnFlag.default('0'),
  mostCnt: mostCnt.optional().meta({ title: '最多收多少份' }),
  /** Is asked of whoever comes by the link. */
  passWord: text(20).nullish().meta({ title: '口令' }),
}

export const NamedScopePart = z.object({ ...ScopePart.shape, name: z.string() })

/** Describes a collection in the list. */
export const Collection = z.object({
  hndNo,
  title: z.string().meta({ title: '标题' }),
  tmplNo: fields.tmplNo,
  tmplName: z.string().meta({ title: '表单模板' }),
  stt: hndStt,
  dueTm: time14.nullable().meta({ title: '截止时间' }),
  sentTm: time14.nullable().meta({ title: '发起时间' }),
  sndName: z.string().meta({ title: '发起人' }),
  updTm: time14.meta({ title: '更新时间' }),
  /** Counts those within the caller's reach who are asked, but for the exempt and who have left, and who of them has answered. */
  toCnt: count.meta({ title: '应填' }),
  doneCnt: count.meta({ title: '已填' }),
  rpt,
  /** Counts which round it is of those that repeat. */
  rnd: z.int().min(1).meta({ title: '第几期' }),
  anon,
  opnFlag,
  mostCnt,
  /** Tells whether the caller sent it (1), and may end, chase and exempt. */
  mineFlag: flag,
  ver,
})

/** Describes a collection in full, with its progress by class and department. */
export const CollectionInFull = Collection.extend({
  des: z.string().nullable().meta({ title: '说明' }),
  lateFlag: fields.lateFlag,
  editFlag: fields.editFlag,
  joinFlag: fields.joinFlag,
  gapFlag: fields.gapFlag,
  aprFlag: fields.aprFlag,
  /** Names the flow by which answers are approved; null for none. */
  flowName: z.string().nullable().meta({ title: '审批流程' }),
  backs: z.array(WriteBack),
  scope: z.array(NamedScopePart),
  billClmns: Columns,
  exemptCnt: count.meta({ title: '免填' }),
  goneCnt: count.meta({ title: '已离开' }),
  /** Counts by class and department, of those of one name with the path. */
  places: z.array(z.object({ placeNo: no.nullable(), place: z.string().nullable(), toCnt: count, doneCnt: count })),
  /** Gives when the next round begins; null for none. */
  nxtTm: time14.nullable().meta({ title: '下一期' }),
  /** Lists the rounds of one that repeats, the latest first; none of one that does not. */
  rounds: z.array(z.object({ hndNo, rnd: z.int(), sentTm: time14.nullable(), toCnt: count, doneCnt: count })),
  /** Gives the path of the link to whoever sent it, while it is open; null otherwise. */
  lnkPath: z.string().nullable().meta({ title: '填写链接' }),
  passWord: z.string().nullable().meta({ title: '口令' }),
})

/** Describes somebody who is asked: a member of staff, or a pupil, for whom a guardian answers; or an answer that came by the link. */
export const AskedRow = z.object({
  toNo,
  name: z.string().meta({ title: '姓名' }),
  kind: z.enum(['emp', 'stu', 'link']),
  placeNo: no.nullable(),
  /** Names the main department, or the class. */
  place: z.string().nullable().meta({ title: '部门或班级' }),
  stt: toStt,
  sentTm: time14.nullable().meta({ title: '填写时间' }),
  byName: z.string().nullable().meta({ title: '填写人' }),
  prxFlag: flag.meta({ title: '代填' }),
  lateFlag: flag.meta({ title: '过期填写' }),
  /** Gives the points of the answer; null where there is none, the form has no points, or the collection is anonymous. */
  score: z.number().nullable().meta({ title: '得分' }),
  /** Says why the answer was given back, while it is not written again; null for one that was not. */
  backWhy: z.string().nullable().meta({ title: '退回原因' }),
  aprStt,
  /** Names the process in which the answer is approved; null for none. */
  prcNo: no.nullable(),
  /** Counts who was told: none where nobody receives messages about the pupil. */
  toldCnt: count.meta({ title: '通知到' }),
  remindCnt: count.meta({ title: '提醒' }),
})

/** Sums up one question: how many answered it, and what. */
export const QuestionSummary = z.object({
  clmnNo,
  clmnName: z.string(),
  kind: z.enum(['choice', 'number', 'text']),
  filledCnt: count,
  /** Counts each choice, those that nobody chose too. */
  choices: z.array(z.object({ name: z.string(), cnt: count })),
  /** Gives the least, the greatest and the mean of numbers; null where there are none. */
  least: z.number().nullable(),
  most: z.number().nullable(),
  mean: z.number().nullable(),
  sum: z.number().nullable(),
})

/** Sums up what the answers score: in bands of equal width, each with its greatest score in `to`. */
export const ScoreSummary = z.object({
  cnt: count,
  least: z.number(),
  most: z.number(),
  mean: z.number(),
  bands: z.array(z.object({ from: z.number(), to: z.number(), cnt: count })),
})
