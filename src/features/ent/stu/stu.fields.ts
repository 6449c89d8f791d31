import * as z from 'zod'
import type { FieldList, Having } from '#contract/fieldList.ts'
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
  ownNo,
  pastDate,
  personName,
  sex,
  time14,
  ver,
} from '#contract/fields.ts'
import { labelList } from '#domain/students/stu.labels.contract.ts'
import { faceConsent } from './photos/stu.photos.contract.ts'
import { StudentGuardian } from './stu.parts.contract.ts'

const text = z.string().nullable()
const [roll, person] = ['学籍', '个人']

/**
 * Describes the fields of a student, in the order of an exported sheet (docs/spec/students.md#fields): contract, list, sheet,
 * drawer, export and the import of basic facts are made of them. The form says where each stands.
 */
export const studentFields = {
  stuNo: { title: '学生编号', row: no, at: { drawer: roll, export: 12 } },
  entNo: { title: '单位编号', row: no },
  stuName: {
    title: '姓名',
    row: z.string(),
    write: personName,
    at: { list: 96, sheet: 104, export: 12, import: { also: ['学生姓名'], example: '王小明' } },
  },
  sex: {
    title: '性别',
    row: code('SEX'),
    write: sex.optional(),
    at: {
      list: { width: 52, minor: true },
      sheet: 72,
      drawer: person,
      export: 12,
      import: { also: ['性别码', '性别代码'], example: '男' },
    },
  },
  sexName: { title: '性别', row: z.string() },
  gradeName: { title: '年级', joined: text, at: { list: { width: 88, more: true }, export: 12 } },
  unitNo: { title: '班级编号', row: no, write: no.meta({ title: '班级' }), at: { sheet: 136 } },
  unitName: { title: '班级', row: z.string(), at: { list: 132, export: 18 } },
  path: { title: '所在班级', joined: text, at: { drawer: roll } },
  stdyNo: {
    title: '学号',
    row: text,
    write: ownNo.nullish(),
    at: { list: 104, sheet: 112, drawer: roll, export: 16, import: {} },
  },
  authTel: {
    title: '认证手机',
    row: maskedText,
    write: mobile.nullish(),
    at: {
      list: { width: 112, minor: true },
      sheet: { width: 120, readOnly: '手机在学生资料的“改手机”里修改' },
      drawer: person,
      export: 16,
      import: { title: '手机', also: ['手机号', '手机号码', '移动电话', '联系电话', '认证手机'] },
    },
  },
  authFlag: { title: '认证', row: flag.meta({ dictionary: 'AUTH_FLAG' }), at: { list: { width: 72, minor: true }, export: 12 } },
  /** Names whoever is called first; `ptrCnt` tells how many there are. */
  ptrName: { title: '家长', row: text, at: { list: 100 } },
  ptrCnt: { title: '家长人数', row: z.int() },
  ptrs: { title: '家长', joined: z.array(StudentGuardian) },
  idNo: {
    title: '身份证号',
    row: maskedText,
    write: idNo.nullish(),
    at: { list: { width: 168, more: true }, sheet: 184, drawer: person, export: 22, import: {} },
  },
  brth: {
    title: '出生日期',
    row: date8.nullable(),
    write: pastDate.nullish(),
    at: {
      list: { width: 104, more: true },
      sheet: 112,
      drawer: person,
      export: 12,
      import: { also: ['出生年月日', '生日', '出生年月'], hint: '有身份证号时由它得出' },
    },
  },
  wts: {
    title: '标签',
    row: text,
    write: labelList.nullish(),
    at: { list: { width: 180, more: true }, sheet: 200, drawer: roll, export: 20, import: {} },
  },
  unfStuNo: { title: '全国学籍号', joined: maskedText, at: { list: { width: 176, more: true }, drawer: roll } },
  ntnl: { title: '民族', joined: code('NTNL').nullable(), at: { list: { width: 80, more: true }, drawer: person } },
  ptrName1: { title: '家长1', at: { export: 12 } },
  ptrRelt1: { title: '家长1关系', at: { export: 12 } },
  ptrTel1: { title: '家长1手机', at: { export: 16 } },
  ptrName2: { title: '家长2', at: { export: 12 } },
  ptrRelt2: { title: '家长2关系', at: { export: 12 } },
  ptrTel2: { title: '家长2手机', at: { export: 16 } },
  cardPht: { title: '证件照', joined: text, write: no.nullish(), at: { export: 12 } },
  facePht: { title: '人脸照', joined: text, write: no.nullish(), at: { export: 12 } },
  cnsntFlag: { title: '同意采集人脸', write: faceConsent.cnsntFlag.optional() },
  cnsntBy: { title: '同意人', write: faceConsent.cnsntBy.optional() },
  stt: { title: '学籍状态', row: code('STU_STT'), at: { list: 80, export: 12 } },
  sttName: { title: '学籍状态', row: z.string() },
  lvDt: { title: '离校日期', row: date8.nullable(), at: { drawer: roll, export: 12 } },
  lvRsn: { title: '离校原因', row: freeText, at: { drawer: roll, export: 20 } },
  rem: {
    title: '备注',
    row: freeText,
    write: note(500),
    at: { list: { width: 160, more: true }, sheet: 240, drawer: person, export: 30, import: {} },
  },
  crtTm: { title: '建立时间', at: { export: 12 } },
  updTm: { title: '更新时间', row: time14, at: { list: { width: 150, more: true }, drawer: person, export: 14 } },
  ver: { title: '版本', row: ver },
} satisfies FieldList

export type StudentFields = typeof studentFields

/** Lists the columns of an imported list of basic facts that come first. */
export const studentImportOrder: Having<StudentFields, 'import'>[] = [
  'stuName',
  'sex',
  'stdyNo',
  'idNo',
  'brth',
  'authTel',
  'wts',
  'rem',
]
