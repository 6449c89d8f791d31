import * as z from 'zod'
import { time14 } from './fields.ts'

const Change = z.object({
  title: z.string().meta({ title: '字段' }),
  before: z.string().nullable().meta({ title: '改前' }),
  after: z.string().nullable().meta({ title: '改后' }),
})

/** What one operation did to a record, its archive and its links; sensitive values masked (domain, 7.13). */
export const Deed = z.object({
  op: z.string(),
  at: time14.meta({ title: '时间' }),
  nickName: z.string().nullable().meta({ title: '经办人' }),
  /** Who worked under that name. */
  imitName: z.string().nullable().meta({ title: '代为操作的人' }),
  title: z.string().meta({ title: '操作' }),
  rsn: z.string().nullable().meta({ title: '原因' }),
  parts: z.array(
    z.object({
      what: z.string().meta({ title: '内容' }),
      act: z.enum(['insert', 'update', 'delete', 'read']).meta({ title: '变动' }),
      changes: z.array(Change),
    }),
  ),
})
export type Deed = z.output<typeof Deed>
