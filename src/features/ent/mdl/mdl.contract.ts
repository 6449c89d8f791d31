import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, liveStt, no, none, note, numbers, ordersOf, stt, text, ver } from '#contract/fields.ts'

const may = permissions('ownmdl')

/** Names the module of this very screen: switched off, it could never be switched on again. */
export const ownModuleCode = 'ownmdl'

/** Describes a module as the enterprise names and places it; `baseName` is the platform's name. */
export const OwnModule = z.object({
  mdlCode: no.meta({ title: '模块编码' }),
  mdlName: text(30).meta({ title: '名称' }),
  baseName: z.string().meta({ title: '原名' }),
  mdlDesc: note(200).meta({ title: '说明' }),
  prtCode: no.nullish().meta({ title: '所在分组' }),
  picPath: z.string().nullable().meta({ title: '图标' }),
  url: z.string().nullable().meta({ title: '地址' }),
  /** Says of a group that it is one entry of the menu; `baseSect` as the platform has it: without that it never is. */
  sect: flag.meta({ title: '合并显示' }),
  baseSect: flag.meta({ title: '原来合并显示' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  stt,
  ver,
})

const Node = OwnModule.extend({
  entNo: no.meta({ title: '单位编号' }),
  code: z.string(),
  name: z.string(),
  lvl: z.int().meta({ title: '层级' }),
})
export type OwnModuleNode = z.output<typeof Node> & { items: OwnModuleNode[] }
export const OwnModuleNode: z.ZodType<OwnModuleNode> = z.lazy(() => Node.extend({ items: z.array(OwnModuleNode) }))

const { mdlCode, mdlName, mdlDesc, prtCode, sect } = OwnModule.shape

/** Describes what the enterprise keeps of a module itself: null where it follows the catalogue. */
const Kept = z.object({
  mdlCode,
  mdlName: mdlName.nullable(),
  mdlDesc,
  sect: z.string().nullable().meta({ title: '合并显示' }),
  stt,
  ver,
})

/** Defines the calls for the enterprise's own view of its modules (docs/spec/modules.md#fields). */
export const ownMdl = resource('/ent/mdl', {
  getmdltree: get(may.view, z.object({}), z.array(OwnModuleNode)),
  setentmdlord: post(may.edit, z.object({ prtCode, mdlOrds: ordersOf('mdlCode') }), none, '排序成功'),
  updateprtmdl: post(
    may.edit,
    z.object({
      prtCode,
      mdlCodes: numbers.meta({ title: '模块' }),
      /** Names the sibling that they come before; last where it is left out. */
      befNo: no.optional().meta({ title: '放在它之前的模块' }),
    }),
    none,
    '调整成功',
  ),
  update: post(
    may.edit,
    z.object({
      mdlCode,
      mdlName: mdlName.nullish(),
      mdlDesc,
      sect: sect.optional(),
      stt: liveStt.optional(),
      ver: ver.optional(),
    }),
    Kept,
    '编辑成功',
  ),
})
