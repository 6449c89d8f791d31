import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, isDistinct, keyWord, no, none, note, numbers, ver } from '#contract/fields.ts'
import { SettingKind, settingValue } from '#contract/values/settingValue.ts'

const may = permissions('entcfg')
const managed = { place: 'managed' } as const

const { cfgCode } = SettingKind.shape
const curVal = settingValue.min(1).meta({ title: '当前值' })
const rem = note(500).meta({ title: '备注' })

/** Describes a setting of one enterprise: the value in force there, and whether it is its own. */
export const EnterpriseSetting = SettingKind.extend({
  entNo: no.meta({ title: '单位编号' }),
  cfgDesc: z.string().meta({ title: '参数说明' }),
  curVal: z.string().meta({ title: '当前值' }),
  dftlVal: z.string().meta({ title: '默认值' }),
  /** Tells whether the value is the enterprise's own (1) or the default (0). */
  srcFlag: flag.meta({ title: '单独设置' }),
  rem,
  /** Allows an own value only to be stricter than the default: larger, or smaller; null: both. */
  strict: z.enum(['larger', 'smaller']).nullable().meta({ title: '只能更严' }),
  /** Holds the remark of the catalogue. */
  cfgRem: z.string().nullable().meta({ title: '参数备注' }),
  /** Holds the version of its own value. */
  ver: ver.nullable(),
})

/** Describes an enterprise that may have a setting, with the value in force there. */
export const SettingHolder = z.object({
  entNo: no.meta({ title: '单位编号' }),
  entName: z.string().meta({ title: '企业名称' }),
  idntNo: code('IDNT').meta({ title: '身份' }),
  stt: code('ENT_STT').meta({ title: '状态' }),
  curVal: z.string().meta({ title: '当前值' }),
  dftlVal: z.string().meta({ title: '默认值' }),
  srcFlag: EnterpriseSetting.shape.srcFlag,
  rem,
})

/** Describes the new value of a setting of an enterprise; null: the default again. */
export const SettingChange = z.strictObject({ cfgCode, curVal: curVal.nullable(), rem })

const datas = z
  .array(z.strictObject({ entNo: no.meta({ title: '单位编号' }), cfgCode, curVal }))
  .min(1)
  .max(5000)
  .refine((list) => isDistinct(list.map((one) => `${one.entNo} ${one.cfgCode}`)), {
    error: '不能有重复的企业',
  })
  .meta({ title: '各企业的值' })

const one = z.object({ cfgCode })

/** Defines the calls for the settings of enterprises, managed from above (docs/spec/settings.md#calls). */
export const enterpriseSettings = resource('/ecb/entcfg', {
  getlist: get(may.view, z.object({}), z.array(EnterpriseSetting), managed),
  getentlist: get(may.view, one, z.array(SettingHolder), managed),
  getentforset: get(may.add, one.extend({ keyWord }), z.array(SettingHolder), managed),
  updateentcfg: post(may.edit, SettingChange.extend({ ver: ver.optional() }), EnterpriseSetting, '修改成功', managed),
  createcfgent: post(may.add, z.object({ datas }), none, '添加成功', {
    title: '批量设置企业的值',
    ...managed,
    body: 'datas',
    time: 'long',
  }),
  deletecfgent: post(may.delete, one.extend({ entNos: numbers.meta({ title: '企业' }) }), none, '移除成功', {
    title: '企业恢复默认值',
    ...managed,
    time: 'long',
  }),
})
