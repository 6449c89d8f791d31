import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { decimal } from '#contract/values/decimal.ts'
import { code, flag, keyWord, liveStt, none, note, page, pageQuery, stt, text, typed, ver } from '#contract/fields.ts'
import { oneLine } from '#contract/values/plain.ts'

const may = permissions('info')
const platform = { place: 'platform' } as const

export const typeCode = z
  .string()
  .max(30)
  .regex(/^[A-Z][A-Z0-9_]*$/, { error: '应以大写字母开头，只能有大写字母、数字和下划线' })
  .meta({ title: '类型编码' })
export const infoNo = z
  .string()
  .max(20)
  .regex(/^[0-9A-Za-z_]+$/, { error: '只能有字母、数字和下划线' })
  .meta({ title: '编号' })

/** Accepts the values of an item's own columns. */
export const charClmn = typed().max(100).regex(oneLine).nullish().meta({ title: '字符值' })
export const numClmn = decimal(4).min(-999_999_999_999).max(999_999_999_999).nullish().meta({ title: '数值' })

/**
 * Describes a dictionary (docs/spec/dictionaries.md#types-and-items); `charName` and `numName` name its columns, which are absent
 * without them.
 */
export const InfoType = z.object({
  typeCode,
  chnName: text(60).meta({ title: '中文名' }),
  engName: text(100).nullish().meta({ title: '英文名' }),
  des: note(500).meta({ title: '说明' }),
  charName: text(20).nullish().meta({ title: '字符列名' }),
  numName: text(20).nullish().meta({ title: '数值列名' }),
  /** Tells whether the program itself knows the values (1). */
  fixFlag: flag.meta({ title: '内置' }),
  srcType: code('INFO_SRC').meta({ title: '来源' }),
  verNo: z.string().nullable().meta({ title: '版本' }),
  /** Names the issue that came with the product, where another one is loaded; else null. */
  newVer: z.string().nullable().meta({ title: '新版本' }),
  itemCnt: z.int().meta({ title: '值的个数' }),
  /** Tells whether its values may be chosen (1); old records keep theirs also where it is disabled (2). */
  stt,
  ver,
})

/** Describes a value of a dictionary. */
export const InfoItem = z.object({
  typeCode,
  infoNo,
  chnName: text(60).meta({ title: '中文名' }),
  engName: text(100).nullish().meta({ title: '英文名' }),
  des: note(500).meta({ title: '说明' }),
  charClmn,
  numClmn,
  chdTypeCode: typeCode.nullish().meta({ title: '下级类型' }),
  chdTypeName: z.string().nullable().meta({ title: '下级类型' }),
  chdInfoNo: infoNo.nullish().meta({ title: '默认下级' }),
  showFlag: flag.meta({ title: '显示', dictionary: 'YES_NO' }),
  showOrd: z.int().min(1).max(999_999).meta({ title: '显示顺序' }),
  /** Tells whether it ships with the product (1). */
  fixFlag: flag.meta({ title: '内置' }),
  /** Tells whether new records may have it (1); old ones keep it also where it is disabled (2). */
  stt,
  ver,
})

/** Describes a row of a code table to be loaded; omitted values stay. */
const TableRow = z.strictObject({
  infoNo,
  chnName: InfoItem.shape.chnName,
  engName: InfoItem.shape.engName,
  charClmn,
  numClmn,
})
export type TableRow = z.output<typeof TableRow>
const items = z.array(TableRow).min(1).max(5000).meta({ title: '值' })

/** Describes what loading a table would change. */
export const LoadDifference = z.object({
  typeCode,
  nowVer: z.string().nullable(),
  newVer: z.string().nullable(),
  adds: z.array(z.object({ infoNo, chnName: z.string() })),
  changes: z.array(
    z.object({
      infoNo,
      chnName: z.string(),
      field: z.enum(['chnName', 'engName', 'charClmn', 'numClmn']),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Lists the values that the table does not have: they are hidden, and old records keep them. */
  gone: z.array(z.object({ infoNo, chnName: z.string() })),
})

const type = { typeCode }
const typeFields = InfoType.pick({ chnName: true, engName: true, des: true, charName: true, numName: true })
const key = { typeCode, infoNo }
const itemFields = InfoItem.pick({
  chnName: true,
  engName: true,
  des: true,
  charClmn: true,
  numClmn: true,
  chdTypeCode: true,
  chdInfoNo: true,
  showFlag: true,
  showOrd: true,
})

/** Defines the calls for the dictionaries of the platform (docs/spec/dictionaries.md#types-and-items). */
export const catalogueInfo = resource('/ecb/info', {
  // Opens the list of dictionaries also to those who choose the values of an enterprise.
  gettypelist: get(
    [...may.view, ...permissions('entinfo').view],
    z.object({ stt: liveStt.optional(), keyWord }),
    z.array(InfoType),
    platform,
  ),
  gettypepage: get(may.view, pageQuery.extend({ stt: liveStt.optional(), keyWord }), page(InfoType), platform),
  getpage: get(
    may.view,
    pageQuery.extend({ ...type, stt: liveStt.optional(), keyWord, showFlag: flag.optional().meta({ title: '显示' }) }),
    page(InfoItem),
    {
      ...platform,
    },
  ),
  createtype: post(
    may.add,
    z.object({ ...type, ...typeFields.shape, stt: liveStt.default('1') }),
    InfoType,
    '添加成功',
    platform,
  ),
  updatetype: post(
    may.edit,
    z.object({ ...type, ...typeFields.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    InfoType,
    '修改成功',
    platform,
  ),
  deletetype: post(may.delete, z.object({ ...type, ver: ver.optional() }), none, '删除成功', platform),
  create: post(
    may.add,
    z.object({ ...key, ...itemFields.partial({ showFlag: true, showOrd: true }).shape, stt: liveStt.default('1') }),
    InfoItem,
    '添加成功',
    platform,
  ),
  update: post(
    may.edit,
    z.object({ ...key, ...itemFields.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    InfoItem,
    '修改成功',
    platform,
  ),
  delete: post(may.delete, z.object({ ...key, ver: ver.optional() }), none, '删除成功', platform),
  // Takes the table that came with the product where there are no items.
  compare: post(may.import, z.object({ ...type, items: items.optional() }), LoadDifference, '', { ...platform, undo: false }),
  load: post(
    may.import,
    z.object({
      ...type,
      items: items.optional(),
      verNo: text(20).optional().meta({ title: '版本' }),
      keepFlag: flag.default('0').meta({ title: '保留表里没有的值' }),
    }),
    LoadDifference,
    '设置成功',
    platform,
  ),
  export: download(may.export, z.object(type), platform),
})
