import * as z from 'zod'
import { isDistinct, no } from './fields.ts'

const Leaf = z.object({
  mdlCode: z.string().meta({ title: '模块编码' }),
  mdlName: z.string().meta({ title: '模块名称' }),
  code: z.string().meta({ title: '编码' }),
  name: z.string().meta({ title: '名称' }),
  lvl: z.int().meta({ title: '层级' }),
  func: z.string().meta({ title: '可授予的操作' }),
  pwrNos: z.array(z.string()).meta({ title: '已授予的操作' }),
})

export type PowerNode = z.output<typeof Leaf> & { items: PowerNode[] }

/** Describes a module with the actions that can be granted on it and those that are; its children are in `items`. */
export const PowerNode: z.ZodType<PowerNode> = z.lazy(() => Leaf.extend({ items: z.array(PowerNode) }))

export const mdlCode = z
  .string()
  .min(1)
  .max(30)
  .regex(/^[0-9A-Za-z_-]+$/)
  .meta({ title: '模块编码' })

/** Accepts action codes, none twice. */
export const pwrNos = z.array(no).max(100).refine(isDistinct, { error: '不能有重复的操作' }).meta({ title: '操作权限' })

/** Accepts them as one text with commas between, as a module's `func` has them. */
export const pwrNo = z
  .string()
  .max(700)
  .regex(/^\d{6}(,\d{6})*$/, { error: '应为 6 位数字，多个用英文逗号隔开' })
  .meta({ title: '操作权限' })

/** Describes what a role grants: its modules, each once, with their actions. */
export const rolePwrMdls = z
  .array(z.strictObject({ mdlCode, pwrNos }))
  .max(1000)
  .refine((list) => isDistinct(list.map((one) => one.mdlCode)), { error: '不能有重复的模块' })
  .meta({ title: '模块权限' })
