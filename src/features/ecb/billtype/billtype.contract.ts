import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { keyWord, liveStt, none, note, page, pageQuery, stt, text, ver } from '#contract/fields.ts'

const may = permissions('billtype')
const platform = { place: 'platform' } as const

const bound = z.int().min(1).max(9_999_999_999)

/** Describes a type of forms with the segment of its template numbers (docs/spec/numbers.md#bill-types). */
export const BillType = z.object({
  typeNo: z
    .string()
    .regex(/^\d{2}$/, { error: '应为两位数字' })
    .meta({ title: '类型编号' }),
  typeName: text(20).meta({ title: '类型名称' }),
  minVal: bound.meta({ title: '起始号' }),
  maxVal: bound.meta({ title: '截止号' }),
  rem: note(200).meta({ title: '备注' }),
  stt,
  sttName: z.string().meta({ title: '状态名称' }),
  ver,
})

const key = BillType.pick({ typeNo: true })
const fields = BillType.pick({ typeName: true, minVal: true, maxVal: true, rem: true })

/** Describes it in a list, with how many templates the enterprises within reach have of it. */
export const ListedType = BillType.extend({ tmplCnt: z.int().meta({ title: '模板数' }) })

/** Defines the calls for the types of forms (docs/spec/numbers.md#bill-types). */
export const billtype = resource('/ecb/billtype', {
  getpage: get(may.view, pageQuery.extend({ stt: liveStt.optional(), keyWord }), page(ListedType), platform),
  create: post(may.add, key.extend(fields.shape), BillType, '添加成功', platform),
  update: post(
    may.edit,
    key.extend({ ...fields.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    BillType,
    '修改成功',
    platform,
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', platform),
})
