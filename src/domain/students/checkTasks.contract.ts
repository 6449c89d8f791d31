import * as z from 'zod'
import { flag, no, time14 } from '#contract/fields.ts'
import { ruleCodes } from './datacheck.rules.contract.ts'

/** Describes a task for a head teacher; with nothing left it is done. */
export const CheckTask = z.object({
  taskNo: no.meta({ title: '任务编号' }),
  rule: z.enum(ruleCodes).meta({ title: '规则' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  empName: z.string().meta({ title: '班主任' }),
  cnt: z.int().meta({ title: '剩余' }),
  doneFlag: flag.meta({ title: '完成' }),
  /** Tells whether it is the caller's own (1). */
  mineFlag: flag.meta({ title: '我的' }),
  nickName: z.string().nullable().meta({ title: '指派人' }),
  crtTm: time14.meta({ title: '指派时间' }),
})

/** Names the states of a task: open, done or withdrawn. */
export const TaskState = { open: '1', gone: '0' } as const
