import * as z from 'zod'
import type { FieldList } from '#contract/fieldList.ts'
import {
  code,
  date8,
  flag,
  idNo,
  freeText,
  maskedText,
  mobile,
  no,
  note,
  pastDate,
  personName,
  sex,
  stt,
  time14,
  ver,
} from '#contract/fields.ts'
import { ownFaceConsent } from './photos/ptr.photos.contract.ts'

const text = z.string().nullable()
const [contact, person] = ['联系', '个人']

/** Describes a child of a guardian. */
export const Child = z.object({
  stuNo: no.meta({ title: '学生编号' }),
  stuName: z.string().meta({ title: '学生' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  relt: code('RELT').meta({ title: '关系' }),
  stuStt: code('STU_STT').meta({ title: '学籍状态' }),
})

const ChildEx = Child.extend({
  /** Leads from the school to the class. */
  unitPath: text.meta({ title: '班级' }),
  /** Counts the guardians of the child. */
  ptrCnt: z.int().meta({ title: '家长人数' }),
})

/**
 * Describes the fields of a guardian, in the order of an exported sheet (docs/spec/guardians.md#fields): contract, list, sheet,
 * drawer and export are made of them. The form says where each stands.
 */
export const guardianFields = {
  ptrNo: { title: '家长编号', row: no, at: { drawer: person, export: 12 } },
  entNo: { title: '单位编号', row: no },
  ptrName: { title: '姓名', row: z.string(), write: personName, at: { list: 110, sheet: 104, export: 12 } },
  sex: {
    title: '性别',
    row: code('SEX'),
    write: sex.optional(),
    at: { list: { width: 56, minor: true }, sheet: 72, drawer: person, export: 12 },
  },
  authTel: {
    title: '认证手机',
    row: maskedText,
    write: mobile,
    at: { list: 120, sheet: { width: 120, readOnly: '手机在列表里用“改手机”修改' }, drawer: contact, export: 16 },
  },
  authFlag: { title: '认证', row: flag.meta({ dictionary: 'AUTH_FLAG' }), at: { list: 80, export: 12 } },
  stus: {
    title: '孩子',
    row: z.array(Child),
    joined: z.array(ChildEx),
    at: { list: 260, sheet: { width: 220, readOnly: '孩子在“学生家长关系”里关联' }, export: 40 },
  },
  idNo: {
    title: '身份证号',
    row: maskedText,
    write: idNo.nullish(),
    at: { list: { width: 168, more: true }, sheet: 184, drawer: person, export: 22 },
  },
  brth: {
    title: '出生日期',
    row: date8.nullable(),
    write: pastDate.nullish(),
    at: { list: { width: 104, more: true }, sheet: 112, drawer: person, export: 12 },
  },
  workUnit: { title: '工作单位', row: text, at: { list: { width: 180, more: true }, drawer: contact, export: 24 } },
  indt: { title: '行业', joined: code('INDUSTRY').nullable() },
  pstn: { title: '职务', joined: text },
  /** Tells whether somebody who is certified still signs in with another phone, which only they can change (1). */
  lgnTelFlag: { title: '待本人修改登录手机', joined: flag },
  cardPht: { title: '证件照', joined: text, write: no.nullish() },
  facePht: { title: '人脸照', joined: text, write: no.nullish() },
  cnsntFlag: { title: '同意采集人脸', write: ownFaceConsent.optional() },
  sexName: { title: '性别', joined: z.string() },
  sttName: { title: '状态', joined: z.string() },
  stt: { title: '状态', row: stt, at: { list: 80, export: 12 } },
  rem: {
    title: '备注',
    row: freeText,
    write: note(500),
    at: { list: { width: 160, more: true }, sheet: 240, drawer: person, export: 30 },
  },
  crtTm: { title: '建立时间', at: { export: 14 } },
  updTm: { title: '更新时间', row: time14, at: { list: { width: 150, more: true }, drawer: person, export: 14 } },
  ver: { title: '版本', row: ver },
} satisfies FieldList

export type GuardianFieldList = typeof guardianFields
