import * as z from 'zod'
import { flag, no, time14 } from '#contract/fields.ts'
import { ruleCodes } from './datacheck.rules.contract.ts'

/** What a head teacher was asked to see to; nothing left of it means done. */
export const CheckTask = z.object({
  taskNo: no.meta({ title: '任务编号' }),
  rule: z.enum(ruleCodes).meta({ title: '规则' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  empName: z.string().meta({ title: '班主任' }),
  cnt: z.int().meta({ title: '剩余' }),
  doneFlag: flag.meta({ title: '完成' }),
  /** 1: it is the caller's own. */
  mineFlag: flag.meta({ title: '我的' }),
  nickName: z.string().nullable().meta({ title: '指派人' }),
  crtTm: time14.meta({ title: '指派时间' }),
})

/** States of a task: open, done with, called off. */
export const TaskState = { open: '1', gone: '0' } as const
