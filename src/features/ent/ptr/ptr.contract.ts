import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { cellRows } from '#contract/cells.ts'
import {
  code,
  date8,
  flag,
  idNo,
  keyWord,
  liveStt,
  maskedText,
  mobile,
  no,
  none,
  note,
  numbers,
  page,
  pageQuery,
  pastDate,
  personName,
  sex,
  stt,
  time14,
  ver,
} from '#contract/fields.ts'

const may = permissions('ptr')
const link = permissions('stuptr')
// Whoever links a guardian with a child looks for the one that is there already.
const linkers = [...may.view, ...link.add, ...link.edit]

/** A child of a guardian. */
export const Child = z.object({
  stuNo: no.meta({ title: '学生编号' }),
  stuName: z.string().meta({ title: '学生' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  relt: code('RELT').meta({ title: '关系' }),
  stuStt: code('STU_STT').meta({ title: '学籍状态' }),
})

/** … with the way to the class, and how many guardians the child has. */
export const ChildEx = Child.extend({
  unitPath: z.string().nullable().meta({ title: '班级' }),
  ptrCnt: z.int().meta({ title: '家长人数' }),
})

/** A guardian of one school (docs/spec/guardians.md#fields); ID number and phone are answered masked. */
export const Guardian = z.object({
  ptrNo: no.meta({ title: '家长编号' }),
  entNo: no.meta({ title: '企业编号' }),
  ptrName: z.string().meta({ title: '姓名' }),
  sex: code('SEX').meta({ title: '性别' }),
  authTel: maskedText.meta({ title: '认证手机' }),
  authFlag: flag.meta({ title: '认证', dictionary: 'AUTH_FLAG' }),
  idNo: maskedText.meta({ title: '身份证号' }),
  brth: date8.nullable().meta({ title: '出生日期' }),
  workUnit: z.string().nullable().meta({ title: '工作单位' }),
  rem: z.string().nullable().meta({ title: '备注' }),
  stt,
  updTm: time14.meta({ title: '更新时间' }),
  ver,
  stus: z.array(Child).meta({ title: '孩子' }),
})

/** … with all about the children, the names of codes, and the photos as links that expire. */
export const GuardianEx = Guardian.extend({
  stus: z.array(ChildEx).meta({ title: '孩子' }),
  indt: code('INDUSTRY').nullable().meta({ title: '行业' }),
  pstn: z.string().nullable().meta({ title: '职务' }),
  cardPht: z.string().nullable().meta({ title: '证件照' }),
  facePht: z.string().nullable().meta({ title: '人脸照' }),
  sexName: z.string().meta({ title: '性别' }),
  sttName: z.string().meta({ title: '状态' }),
})

/** What whoever picks a guardian sees. */
export const GuardianChoice = Guardian.pick({
  ptrNo: true,
  ptrName: true,
  sex: true,
  authTel: true,
  authFlag: true,
  stt: true,
  stus: true,
})

/** Who has a phone or an ID number that was looked for; `byIdNo`: it was the ID number. */
export const Holder = GuardianChoice.extend({ byIdNo: z.boolean().meta({ title: '按身份证号' }) })

const count = z.int()
/** How many guardians fit a filter, and how many of these are what. */
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
  /** 1: those without a child on the roll. */
  noStu: flag.optional().meta({ title: '无孩子' }),
  ptrNos: numbers.optional().meta({ title: '家长' }),
  keyWord,
})
const key = Guardian.pick({ ptrNo: true })
const several = z.object({ ptrNos: numbers.meta({ title: '家长' }) })
const authTel = mobile.meta({ title: '认证手机' })

/** What a form may set; sex and birth date follow from the ID number where there is one. */
export const guardianFields = {
  ptrName: personName.meta({ title: '姓名' }),
  authTel,
  sex: sex.optional(),
  idNo: idNo.nullish().meta({ title: '身份证号' }),
  brth: pastDate.nullish().meta({ title: '出生日期' }),
}
const writable = z.object({ ...guardianFields, rem: note(500).meta({ title: '备注' }) })

// What a row of many changes at once is what a form changes, but for the phone, which has a call of its own.
const cells = writable.omit({ authTel: true }).partial()

/** A changed phone, and why. */
export const newPhone = {
  authTel: mobile.meta({ title: '新手机' }),
  reason: note(200).meta({ title: '原因' }),
}

/** The columns that an export may be asked for, in the order of the sheet. */
export const exportable = [
  'ptrNo',
  'ptrName',
  'sex',
  'authTel',
  'authFlag',
  'stus',
  'idNo',
  'brth',
  'workUnit',
  'stt',
  'rem',
  'crtTm',
  'updTm',
] as const

/** Guardians (docs/spec/guardians.md#calls). */
export const ptr = resource('/ent/ptr', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(Guardian)),
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
  auth: post(may.set, key.extend({ authTel: authTel.optional() }), none, '认证成功', { title: '认证手机' }),
  /** Who has a phone or an ID number already: asked before it is saved. */
  find: get(
    linkers,
    z.object({ authTel: authTel.optional(), idNo: idNo.optional().meta({ title: '身份证号' }) }),
    Holder.nullable(),
    { title: '按手机或身份证号查找' },
  ),
  /** One masked value in clear; who looked, and when, is kept. */
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
      flds: z.array(z.enum(exportable)).min(1).max(exportable.length).optional().meta({ title: '导出列' }),
      /** 0: phones and ID numbers in clear, for who may see them. */
      mask: flag.default('1').meta({ title: '脱敏' }),
    }),
  ),
})
