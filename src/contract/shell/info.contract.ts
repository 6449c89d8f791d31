import * as z from 'zod'
import { get, resource } from '../call.ts'
import { flag } from '../fields.ts'

/** Describes one value of a dictionary (docs/spec/dictionaries.md#types-and-items). */
export const InfoItem = z.object({
  typeCode: z.string().meta({ title: '类型编码' }),
  infoNo: z.string().meta({ title: '信息编号' }),
  chnName: z.string().meta({ title: '中文名' }),
  engName: z.string().nullable().meta({ title: '英文名' }),
  chdTypeCode: z.string().nullable().meta({ title: '下级类型' }),
  charClmn: z.string().nullable().meta({ title: '字符值' }),
  numClmn: z.number().nullable().meta({ title: '数值' }),
  showFlag: flag.meta({ title: '是否显示' }),
})

const typeCode = z
  .string()
  .max(30)
  .regex(/^[A-Z0-9_]+$/)
  .meta({ title: '类型编码' })

/**
 * Defines the calls for dictionaries in forms, columns and labels (docs/spec/dictionaries.md#types-and-items): several at once,
 * or one.
 */
export const info = resource('/ent/info', {
  getlist: get(
    'session',
    z.object({ typeCodes: z.array(typeCode).min(1).max(50).meta({ title: '类型编码' }) }),
    z.array(InfoItem),
    { quiet: true },
  ),
  gettypelist: get('session', z.object({ typeCode }), z.array(InfoItem), { quiet: true }),
})
