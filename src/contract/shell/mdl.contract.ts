import * as z from 'zod'
import { get, resource } from '../call.ts'
import { code, no } from '../fields.ts'

/**
 * Describes a module of the caller's menu; its children are in `items` (docs/spec/modules.md#the-menu,
 * docs/spec/conventions.md#names).
 */
export type MenuModule = z.output<typeof Leaf> & { items: MenuModule[] }

const Leaf = z.object({
  mdlCode: z.string().meta({ title: '模块编码' }),
  mdlName: z.string().meta({ title: '模块名称' }),
  code: z.string(),
  name: z.string(),
  picPath: z.string().nullable().meta({ title: '图标' }),
  lvl: z.int().meta({ title: '层级' }),
  url: z.string().nullable().meta({ title: '地址' }),
  urlType: z.string().meta({ title: '地址类型' }),
  openType: z.string().meta({ title: '打开方式' }),
  func: z.string().meta({ title: '功能权限' }),
  /** Says of a group that it is one entry of the menu, whose modules are tabs in the head of each of their pages (1). */
  sect: z.string().meta({ title: '合并显示' }),
  /** Holds the name in pinyin, whole and in initials, for the search of the menu. */
  pinyin: z.string(),
})

export const MenuNode: z.ZodType<MenuModule> = z.lazy(() => Leaf.extend({ items: z.array(MenuNode) }))

/** Defines the calls for the caller's modules (docs/spec/modules.md#the-menu). */
export const userMdl = resource('/user/mdl', {
  get: get('session', z.object({ tmlType: code('TML_TYPE').default('001').meta({ title: '终端类型' }) }), z.array(MenuNode)),
  /** Returns the address of a module outside this product. */
  geturl: get('session', z.object({ mdlCode: no.meta({ title: '模块编码' }) }), z.object({ url: z.string() }), {
    title: '查询外部地址',
  }),
})
