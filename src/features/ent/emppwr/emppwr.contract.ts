import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { isDistinct, no, none, numbers } from '#contract/fields.ts'

const may = permissions('emppwr')

const mdlCode = no.meta({ title: '模块编码' })
const pwrNo = z
  .string()
  .regex(/^\d{6}$/, { error: '应为 6 位数字' })
  .meta({ title: '操作权限' })
const pwrNos = z.array(pwrNo).min(1).max(50).refine(isDistinct, { error: '不能重复' }).meta({ title: '操作权限' })
/**
 * Names the kinds of exceptions: 1 adds a right to what the roles give, 2 takes it away and wins over every role
 * (docs/spec/rights.md#layers).
 */
const addDelFlag = z.enum(['1', '2']).meta({ title: '增减标志', dictionary: 'ADD_DEL' })
const empNo = no.meta({ title: '员工编号' })
const empNos = numbers.meta({ title: '员工' })

/** Describes one personal exception. */
export const Exception = z.object({
  entNo: no.meta({ title: '单位编号' }),
  empNo,
  empName: z.string().meta({ title: '姓名' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
  mdlCode,
  mdlName: z.string().meta({ title: '模块' }),
  pwrNo,
  addDelFlag,
})

/** Describes what a person may do in one module, action by action, and where it comes from. */
const Source = z.object({
  pwrNo: z.string(),
  /** Tells whether they may do it (1). */
  pwrFlag: z.enum(['0', '1']),
  /** Names of the roles that give it. */
  roleNames: z.array(z.string()),
  addDelFlag: z.enum(['1', '2']).nullable(),
})

const Leaf = z.object({
  mdlCode: z.string().meta({ title: '模块编码' }),
  mdlName: z.string().meta({ title: '模块' }),
  code: z.string(),
  name: z.string(),
  lvl: z.int(),
  func: z.string().meta({ title: '功能权限' }),
  pwrs: z.array(Source),
})

export type SourceNode = z.output<typeof Leaf> & { items: SourceNode[] }
const SourceNode: z.ZodType<SourceNode> = z.lazy(() => Leaf.extend({ items: z.array(SourceNode) }))

const many = z.object({ empNos, mdlCode, pwrNos, addDelFlag })

/** Defines the calls for personal exceptions to what roles give (docs/spec/rights.md#personal-exceptions). */
export const emppwr = resource('/ent/emppwr', {
  getlist: get(may.view, z.object({ empNo: empNo.optional() }), z.array(Exception)),
  getmdltree: get(may.view, z.object({ empNo }), z.array(SourceNode)),
  createmdlemppwr: post(may.add, many, none, '添加成功'),
  updatemdlemppwr: post(may.edit, many, none, '修改成功'),
  deletemdlemppwr: post(may.delete, z.object({ empNos, mdlCode }), none, '移除成功'),
  deleteemppwr: post(may.delete, z.object({ empNo }), none, '移除成功'),
  set: post(
    may.set,
    z.object({
      empNo,
      mdls: z
        .array(z.strictObject({ mdlCode, pwrNo, addDelFlag }))
        .max(5000)
        .refine((list) => isDistinct(list.map((one) => `${one.mdlCode}:${one.pwrNo}`)), { error: '不能有重复的权限' })
        .meta({ title: '例外' }),
    }),
    none,
    '设置成功',
  ),
})
