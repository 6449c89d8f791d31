import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { address } from '#contract/values/address.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, liveStt, no, none, note, numbers, ordersOf, stt, text, ver } from '#contract/fields.ts'
import { modules, webTerminal } from '#contract/modules.ts'

const may = permissions('mdl')
const platform = { place: 'platform' } as const

/** Limits the depth of modules, the top ones included. */
export const moduleDepthLimit = 3

/** Names the kinds of addresses (docs/spec/modules.md#fields): of this product, told by the server with a ticket, outside. */
export const UrlType = { own: '1', asked: '2', outside: '3' } as const

/** Names the ways to open a module: in a tab, in a frame, in a window. */
export const OpenType = { tab: '1', frame: '2', window: '3' } as const

/** Tells whether a module ships with the product: its code and address are fixed, and it stays. */
export const isBuiltIn = (mdlCode: string) => modules.some(({ code }) => code === mdlCode)

/** Accepts several action codes as a module stores them. */
const func = z
  .string()
  .max(200)
  .regex(/^(\d{6}(,\d{6})*)?$/, { error: '应为六位权限编码，用逗号隔开' })

/** Describes a module of the catalogue (docs/spec/modules.md#fields); one without an address is a group of others. */
export const Module = z.object({
  mdlCode: no.meta({ title: '模块编码' }),
  prtCode: no.nullish().meta({ title: '上级模块' }),
  tmlType: code('TML_TYPE').meta({ title: '终端类型' }),
  idntNo: code('IDNT').nullish().meta({ title: '适用身份' }),
  mdlName: text(30).meta({ title: '模块名称' }),
  mdlDesc: note(200).meta({ title: '说明' }),
  picPath: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9]*$/, { error: '应为图标名称' })
    .nullish()
    .meta({ title: '图标' }),
  url: address.nullish().meta({ title: '地址' }),
  urlType: code('URL_TYPE').meta({ title: '地址类型' }),
  openType: code('OPEN_TYPE').meta({ title: '打开方式' }),
  func: func.meta({ title: '功能权限' }),
  /** Says of a group that it is one entry of the menu (1). */
  sect: z.string().meta({ title: '合并显示' }),
  rem: note(500).meta({ title: '备注' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  stt,
  /** Tells whether it ships with the product (1). */
  fixFlag: flag.meta({ title: '内置' }),
  ver,
})

const Node = Module.extend({ code: z.string(), name: z.string(), lvl: z.int().meta({ title: '层级' }) })
export type ModuleNode = z.output<typeof Node> & { items: ModuleNode[] }
/** Describes a module with those below it in `items`. */
export const ModuleNode: z.ZodType<ModuleNode> = z.lazy(() => Node.extend({ items: z.array(ModuleNode) }))

const key = Module.pick({ mdlCode: true })
const { urlType, openType } = Module.shape
const facts = Module.pick({
  idntNo: true,
  mdlName: true,
  mdlDesc: true,
  picPath: true,
  url: true,
  urlType: true,
  openType: true,
  rem: true,
}).extend({ func: func.nullish().meta({ title: '功能权限' }), stt: liveStt })

/** Defines the calls for the module catalogue of every terminal (docs/spec/modules.md#fields). */
export const mdl = resource('/ecb/mdl', {
  gettree: get(
    may.view,
    z.object({ tmlType: Module.shape.tmlType.default(webTerminal), stt: liveStt.optional() }),
    z.array(ModuleNode),
    platform,
  ),
  create: post(
    may.add,
    key.extend({
      prtCode: Module.shape.prtCode,
      tmlType: Module.shape.tmlType,
      ...facts.shape,
      urlType: urlType.default('1'),
      openType: openType.default('1'),
      stt: liveStt.default('1'),
    }),
    Module,
    '新建成功',
    platform,
  ),
  update: post(may.edit, key.extend({ ...facts.partial().shape, ver: ver.optional() }), Module, '修改成功', platform),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', platform),
  setmdlord: post(
    may.edit,
    z.object({ prtCode: Module.shape.prtCode, mdlOrds: ordersOf('mdlCode') }),
    none,
    '排序成功',
    platform,
  ),
  updateprtmdl: post(
    may.edit,
    z.object({
      prtCode: Module.shape.prtCode,
      mdlCodes: numbers.meta({ title: '模块' }),
      /** Names the sibling that they come before; last where it is left out. */
      befNo: no.optional().meta({ title: '放在它之前的模块' }),
    }),
    none,
    '调整成功',
    platform,
  ),
})
