import * as z from 'zod'
import { get, resource } from '../call.ts'

/**
 * Defines the calls for all settings in force in the caller's enterprise, by code; fills `cfgData` of the session
 * (docs/spec/settings.md#calls).
 */
export const userCfg = resource('/user/cfg', {
  getentcfg: get('session', z.object({}), z.record(z.string(), z.string()), { title: '查询生效的全部参数' }),
})
