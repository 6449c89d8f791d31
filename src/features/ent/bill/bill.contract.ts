import * as z from 'zod'
import { type Access, permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, no, none, note, text, time14, ver } from '#contract/fields.ts'
import { archiveFields } from '#contract/form/archiveFields.ts'
import { Columns, FormSettings } from '#contract/form/column.ts'

const may = permissions('bill')
/** Opens the forms also to those who keep records that are written with them. */
const mayFill: Access = [
  ...may.view,
  ...permissions('mtg').view,
  ...permissions('vst').view,
  ...permissions('hnd').view,
  ...permissions('flow').view,
]

/** Names the states of a template (docs/spec/forms.md#template). */
export const TemplateState = { deleted: '0', draft: '1', published: '2', disabled: '3' } as const

const tmplNo = no.meta({ title: '模板编号' })
const arcFld = z.enum(archiveFields.map(({ code }) => code) as [string, ...string[]]).meta({ title: '对应档案字段' })
const typeNo = z
  .string()
  .regex(/^\d{2}$/, { error: '应为两位数字' })
  .meta({ title: '表单类型' })
const verNo = z.int().min(1).max(1_000_000).meta({ title: '版本号' })
const stt = code('TMPL_STT').meta({ title: '状态', dictionary: 'TMPL_STT' })

/** Describes a control or kit as the designer offers it. */
const Part = z.object({
  name: z.string(),
  icon: z.string(),
  settings: z.array(z.string()),
  wdt: z.int(),
  len: z.int().nullable(),
})

/** Describes a type of forms with the number of its templates. */
const Type = z.object({ typeNo, typeName: z.string().meta({ title: '类型' }), tmplCnt: z.int().meta({ title: '模板数' }) })

/** Describes a form that can be filled in: the columns of the published version. */
export const Form = z.object({
  tmplNo,
  tmplName: z.string().meta({ title: '模板名称' }),
  typeNo,
  verNo,
  billClmns: Columns,
  sets: FormSettings,
})

/** Describes a template in a list (docs/spec/forms.md#template). */
export const Template = z.object({
  tmplNo,
  tmplName: text(30).meta({ title: '模板名称' }),
  typeNo,
  typeName: z.string().meta({ title: '类型' }),
  des: note(500).meta({ title: '说明' }),
  verNo: verNo.nullable().meta({ title: '版本' }),
  /** Tells whether it has changes that were not published yet (1). */
  draftFlag: z.enum(['0', '1']).meta({ title: '有未发布的修改' }),
  clmnCnt: z.int().meta({ title: '字段数' }),
  useCnt: z.int().meta({ title: '使用次数' }),
  updName: z.string().nullable().meta({ title: '更新人' }),
  updTm: time14.meta({ title: '更新时间' }),
  stt,
  ver,
})

/** Describes a template with its columns, as it is designed or as one of its versions. */
export const TemplateInFull = Template.omit({ updName: true, useCnt: true, clmnCnt: true }).extend({
  billClmns: Columns,
  sets: FormSettings,
  /** Lists those of the published version, to compare with; null before the first. */
  pubClmns: Columns.nullable(),
  pubSets: FormSettings.nullable(),
  vers: z.array(z.object({ verNo, pubTm: time14, pubName: z.string().nullable() })),
})

/** Counts of the people whose archives have a field how many of them hold it; whose these are. */
export const Known = z.object({ owner: z.enum(['stu', 'emp', 'ptr']), knownCnt: z.int().min(0), ofCnt: z.int().min(0) })

const key = z.object({ tmplNo })
const guarded = key.extend({ ver: ver.optional() })

/** Defines the calls for templates of forms (docs/spec/forms.md). */
export const bill = resource('/ent/bill', {
  getlist: get(mayFill, z.object({ typeNo: typeNo.optional() }), z.array(Form)),
  getctrllist: get(may.view, z.object({}), z.array(Part.extend({ ctrlNo: z.string() })), { title: '查询控件' }),
  getkitlist: get(may.view, z.object({}), z.array(Part.extend({ kitNo: z.string() })), { title: '查询组合控件' }),
  gettypelist: get(may.view, z.object({}), z.array(Type)),
  getinitclmnlist: get(may.view, z.object({ typeNo }), Columns, { title: '查询必有的字段' }),
  gettmpllist: get(may.view, z.object({ typeNo: typeNo.optional(), stt: stt.optional(), keyWord }), z.array(Template)),
  gettmpl: get(mayFill, key.extend({ verNo: verNo.optional() }), TemplateInFull),
  /** Counts for how many within the caller's reach archives hold the field that a question is about. */
  getknown: get(may.view, z.object({ arcFld }), Known, {
    title: '查询档案里已有的人数',
  }),
  createtmpl: post(
    may.add,
    z.object({
      typeNo,
      tmplName: Template.shape.tmplName,
      des: Template.shape.des,
      fromNo: no.optional().meta({ title: '复制自' }),
    }),
    key.extend({ ver }),
    '新建成功',
  ),
  updatetmpl: post(
    may.edit,
    guarded.extend({
      tmplName: Template.shape.tmplName.optional(),
      des: Template.shape.des,
      /** Changes the type of a template that was never published. */
      typeNo: typeNo.optional(),
    }),
    key.extend({ ver }),
    '编辑成功',
  ),
  enabletmpl: post(may.enable, guarded, key.extend({ ver }), '启用成功'),
  disabletmpl: post(may.enable, guarded, key.extend({ ver }), '停用成功'),
  deletetmpl: post(may.delete, guarded, none, '删除成功'),
  /** Saves a draft; without settings those of the draft stay as they are. */
  savetmplclmns: post(
    may.edit,
    guarded.extend({ billClmns: Columns, sets: FormSettings.optional() }),
    key.extend({ ver, updTm: time14 }),
    '保存成功',
    {
      title: '保存表单的字段',
      quiet: true,
    },
  ),
  publishtmpl: post(may.review, guarded, key.extend({ verNo, ver }), '发布成功', { title: '发布表单模板' }),
})
