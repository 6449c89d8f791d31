import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { having, shapeOf } from '#contract/fieldList.ts'
import { date8, flag, keyWord, no, none, numbers, page, pageQuery, text } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import { searchedValues } from '#contract/form/searchedValues.ts'
import { visitFields, visitStt } from './vst.fields.ts'

const may = permissions('vst')

/** Names what the chips above the list count: waiting for an answer, inside, expected today, inside for too long. */
const chip = z.enum(['wait', 'in', 'today', 'late']).meta({ title: '范围' })
const passNo = z
  .string()
  .regex(/^\d{6}$/, { error: '应为 6 位数字' })
  .meta({ title: '入校码' })
const gate = text(20).meta({ title: '门岗' })

/** Describes a visit in a list (docs/spec/visits.md#row). */
export const Visit = z.object(shapeOf(visitFields, 'row'))

/** Describes it with the filled-in form. */
export const VisitInFull = Visit.extend({
  /** Holds the code for the gate, once the host has agreed; null before. */
  passNo: passNo.nullable(),
  billClmns: Columns,
  vals: FormValues,
  files: z.array(z.object({ fileNo: no, url: z.string() })),
})

/** Describes how the visits of a filter divide. */
export const VisitCounts = z.object({
  waitCnt: z.int().meta({ title: '待确认' }),
  inCnt: z.int().meta({ title: '在校' }),
  todayCnt: z.int().meta({ title: '今日预约' }),
  lateCnt: z.int().meta({ title: '超时未离' }),
})

const filter = z.object({
  tmplNo: no.optional().meta({ title: '表单' }),
  vstSDt: date8.optional().meta({ title: '开始日期' }),
  vstEDt: date8.optional().meta({ title: '截止日期' }),
  stt: visitStt.optional(),
  chip: chip.optional(),
  /** Holds the search in the columns with 可查询 of this one form: their numbers with the values, as JSON. */
  qryVals: searchedValues.optional().meta({ title: '表单内容' }),
  keyWord,
})
const key = Visit.pick({ vstNo: true })
/** Identifies a visit at the gate by its row, or by the visitor's code. */
const atGate = z.object({ vstNo: Visit.shape.vstNo.optional(), passNo: passNo.optional(), gate: gate.optional() })

const AtGate = Visit.pick({ vstNo: true, vstName: true, pht: true })

/** Lists the columns that an export may be asked for, in the order of the sheet. */
export const visitExportFields = having(visitFields, 'export')

/** Defines the calls for visits: two lists that are fixed, the others are ours (docs/spec/visits.md). */
export const vst = resource('/ent/vst', {
  getvstnotepersonalpage: get(may.view, filter.extend(pageQuery.shape), page(Visit), { title: '分页查询个人来访' }),
  getvstnoteteampage: get(may.view, filter.extend(pageQuery.shape), page(Visit), { title: '分页查询团队来访' }),
  getstatis: get(
    may.view,
    filter.pick({ tmplNo: true, qryVals: true }).extend({ teamFlag: flag.optional().meta({ title: '团队' }) }),
    VisitCounts,
    { title: '统计来访' },
  ),
  get: get(may.view, key, VisitInFull),
  create: post(may.set, z.object({ tmplNo: Visit.shape.tmplNo, vals: FormValues }), key, '新建成功', { title: '新建来访' }),
  /** Returns the key with which the host answers on a phone, while an answer is awaited; handing it out is recorded. */
  makehostkey: post(may.review, key, z.object({ hostKey: z.string() }), '', { title: '发出来访确认链接', undo: false }),
  pass: post(may.review, key, none, '已同意来访', { title: '同意来访' }),
  reject: post(may.review, key.extend({ answer: text(200).meta({ title: '拒绝原因' }) }), none, '已拒绝来访', {
    title: '拒绝来访',
  }),
  cancel: post(may.review, key, none, '来访已取消', { title: '取消来访' }),
  arrive: post(may.set, atGate, AtGate, '已登记到访', { title: '登记到访' }),
  leave: post(may.set, atGate, AtGate, '已登记离开', { title: '登记离开' }),
  /** Reveals one masked value; the look is recorded. */
  reveal: post(
    may.clear,
    key.extend({
      /** Names the field; `vals`: the column `clmnNo` of the form. */
      field: z.enum(['vstTel', 'idNo', 'vals']).meta({ title: '字段' }),
      clmnNo: clmnNo.optional(),
      /** Numbers a companion. */
      rdx: z.int().min(1).max(2000).optional().meta({ title: '同行人' }),
    }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '显示原值', undo: false },
  ),
  export: download(
    may.export,
    filter.extend({
      teamFlag: flag.optional().meta({ title: '团队' }),
      vstNos: numbers.optional().meta({ title: '来访' }),
      flds: z.array(z.enum(visitExportFields)).min(1).max(visitExportFields.length).optional().meta({ title: '导出列' }),
      mask: flag.default('1').meta({ title: '脱敏' }),
    }),
  ),
})
