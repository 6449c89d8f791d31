import * as z from 'zod'
import { actions, permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, none, note, text, ver } from '#contract/fields.ts'
import { webTerminal } from '#contract/modules.ts'

const may = permissions('pwr')
const platform = { place: 'platform' } as const

/** Tells whether an action code is one that the calls of the product ask for. */
export const isShippedAction = (tmlType: string, pwrNo: string) =>
  tmlType === webTerminal && Object.values<string>(actions).includes(pwrNo)

/** Describes an action that modules of a terminal can offer (docs/spec/rights.md#actions). */
export const Power = z.object({
  tmlType: code('TML_TYPE').meta({ title: '终端类型' }),
  pwrNo: z
    .string()
    .regex(/^\d{6}$/, { error: '应为六位数字' })
    .meta({ title: '编码' }),
  pwrName: text(20).meta({ title: '名称' }),
  des: note(200).meta({ title: '说明' }),
  mdlCnt: z.int().meta({ title: '使用模块数' }),
  /** Tells whether it ships with the product (1). */
  fixFlag: flag.meta({ title: '内置' }),
  ver,
})

const key = Power.pick({ pwrNo: true }).extend({ tmlType: Power.shape.tmlType.default(webTerminal) })
const { pwrName, des } = Power.shape

/** Defines the calls for the action codes of every terminal (docs/spec/rights.md#actions). */
export const pwr = resource('/ecb/pwr', {
  // Opens the names of actions also to those who see modules.
  getlist: get(
    [...may.view, ...permissions('mdl').view],
    z.object({ tmlType: Power.shape.tmlType.default(webTerminal), keyWord }),
    z.array(Power),
    platform,
  ),
  create: post(may.add, key.extend({ tmlType: Power.shape.tmlType, pwrName, des }), Power, '添加成功', platform),
  update: post(
    may.edit,
    key.extend({ pwrName: pwrName.optional(), des, ver: ver.optional() }),
    Power.omit({ mdlCnt: true }),
    '修改成功',
    platform,
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', platform),
})
