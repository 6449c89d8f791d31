import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { cellRows } from '#contract/cells.ts'
import { having, shapeOf } from '#contract/fieldList.ts'
import { flag, idNo, keyWord, liveStt, mobile, no, none, note, numbers, page, pageQuery, ver } from '#contract/fields.ts'
import { NewAccount } from '#domain/people/newAccount.contract.ts'
import { guardianPhotoCalls } from './photos/ptr.photos.contract.ts'
import { guardianFields } from './ptr.fields.ts'

const may = permissions('ptr')
const link = permissions('stuptr')
// Lists the rights to look for an existing guardian when linking one to a child.
const linkers = [...may.view, ...link.add, ...link.edit]

/** Describes a guardian of one school (docs/spec/guardians.md#fields); ID number and phone are answered masked. */
export const Guardian = z.object(shapeOf(guardianFields, 'row'))

/** Describes a guardian in the list, with the passport photo as a link that expires. */
export const ListedGuardian = Guardian.extend({ cardPht: guardianFields.cardPht.joined })

/** Describes a guardian with all children, the names of codes, and the photos as links that expire. */
export const GuardianEx = Guardian.extend(shapeOf(guardianFields, 'joined'))

/** Describes a guardian in a picker. */
export const GuardianChoice = Guardian.pick({
  ptrNo: true,
  ptrName: true,
  sex: true,
  authTel: true,
  authFlag: true,
  stt: true,
  stus: true,
})

/** Describes who has a phone or an ID number that was looked for; `byIdNo`: it was the ID number. */
export const Holder = GuardianChoice.extend({ byIdNo: z.boolean().meta({ title: '按身份证号' }) })

const count = z.int()
/** Describes how many guardians match a filter, and how they divide. */
export const GuardianCounts = z.object({
  total: count.meta({ title: '全部' }),
  onCnt: count.meta({ title: '启用' }),
  offCnt: count.meta({ title: '停用' }),
  manCnt: count.meta({ title: '男' }),
  womanCnt: count.meta({ title: '女' }),
  authCnt: count.meta({ title: '已认证' }),
  noStuCnt: count.meta({ title: '无孩子' }),
})

const filter = z.object({
  unitNo: no.optional().meta({ title: '孩子的班级' }),
  stt: liveStt.optional(),
  sex: z.enum(['M', 'N', 'U']).optional().meta({ title: '性别', dictionary: 'SEX' }),
  authFlag: flag.optional().meta({ title: '认证' }),
  /** Limits them to those without a child on the roll (1). */
  noStu: flag.optional().meta({ title: '无孩子' }),
  ptrNos: numbers.optional().meta({ title: '家长' }),
  keyWord,
})
const key = Guardian.pick({ ptrNo: true })
const several = z.object({ ptrNos: numbers.meta({ title: '家长' }) })
const authTel = mobile.meta({ title: '认证手机' })

const writable = z.object(shapeOf(guardianFields, 'write'))

const photos = { cardPht: true, facePht: true, cnsntFlag: true } as const

/** Defines what a form holds of a guardian together with a child: all but the remark and the photos. */
export const guardianFacts = writable.omit({ rem: true, ...photos }).shape

// Allows in a bulk change the fields of the form, except those with calls of their own: the phone and the photos.
const cells = writable.omit({ authTel: true, ...photos }).partial()

/** Defines a changed phone, and the reason. */
export const newPhone = {
  authTel: mobile.meta({ title: '新手机' }),
  reason: note(200).meta({ title: '原因' }),
}

/** Lists the columns that an export may be asked for, in the order of the sheet. */
export const guardianExportFields = having(guardianFields, 'export')

/** Defines the calls for guardians (docs/spec/guardians.md#calls). */
export const ptr = resource('/ent/ptr', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(ListedGuardian)),
  getlist: get(linkers, filter, z.array(GuardianChoice)),
  getstatis: get(may.view, filter, GuardianCounts),
  get: get(may.view, key, GuardianEx),
  create: post(may.add, writable, GuardianEx, '添加成功'),
  update: post(may.edit, key.extend({ ...writable.partial().shape, ver: ver.optional() }), GuardianEx, '修改成功'),
  updatemany: post(
    may.edit,
    cellRows(key.extend({ ...cells.shape, ver: ver.optional() }), 'ptrNo', '家长'),
    z.array(Guardian),
    '修改成功',
    { title: '表格编辑', body: 'datas', cells: true },
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  enable: post(may.enable, several, none, '启用成功', { body: 'none' }),
  disable: post(may.enable, several, none, '停用成功', { body: 'none' }),
  updatephone: post(may.set, key.extend(newPhone), none, '修改电话号码成功'),
  /** Answers null where the guardian has an account here already. */
  auth: post(may.set, key.extend({ authTel: authTel.optional() }), NewAccount.nullable(), '认证成功', { title: '认证手机' }),
  /** Finds who has a phone or an ID number already, before it is saved. */
  find: get(
    linkers,
    z.object({ authTel: authTel.optional(), idNo: idNo.optional().meta({ title: '身份证号' }) }),
    Holder.nullable(),
    { title: '按手机或身份证号查找' },
  ),
  ...guardianPhotoCalls,
  /** Reveals one masked value; the look is recorded. */
  reveal: post(
    may.clear,
    key.extend({ field: z.enum(['authTel', 'idNo']).meta({ title: '字段' }) }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '显示原值', undo: false },
  ),
  export: download(
    may.export,
    filter.extend({
      flds: z.array(z.enum(guardianExportFields)).min(1).max(guardianExportFields.length).optional().meta({ title: '导出列' }),
      /** Shows phones and ID numbers in clear, for those who may see them (0). */
      mask: flag.default('1').meta({ title: '脱敏' }),
    }),
  ),
})
