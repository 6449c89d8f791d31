import * as z from 'zod'
import { get, resource } from '../call.ts'
import { keyWord, no } from '../fields.ts'

type Option = {
  val: string
  name: string
  /** Tells entries of the same name apart: a department, a class. */
  des: string | null
  items: Option[]
}
const Option: z.ZodType<Option> = z.object({
  val: z.string(),
  name: z.string(),
  des: z.string().nullable(),
  items: z.array(z.lazy(() => Option)),
})

/** Names where a control's options come from: a dictionary, or the people and classes that the caller reaches. */
export const optionSources = ['info', 'emp', 'stu', 'unit', 'ptr'] as const

/**
 * Defines the calls for the options of the controls of a form (docs/spec/forms.md#options): of a dictionary all, with those below
 * each; of others the first 50.
 */
export const userBill = resource('/user/bill', {
  getdatalist: get(
    'session',
    z.object({
      src: z.enum(optionSources).default('info').meta({ title: '来源' }),
      typeCode: no.max(30).optional().meta({ title: '信息字典' }),
      keyWord,
    }),
    z.array(Option),
    { title: '查询表单控件的选项', quiet: true },
  ),
})
