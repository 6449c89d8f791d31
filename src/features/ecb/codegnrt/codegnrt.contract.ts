import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, none, note, page, pageQuery, ver } from '#contract/fields.ts'

const may = permissions('codegnrt')
const platform = { place: 'platform' } as const

const largest = 10 ** 15 - 1
const pattern = z.string().trim().max(40)

/** Describes a number rule (docs/spec/numbers.md#number-rules). */
export const NumberRule = z.object({
  gnrtCode: z
    .string()
    .max(30)
    .regex(/^[A-Z][A-Z0-9_]*$/, { error: '应以大写字母开头，只能有大写字母、数字和下划线' })
    .meta({ title: '编码' }),
  prfx: pattern.meta({ title: '前缀' }),
  fixBit: z.int().min(0).max(15).meta({ title: '位数' }),
  sufx: pattern.meta({ title: '后缀' }),
  minVal: z.int().min(0).max(largest).meta({ title: '起始值' }),
  maxVal: z.int().min(1).max(largest).meta({ title: '截止值' }),
  rstCyc: code('RST_CYC').meta({ title: '重新开始' }),
  des: note(200).meta({ title: '说明' }),
  curVal: z.int().meta({ title: '当前值' }),
  /** Holds the day of the last reservation, `yyyyMMdd`. */
  cyc: z.string().meta({ title: '最近取号日期' }),
  usedRate: z.number().meta({ title: '已用' }),
  nextVals: z.array(z.string()).meta({ title: '下三个' }),
  /** Tells whether it ships with the product (1). */
  fixFlag: flag.meta({ title: '内置' }),
  ver,
})

const key = NumberRule.pick({ gnrtCode: true })
const rule = NumberRule.pick({ fixBit: true, minVal: true, maxVal: true, rstCyc: true, des: true }).extend({
  prfx: NumberRule.shape.prfx.nullable(),
  sufx: NumberRule.shape.sufx.nullable(),
})

/** Defines the calls for number rules (docs/spec/numbers.md#number-rules). */
export const codegnrt = resource('/ecb/codegnrt', {
  getpage: get(may.view, pageQuery.extend({ keyWord }), page(NumberRule), platform),
  create: post(
    may.add,
    key.extend(rule.partial({ prfx: true, sufx: true, minVal: true, rstCyc: true }).shape),
    NumberRule,
    '添加成功',
    platform,
  ),
  update: post(may.edit, key.extend({ ...rule.partial().shape, ver: ver.optional() }), NumberRule, '修改成功', platform),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', platform),
})
