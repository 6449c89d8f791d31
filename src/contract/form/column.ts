import * as z from 'zod'
import { date8, flag, isDistinct, no, note, text } from '../fields.ts'
import { type UploadFilter, uploadFilters } from '../uploadFilters.ts'
import { controlNos, kitNos } from './catalogue.ts'

const wanted = (title: string) => flag.meta({ title })

/** Accepts the number of a column, which it keeps through all versions. */
export const clmnNo = z
  .string()
  .regex(/^c\d{1,4}$/, { error: '应为 c 加数字' })
  .meta({ title: '字段编号' })

/** Describes one choice of a column that has its own, not those of a dictionary. */
const Choice = z.object({
  val: z
    .string()
    .regex(/^[0-9A-Za-z_]{1,20}$/)
    .meta({ title: '选项值' }),
  name: text(60).meta({ title: '选项' }),
})

/** Describes what another column has to hold; `least` and `below` compare numbers, days, and how many days a range has. */
const Condition = z.object({
  clmnNo: z
    .string()
    .regex(/^c\d{1,4}$/)
    .meta({ title: '条件字段' }),
  op: z.enum(['eq', 'ne', 'filled', 'empty', 'least', 'below', 'has']).meta({ title: '条件' }),
  vals: z.array(z.string().max(100)).max(50).meta({ title: '条件值' }),
})

/** Limits the conditions of one column beside the first. */
export const mostFurther = 9

/**
 * Describes when a column is shown: where the first condition and all `more` hold, or any one of them (`anyFlag` 1). Forms of before
 * have the first alone.
 */
const ShownWhen = Condition.extend({
  more: z.array(Condition).max(mostFurther).optional().meta({ title: '更多条件' }),
  anyFlag: flag.optional().meta({ title: '满足任一条件' }),
})

/** Describes the points of one value of a column: at most one decimal. */
const Points = z
  .number()
  .min(-1000)
  .max(1000)
  .refine((points) => Number(points.toFixed(1)) === points, { error: '最多 1 位小数' })
  .meta({ title: '分值' })

// Defines what columns of a form and of a table inside it share.
const part = {
  clmnNo,
  clmnName: text(40).meta({ title: '字段名称' }),
  ctrlNo: z.enum(controlNos).nullable().meta({ title: '控件' }),
  infoType: no.max(30).nullable().meta({ title: '信息字典' }),
  opts: z.array(Choice).max(100).meta({ title: '选项' }),
  /** Limits the characters, files or rows. */
  len: z.int().min(1).max(2000).nullable().meta({ title: '最多' }),
  /** Gives the number of decimals. */
  acc: z.int().min(0).max(6).nullable().meta({ title: '小数位数' }),
  minVal: z.number().min(-99_999_999_999_999).max(99_999_999_999_999).nullable().meta({ title: '最小值' }),
  maxVal: z.number().min(-99_999_999_999_999).max(99_999_999_999_999).nullable().meta({ title: '最大值' }),
  /** Allows no day before today (1); absent like the next two in columns without such a limit. */
  aftFlag: flag.optional().meta({ title: '不早于今天' }),
  minDt: date8.optional().meta({ title: '最早日期' }),
  maxDt: date8.optional().meta({ title: '最晚日期' }),
  mustFlag: wanted('必填'),
  tip: note(200).meta({ title: '提示' }),
  rule: z.enum(['none', 'han', 'code', 'landline', 'extension', 'mac', 'url']).meta({ title: '格式' }),
}

const unique = (columns: { clmnNo: string }[]) => isDistinct(columns.map(({ clmnNo }) => clmnNo))

/** Describes a column of a table inside a form. */
const TableColumn = z.object(part)

/**
 * Describes one column of a form (docs/spec/forms.md#column): a control or a kit, what it holds at most, and where it is shown.
 */
export const Column = z.object({
  ...part,
  kitNo: z.enum(kitNos).nullable().meta({ title: '组合' }),
  /** Names the field of the product that this column fills; set by the type, never changed. */
  fldCode: no.nullable().meta({ title: '固定字段' }),
  /** Names the archive field that the question is about (`archiveFields.ts`); absent for none. */
  arcFld: z
    .string()
    .regex(/^[a-z]{3,7}\.[A-Za-z]{2,10}$/)
    .optional()
    .meta({ title: '对应档案字段' }),
  readFlag: wanted('只读'),
  showFlag: wanted('显示'),
  listFlag: wanted('列表显示'),
  qryFlag: wanted('可查询'),
  /** Lists the kinds of files that it takes; absent: all that can be uploaded. */
  types: z
    .array(z.enum(Object.keys(uploadFilters) as [UploadFilter, ...UploadFilter[]]))
    .min(1)
    .max(20)
    .optional()
    .meta({ title: '文件类型' }),
  dftlVal: note(500).meta({ title: '默认值' }),
  /** Sets the width: 1 half, 2 all of it. */
  wdt: z.int().min(1).max(2).meta({ title: '宽度' }),
  visIf: ShownWhen.nullable().meta({ title: '显示条件' }),
  /** Tells that answers count towards the score of the form (1); absent like the points where they do not. */
  scrFlag: flag.optional().meta({ title: '计分' }),
  /** Maps values of a choice to their points; what is not named has none. */
  pts: z
    .record(z.string().regex(/^[0-9A-Za-z_]{1,20}$/), Points)
    .refine((points) => Object.keys(points).length <= 100, { error: '最多 100 项' })
    .optional()
    .meta({ title: '分值' }),
  clmns: z.array(TableColumn).max(12).refine(unique, { error: '里有重复的字段编号' }).meta({ title: '子表的列' }),
})

export type Column = z.output<typeof Column>
export type TableColumn = z.output<typeof TableColumn>
export type Condition = z.output<typeof Condition>
export type ShownWhen = z.output<typeof ShownWhen>
export type Choice = z.output<typeof Choice>

/** Describes the columns of a form, in order. */
export const Columns = z.array(Column).max(100).refine(unique, { error: '里有重复的字段编号' }).meta({ title: '字段' })

/**
 * Describes what holds for a whole form: on phones each question is a page of its own (`singleFlag` 1), and whoever fills it in sees
 * the points and their score once it is sent (`scoreFlag` 1).
 */
export const FormSettings = z
  .object({
    singleFlag: flag.default('0').meta({ title: '手机上逐题填写' }),
    scoreFlag: flag.default('0').meta({ title: '提交后显示得分' }),
  })
  .meta({ title: '表单设置' })
export type FormSettings = z.output<typeof FormSettings>

/** Describes the content of a form: column numbers with their values, each as its control writes it (`values.ts`). */
export const FormValues = z.record(z.string().regex(/^c\d{1,4}$/), z.unknown()).meta({ title: '填写的内容' })
export type FormValues = Record<string, unknown>
