import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { flag, none, text, time14 } from '#contract/fields.ts'
import { Columns, FormValues } from '#contract/form/column.ts'
import { FormChoices } from '#contract/form/formChoices.ts'
import { file } from '#contract/shell/upload.contract.ts'

const apart = { place: 'caller', undo: false } as const
/** Holds the code at the gate; every error in it gets the same answer. */
const code = z.string().min(1).max(300).meta({ title: '二维码' })
const key = z.string().min(1).max(300).meta({ title: '登记凭据' })
const once = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({ title: '页面凭据' })

/** Describes a gate and its form, for a visitor who scanned the code. */
export const Gate = z.object({
  entName: z.string(),
  codeName: z.string(),
  tmplName: z.string(),
  billClmns: Columns,
  /** Tells that on phones each question is a page of its own (1). */
  singleFlag: flag,
  /** Lists the values of the dictionaries that the form has choices of. */
  choices: FormChoices,
  /** Gives for how many days after the visit this is stored. */
  keepDays: z.int(),
  /** Tells that the host is asked first (1). */
  auditFlag: flag,
})

/** Describes a visit for the visitor; nothing of anybody else but the name that was typed. */
export const OwnVisit = z.object({
  entName: z.string(),
  vstName: z.string(),
  toEmpName: z.string(),
  rsn: z.string().nullable(),
  mateCnt: z.int(),
  planSDt: time14,
  planEDt: time14,
  inDt: time14.nullable(),
  outDt: time14.nullable(),
  /** Holds the code for the gate, while it opens it; else null. */
  passNo: z.string().nullable(),
  answer: z.string().nullable(),
  stt: z.string(),
})

const area = text(30).optional()

/** Defines the calls to register a visit by the code at a gate, without an account (docs/spec/visits.md#small-pages). */
export const mVisit = resource('/m/visit', {
  get: get('open', z.object({ code }), Gate, { ...apart, title: '扫码查看来访表单' }),
  /** Finds somebody with exactly this name: returns their reference for the form, and nothing else. */
  findhost: post(
    'open',
    z.object({
      code,
      name: text(30).meta({ title: '姓名' }),
      /** Names the department, or the class of a child. */
      unit: text(60).optional().meta({ title: '部门或班级' }),
    }),
    z.object({ found: z.enum(['none', 'one', 'several']), no: z.string().nullable() }),
    '',
    { ...apart, title: '按姓名核对被访人' },
  ),
  /** Registers a visit; `once` is the page's own, so that one sent again because its answer was lost is stored once. */
  create: post('open', z.object({ code, once, vals: FormValues }), z.object({ key: z.string() }), '', {
    ...apart,
    title: '扫码登记来访',
  }),
  upload: post('open', z.object({ code, file }), z.object({ fileNo: z.string() }), '', {
    title: '扫码上传文件',
    ...apart,
    body: 'multipart',
    largest: 5 * 2 ** 20,
  }),
  /** Returns the areas below others, for addresses. */
  getareas: get(
    'open',
    z.object({
      prvnName: area.meta({ title: '省' }),
      cityName: area.meta({ title: '市' }),
      dstrName: area.meta({ title: '区县' }),
    }),
    z.array(z.string()),
    { ...apart, title: '查询行政区划' },
  ),
  getstate: get('open', z.object({ key }), OwnVisit, { ...apart, title: '查看自己的来访' }),
  cancel: post('open', z.object({ key }), none, '来访已取消', { ...apart, title: '取消自己的来访' }),
})
