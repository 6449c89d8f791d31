import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, isDistinct, liveStt, no, none, numbers, stt, ver } from '#contract/fields.ts'
import { infoNo, InfoItem, typeCode } from '#features/ecb/info/info.contract.ts'

const may = permissions('entinfo')

const showOrd = z.int().min(1).max(999_999).meta({ title: '显示顺序' })

/** Describes a value of a dictionary as an enterprise has it; `chkFlag` 1: it uses it. */
export const ChosenItem = InfoItem.pick({ typeCode: true, infoNo: true, chnName: true, engName: true, showFlag: true }).extend({
  chkFlag: flag.meta({ title: '使用' }),
  showOrd,
  /** Holds the state; 2: among its values, but not offered now. */
  stt,
  ver: ver.nullable(),
})

/** Describes an enterprise that uses a value; `allFlag` 1: because it uses all of them. */
export const UsingEnterprise = z.object({
  entNo: no.meta({ title: '单位编号' }),
  entName: z.string().meta({ title: '企业名称' }),
  idntNo: code('IDNT').meta({ title: '身份' }),
  stt: code('ENT_STT').meta({ title: '状态' }),
  allFlag: flag.meta({ title: '使用全部值' }),
})

const Choice = z.strictObject({ infoNo, showOrd, stt: liveStt.optional() })
const entInfos = z
  .array(Choice)
  .max(5000)
  .refine((list) => isDistinct(list.map((one) => one.infoNo)), { error: '不能有重复的编号' })
  .meta({ title: '使用的值' })
const entNos = numbers.meta({ title: '企业' })
const key = { typeCode, infoNo }

/**
 * Defines the calls for the values of a dictionary that an enterprise uses, and their order; without any of its own it uses all
 * (docs/spec/dictionaries.md#an-enterprises-choice).
 */
export const entinfo = resource('/ecb/entinfo', {
  getlistforset: get(may.view, z.object({ typeCode }), z.array(ChosenItem)),
  getentlist: get(may.view, z.object(key), z.array(UsingEnterprise)),
  setentinfo: post(may.set, z.object({ typeCode, entInfos }), none, '设置成功'),
  updateentinfo: post(
    may.edit,
    z.object({ ...key, showOrd: showOrd.optional(), stt: liveStt.optional(), ver: ver.optional() }),
    ChosenItem.pick({ typeCode: true, infoNo: true, showOrd: true, stt: true, ver: true }),
    '修改成功',
  ),
  createinfoent: post(may.add, z.object({ ...key, entNos }), none, '添加成功'),
  deleteinfoent: post(may.delete, z.object({ ...key, entNos }), none, '移除成功'),
})
