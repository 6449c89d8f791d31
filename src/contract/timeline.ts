import * as z from 'zod'
import { flag, time14 } from './fields.ts'

const Change = z.object({
  field: z.string().meta({ title: '字段' }),
  title: z.string().meta({ title: '名称' }),
  before: z.string().nullable().meta({ title: '改前' }),
  after: z.string().nullable().meta({ title: '改后' }),
  /** Tells whether the caller may restore the field's former value (1). */
  backFlag: flag.meta({ title: '可恢复' }),
})

/** Describes the change of one row: its table, its name, and its fields before and after. */
export const DeedPart = z.object({
  tbl: z.string().meta({ title: '种类' }),
  what: z.string().meta({ title: '内容' }),
  act: z.enum(['insert', 'update', 'delete', 'read']).meta({ title: '变动' }),
  changes: z.array(Change),
})
export type DeedPart = z.output<typeof DeedPart>

/**
 * Describes what one operation did to a record, its archive and its links; sensitive values masked
 * (docs/spec/history.md#history).
 */
export const Deed = z.object({
  op: z.string(),
  at: time14.meta({ title: '时间' }),
  nickName: z.string().nullable().meta({ title: '经办人' }),
  /** Names the impersonator. */
  imitName: z.string().nullable().meta({ title: '代为操作的人' }),
  title: z.string().meta({ title: '操作' }),
  rsn: z.string().nullable().meta({ title: '原因' }),
  parts: z.array(DeedPart),
})
export type Deed = z.output<typeof Deed>
