import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, moment, no, none, note, numbers, page, pageQuery, text, time14, ver } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import {
  AnswerFiles,
  hndNo,
  keptClmns,
  KnownAnswers,
  KnownCount,
  largestFile,
  SentFile,
  WriteBack,
} from '#domain/collections/collections.contract.ts'
import { file } from '#contract/shell/upload.contract.ts'
import { mostParts, ScopePart } from '#domain/messages/messages.contract.ts'

const may = permissions('hnd')

const hndStt = code('HND_STT').meta({ title: '状态', dictionary: 'HND_STT' })
const toStt = z.enum(['1', '2', '3', '4']).meta({ title: '填写情况', dictionary: 'ASK_STT' })
const toNo = no.meta({ title: '填写人' })
const count = z.int().min(0)

/** Describes what is written of a collection, whether it is handed out or kept as a draft. */
const fields = {
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
}

const NamedScopePart = z.object({ ...ScopePart.shape, name: z.string() })

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
  backs: z.array(WriteBack),
  scope: z.array(NamedScopePart),
  billClmns: Columns,
  exemptCnt: count.meta({ title: '免填' }),
  goneCnt: count.meta({ title: '已离开' }),
  /** Counts by class and department, of those of one name with the path. */
  places: z.array(z.object({ placeNo: no.nullable(), place: z.string().nullable(), toCnt: count, doneCnt: count })),
})

/** Describes somebody who is asked: a member of staff, or a pupil, for whom a guardian answers. */
export const AskedRow = z.object({
  toNo,
  name: z.string().meta({ title: '姓名' }),
  kind: z.enum(['emp', 'stu']),
  placeNo: no.nullable(),
  /** Names the main department, or the class. */
  place: z.string().nullable().meta({ title: '部门或班级' }),
  stt: toStt,
  sentTm: time14.nullable().meta({ title: '填写时间' }),
  byName: z.string().nullable().meta({ title: '填写人' }),
  prxFlag: flag.meta({ title: '代填' }),
  lateFlag: flag.meta({ title: '过期填写' }),
  /** Says why the answer was given back, while it is not written again; null for one that was not. */
  backWhy: z.string().nullable().meta({ title: '退回原因' }),
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

const key = z.object({ hndNo })
const guarded = key.extend({ ver: ver.optional() })
const asked = { state: z.enum(['all', 'todo', 'done', 'exempt', 'gone']).default('all').meta({ title: '填写情况' }), keyWord }
const one = key.extend({ toNo })

/** Defines the calls that hand forms out, chase and sum them up (docs/spec/collections.md). */
export const hnd = resource('/ent/hnd', {
  getpage: get(
    may.view,
    pageQuery.extend({
      stt: hndStt.optional(),
      /** Limits them to those that the caller sent (1); others see those of all (0) with the right to review. */
      mineFlag: flag.default('1').meta({ title: '只看我发起的' }),
      keyWord,
    }),
    page(Collection),
  ),
  get: get(may.view, key, CollectionInFull),
  getasked: get(may.view, pageQuery.extend({ hndNo, ...asked }), page(AskedRow), { title: '分页查询填写情况' }),
  getanswer: get(
    may.view,
    one,
    z.object({
      name: z.string(),
      billClmns: Columns,
      vals: FormValues.nullable(),
      sentTm: time14.nullable(),
      files: AnswerFiles,
    }),
    { title: '查询一份答卷' },
  ),
  reveal: post(may.clear, one.extend({ clmnNo }), z.object({ value: z.string().nullable() }), '', {
    title: '查看答卷的完整号码',
    undo: false,
    quiet: true,
  }),
  getstatis: get(may.view, key, z.object({ ansCnt: count, questions: z.array(QuestionSummary) }), { title: '统计答卷' }),
  /** Tells who would be asked before anything is handed out. */
  preview: post(
    may.add,
    z.object({ scope: fields.scope, tmplNo: fields.tmplNo.optional(), gapFlag: fields.gapFlag }),
    z.object({
      scope: z.array(NamedScopePart),
      empCnt: count,
      stuCnt: count,
      /** Lists the first pupils for whom nobody receives messages. */
      unreached: z.array(z.object({ stuNo: no, stuName: z.string(), unitName: z.string() })),
      /** Counts whose archives hold what the questions of the form ask already, of all within the scope. */
      knowns: z.array(KnownCount),
      /** Lists the questions that can be written back. */
      targets: z.array(z.object({ clmnNo, clmnName: z.string(), field: z.string() })),
    }),
    '',
    { title: '查看谁来填', undo: false, quiet: true },
  ),
  save: post(
    may.add,
    guarded.partial().extend({ ...fields, scope: fields.scope.default([]) }),
    key.extend({ ver }),
    '已存为草稿',
    {
      title: '保存收集草稿',
    },
  ),
  handout: post(may.add, guarded.partial().extend({ ...fields, scope: fields.scope.min(1) }), key.extend({ toCnt: count }), '', {
    title: '发起收集',
    undo: false,
  }),
  end: post(may.edit, guarded, none, '收集已结束', { title: '结束收集', undo: false }),
  reopen: post(may.edit, guarded.extend({ dueTm: fields.dueTm }), none, '已重新开放', { title: '重新开放收集', undo: false }),
  exempt: post(
    may.edit,
    key.extend({ toNos: numbers.meta({ title: '填写人' }), exmFlag: flag.meta({ title: '免填' }) }),
    none,
    '已保存',
    {
      title: '设置免填',
      undo: false,
    },
  ),
  remind: post(may.edit, key, z.object({ remindCnt: count }), '已提醒', { title: '提醒没填的人', undo: false }),
  proxy: post(may.edit, one.extend({ vals: FormValues, kept: keptClmns }), none, '已代填', { title: '代填表单', undo: false }),
  /** Reads in clear what the caller wrote for somebody, to write it anew. */
  getproxy: post(may.edit, one, z.object({ vals: FormValues.nullable(), known: KnownAnswers, files: AnswerFiles }), '', {
    title: '查询代填过的内容',
    undo: false,
    quiet: true,
  }),
  upload: post(may.edit, one.extend({ clmnNo, file }), SentFile, '', {
    title: '代填时上传文件',
    undo: false,
    quiet: true,
    body: 'multipart',
    largest: largestFile,
  }),
  giveback: post(may.edit, one.extend({ why: text(200).meta({ title: '退回原因' }) }), none, '已退回', {
    title: '退回重填',
    undo: false,
  }),
  delete: post(may.delete, guarded, none, '删除成功'),
  export: download(may.export, key.extend({ ...asked, mask: flag.default('1').meta({ title: '脱敏' }) }), {
    title: '导出答卷',
  }),
  /** Packs the files of answers into an archive, each named by class, person and question. */
  exportfiles: download(may.export, key.extend(asked), { title: '导出答卷的附件' }),
})
