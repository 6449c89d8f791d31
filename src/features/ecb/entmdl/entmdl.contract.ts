import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, no, none, numbers, stt } from '#contract/fields.ts'
import { webTerminal } from '#contract/modules.ts'

const may = permissions('entmdl')
const given = { place: 'given' } as const

const mdlCode = no.meta({ title: '模块编码' })
const mdlName = z.string().meta({ title: '模块名称' })
const tmlType = code('TML_TYPE').default(webTerminal).meta({ title: '终端类型' })

/** Describes a module of an enterprise; `func`: its actions there. */
export const GivenModule = z.object({
  entNo: no.meta({ title: '企业编号' }),
  mdlCode,
  mdlName,
  mdlDesc: z.string().nullable().meta({ title: '说明' }),
  stt,
  func: z.string().meta({ title: '功能权限' }),
})

/** Describes an enterprise within reach; `chkFlag`: whether it has the module that was asked for. */
export const ModuleHolder = z.object({
  entNo: no.meta({ title: '企业编号' }),
  entName: z.string().meta({ title: '企业名称' }),
  idntNo: code('IDNT').meta({ title: '身份' }),
  prtNo: no.nullable().meta({ title: '上级企业' }),
  stt,
})
export const ModuleCandidate = ModuleHolder.extend({ chkFlag: flag.meta({ title: '已开通' }) })

const Choice = z.object({
  mdlCode,
  mdlName,
  code: z.string(),
  name: z.string(),
  prtCode: no.nullable().meta({ title: '上级模块' }),
  picPath: z.string().nullable().meta({ title: '图标' }),
  url: z.string().nullable().meta({ title: '地址' }),
  func: z.string().meta({ title: '功能权限' }),
  /** Lists the actions this enterprise may at most use of it. */
  maxFunc: z.string().meta({ title: '可用的功能权限' }),
  chkFlag: flag.meta({ title: '已开通' }),
  /** Tells whether it is for enterprises of this identity (0: not). */
  fitFlag: flag.meta({ title: '适用' }),
  /** Tells whether it cannot be taken away (1). */
  fixFlag: flag.meta({ title: '不能移除' }),
  lvl: z.int().meta({ title: '层级' }),
})
export type ModuleChoice = z.output<typeof Choice> & { items: ModuleChoice[] }
export const ModuleChoice: z.ZodType<ModuleChoice> = z.lazy(() => Choice.extend({ items: z.array(ModuleChoice) }))

/** Describes what stops working when modules are taken away: roles that grant something of them, and the people who hold it. */
export const AffectedByModules = z.object({
  roleCnt: z.int().meta({ title: '角色数' }),
  empCnt: z.int().meta({ title: '人数' }),
  mdls: z.array(z.object({ mdlCode, mdlName, roleCnt: z.int(), empCnt: z.int() })).meta({ title: '模块' }),
})

const mdlCodes = numbers.meta({ title: '模块' })
const entNos = numbers.meta({ title: '企业' })

/** Defines the calls for the modules of enterprises (docs/spec/modules.md#fields). */
export const entmdl = resource('/ecb/entmdl', {
  getlist: get(may.view, z.object({}), z.array(GivenModule), given),
  getentlist: get(may.view, z.object({ mdlCode }), z.array(ModuleHolder), given),
  getmdltreeforset: get(may.view, z.object({ tmlType }), z.array(ModuleChoice), given),
  getentforset: get(may.view, z.object({ mdlCode: mdlCode.optional(), keyWord }), z.array(ModuleCandidate), given),
  gettouched: get(may.view, z.object({ mdlCodes }), AffectedByModules, { ...given, title: '查询影响范围' }),
  setentmdl: post(may.set, z.object({ mdlCodes, tmlType }), none, '设置成功', given),
  createmdlent: post(may.add, z.object({ mdlCode, entNos }), none, '添加成功', given),
  deletemdlent: post(may.delete, z.object({ mdlCode, entNos }), none, '移除成功', given),
})
