import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { post, resource } from '#contract/call.ts'
import { isDistinct, none } from '#contract/fields.ts'
import { SettingChange } from '#features/ecb/entcfg/entcfg.contract.ts'

const may = permissions('entcfg')

const entCfgs = z
  .array(SettingChange)
  .min(1)
  .max(500)
  .refine((list) => isDistinct(list.map(({ cfgCode }) => cfgCode)), { error: '不能有重复的参数' })
  .meta({ title: '参数' })

/** Defines the calls for several settings of one enterprise at once (docs/spec/settings.md#calls). */
export const getcfg = resource('/ecb/getcfg', {
  set: post([...may.edit, ...may.set], z.object({ entCfgs }), none, '设置成功', { place: 'managed' }),
})
