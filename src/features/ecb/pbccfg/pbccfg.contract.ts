import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, keyWord, none, note, text, time14, ver } from '#contract/fields.ts'
import { SettingKind, settingValue } from '#contract/values/settingValue.ts'

const may = permissions('pbccfg')
const platform = { place: 'platform' } as const

/** Names the identity of a setting that holds for all of them. */
export const everyIdentity = '000'
const idntNo = z.enum([everyIdentity, '010', '020', '030', '040', '050', '060']).meta({ title: '适用身份', dictionary: 'IDNT' })

/**
 * Describes a setting that the platform offers, with its default for one identity or for all
 * (docs/spec/settings.md#catalogue-and-values).
 */
export const Setting = SettingKind.extend({
  cfgDesc: text(100).meta({ title: '参数说明' }),
  idntNo,
  dftlVal: settingValue.meta({ title: '默认值' }),
  /** Tells whether enterprises may have their own; 0: one value for the whole platform, the default itself. */
  ownFlag: flag.meta({ title: '企业可单独设置' }),
  rem: note(500).meta({ title: '备注' }),
  /** Tells whether it ships with the product, which fixes its kind of values (1). */
  fixFlag: flag.meta({ title: '内置' }),
  difCnt: z.int().meta({ title: '已改企业' }),
  ver,
})

const { cfgCode, cfgDesc, valType, dftlVal, valList, minVal, maxVal, ownFlag, rem } = Setting.shape
const key = z.object({ cfgCode, idntNo: idntNo.default(everyIdentity) })
const facts = {
  cfgDesc,
  dftlVal: dftlVal.nullish(),
  // Takes the kind of values from the other identity where the code exists already.
  valType: valType.optional(),
  valList: valList.optional(),
  minVal: minVal.optional(),
  maxVal: maxVal.optional(),
  ownFlag: ownFlag.optional(),
  rem,
}

/**
 * Describes a kind of work that is done apart from calls: how much waits or is under way, how much failed within a month, when it
 * was last done, and what the last failure says; null for none.
 */
export const BackgroundJob = z.object({
  name: z.string().max(40).meta({ title: '任务' }),
  title: z.string(),
  waitCnt: z.int().min(0),
  failCnt: z.int().min(0),
  lastTm: time14.nullable(),
  why: z.string().nullable(),
})

/** Defines the calls for the catalogue of settings (docs/spec/settings.md#calls). */
export const pbccfg = resource('/ecb/pbccfg', {
  // Opens the list also to those who set them for enterprises.
  getlist: get(
    [...may.view, ...permissions('entcfg').view],
    z.object({ idntNo: idntNo.optional(), keyWord }),
    z.array(Setting),
    platform,
  ),
  create: post(may.add, key.extend(facts), Setting, '添加成功', platform),
  update: post(
    may.edit,
    key.extend({ ...facts, cfgDesc: cfgDesc.optional(), ver: ver.optional() }),
    Setting,
    '修改成功',
    platform,
  ),
  // Says that the clock of the machine is right after it jumped, so that what is old may be removed again.
  believeclock: post(may.edit, z.object({}), none, '已确认，到期的内容照常清理', {
    ...platform,
    title: '确认机器的时间',
    undo: false,
  }),
  // Lets messages leave a database that was restored, copied or moved.
  release: post(may.edit, z.object({}), none, '已放行，消息照常对外发送', { ...platform, title: '放行对外发送', undo: false }),
  // Tells how the work that is done apart from calls stands, and lets begin again what failed of it.
  getjobs: get(may.edit, z.object({}), z.array(BackgroundJob), { ...platform, title: '查询后台任务' }),
  retryjobs: post(may.edit, BackgroundJob.pick({ name: true }), z.object({ cnt: z.int() }), '已重新开始', {
    ...platform,
    title: '重新开始失败的后台任务',
    undo: false,
  }),
})
