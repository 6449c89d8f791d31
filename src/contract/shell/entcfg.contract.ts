import * as z from 'zod'
import { get, resource } from '../call.ts'

const cfgCode = z
  .string()
  .max(30)
  .regex(/^[A-Z][A-Z0-9_]+$/)
  .meta({ title: '参数编码' })

/** Defines the calls for single settings of an enterprise (docs/spec/settings.md#calls). */
export const entcfg = resource('/ent/entcfg', {
  getcurval: get('session', z.object({ cfgCode }), z.object({ cfgCode, curVal: z.string().meta({ title: '当前值' }) }), {
    title: '查询一个参数的当前值',
  }),
})
