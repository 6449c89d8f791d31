import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { flag, keyWord, no, none, numbers, page, pageQuery, text, time14, ver } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import {
  AnswerFiles,
  hndNo,
  keptClmns,
  KnownAnswers,
  KnownCount,
  largestFile,
  SentFile,
} from '#domain/collections/collections.contract.ts'
import { file } from '#contract/shell/upload.contract.ts'
import {
  AskedRow,
  Collection,
  CollectionInFull,
  count,
  fields,
  hndStt,
  NamedScopePart,
  QuestionSummary,
  ScoreSummary,
  toNo,
} from './collection.contract.ts'

const may = permissions('hnd')

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
  getasked: get(
    may.view,
    pageQuery.extend({
      hndNo,
      ...asked,
      /** Sorts them by the score, those without one last; an anonymous collection keeps its order, for it would tell who said what. */
      order: z.enum(['asked', 'high', 'low']).default('asked').meta({ title: '排序' }),
    }),
    page(AskedRow),
    { title: '分页查询填写情况' },
  ),
  getanswer: get(
    may.view,
    one,
    z.object({
      name: z.string(),
      billClmns: Columns,
      vals: FormValues.nullable(),
      sentTm: time14.nullable(),
      score: AskedRow.shape.score,
      files: AnswerFiles,
    }),
    { title: '查询一份答卷' },
  ),
  reveal: post(may.clear, one.extend({ clmnNo }), z.object({ value: z.string().nullable() }), '', {
    title: '查看答卷的完整号码',
    undo: false,
    quiet: true,
  }),
  /** Reads what was answered, one after the other; without names where the collection is anonymous, in an order that tells nothing. */
  getanswers: get(
    may.view,
    pageQuery.extend({ hndNo }),
    page(z.object({ no: z.string(), name: z.string().nullable(), place: z.string().nullable(), vals: FormValues })),
    { title: '分页查询答卷' },
  ),
  /** Sums up the answers, `ansCnt` of them: without a name those that are published; `score` is null for a form without points, and where nobody has answered. */
  getstatis: get(
    may.view,
    key,
    z.object({ ansCnt: count, score: ScoreSummary.nullable(), questions: z.array(QuestionSummary) }),
    { title: '统计答卷', replica: true },
  ),
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
      /** Names the flow by which answers to the form can be approved; null for none. */
      flowName: z.string().nullable(),
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
  handout: post(
    may.add,
    guarded.partial().extend({ ...fields, scope: fields.scope.default([]) }),
    key.extend({ toCnt: count }),
    '',
    {
      title: '发起收集',
      undo: false,
    },
  ),
  end: post(may.edit, guarded, none, '收集已结束', { title: '结束收集', undo: false }),
  reopen: post(may.edit, guarded.extend({ dueTm: fields.dueTm }), none, '已重新开放', { title: '重新开放收集', undo: false }),
  stoprepeat: post(may.edit, guarded, none, '不再重复', { title: '停止重复收集', undo: false }),
  /** Makes a new link; the old one opens nothing any more. */
  renewlink: post(may.edit, guarded, none, '已换新链接，旧链接失效', { title: '更换填写链接', undo: false }),
  /** Takes an answer that came by the link out of what was collected. */
  discard: post(may.edit, one, none, '已作废', { title: '作废一份答卷', undo: false }),
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
