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
  numbers,
  ownNo,
  pastDate,
  personName,
  sex,
  stt,
  time14,
  ver,
} from '#contract/fields.ts'

const text = z.string().nullable()
const names = z.array(z.object({ no: z.string(), name: z.string() }))
const [person, place] = ['个人', '部门与角色']

/**
 * Describes the fields of an employee, in the order of an exported sheet (docs/spec/staff.md#employees): contract, list, sheet, drawer,
 * export and import are made of them. The form says where each stands.
 */
export const employeeFields = {
  empNo: { title: '员工编号', row: no, at: { drawer: person, export: 12 } },
  entNo: { title: '单位编号', row: no },
  empName: {
    title: '姓名',
    row: z.string(),
    write: personName,
    at: {
      list: 100,
      sheet: 104,
      export: 12,
      import: { also: ['员工姓名', '教师姓名', '教职工姓名'], required: true, example: '张三' },
    },
  },
  workNo: {
    title: '工号',
    row: text,
    write: ownNo.nullish(),
    at: {
      list: 80,
      sheet: 104,
      drawer: person,
      export: 12,
      import: {
        also: ['教工号', '员工工号', '职工号'],
        example: '1001',
        hint: '字母和数字，最多 20 位',
        wrong: '工号只能有字母、数字、- 和 _，最多 20 位',
      },
    },
  },
  sex: {
    title: '性别',
    row: code('SEX'),
    write: sex.optional(),
    at: {
      list: { width: 56, minor: true },
      sheet: 72,
      drawer: person,
      export: 12,
      import: { also: ['性别码', '性别代码'], required: true, example: '男' },
    },
  },
  orgNo: { title: '主部门编号', row: no.nullable(), write: no.optional().meta({ title: '主部门' }) },
  orgName: {
    title: '主部门',
    row: text,
    at: {
      list: 120,
      sheet: { width: 136, readOnly: '部门在列表里用“调整部门”修改' },
      export: 20,
      import: {
        title: '部门',
        also: ['所在部门', '所属部门', '主部门', '任职部门', '科室'],
        required: true,
        hint: '多个部门用顿号隔开，第一个是主部门；重名的写上级，如 总务处/食堂',
      },
    },
  },
  orgNos: { title: '全部部门', joined: z.array(no), write: numbers.max(50).meta({ title: '部门' }) },
  orgNames: { title: '全部部门', at: { export: 30 } },
  orgs: { title: '全部部门', joined: names, at: { list: { width: 180, more: true }, drawer: place } },
  grpNos: { title: '员工组', joined: z.array(no), write: z.array(no).max(200).optional() },
  grpNames: { title: '员工组', at: { export: 30 } },
  grps: { title: '员工组', joined: names, at: { list: { width: 160, more: true }, drawer: place } },
  roles: { title: '角色', joined: names, at: { list: { width: 160, more: true }, drawer: place } },
  roleNames: { title: '角色', at: { export: 24 } },
  authTel: {
    title: '认证手机',
    row: maskedText,
    write: mobile,
    at: {
      list: { width: 116, minor: true },
      sheet: { width: 120, readOnly: '手机在列表里用“改手机”修改' },
      drawer: person,
      export: 16,
      import: {
        title: '手机',
        also: ['手机号', '手机号码', '移动电话', '联系电话', '认证手机', '联系方式'],
        required: true,
        example: '13800000000',
      },
    },
  },
  authFlag: { title: '认证', row: flag.meta({ dictionary: 'AUTH_FLAG' }), at: { list: { width: 80, minor: true }, export: 12 } },
  idNo: {
    title: '身份证号',
    row: maskedText,
    write: idNo.nullish(),
    at: {
      list: { width: 168, more: true },
      sheet: 184,
      drawer: person,
      export: 22,
      import: {
        also: ['身份证', '身份证号码', '证件号码', '证件号'],
        example: '110101199003074530',
        hint: '按文本填写，Excel 会把 18 位数字的后三位变成 0',
      },
    },
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
      import: { also: ['出生年月日', '生日', '出生年月'], example: '1990-03-07', hint: '有身份证号时可以不填' },
    },
  },
  ntnl: { title: '民族', at: { import: { also: ['民族代码', '民族码'], example: '汉族' } } },
  pstn: { title: '岗位', at: { import: { also: ['职位', '岗位类别'], example: '教师' } } },
  roleName: { title: '角色', at: { import: { example: '', hint: '多个角色用顿号隔开，需要分配角色的权限' } } },
  idntNo: { title: '身份', row: code('IDNT'), at: { export: 12 } },
  leadOrgs: { title: '负责的部门', at: { export: 12 } },
  /** Tells whether somebody who is certified still signs in with another phone, which only they can change (1). */
  lgnTelFlag: { title: '待本人修改登录手机', joined: flag },
  cardPht: { title: '证件照', joined: text, at: { export: 12 } },
  facePht: { title: '人脸照', joined: text, at: { export: 12 } },
  sexName: { title: '性别', joined: z.string() },
  sttName: { title: '状态', joined: z.string() },
  stt: { title: '状态', row: stt, at: { list: 72, export: 12 } },
  rem: {
    title: '备注',
    row: freeText,
    write: note(500),
    at: { list: { width: 160, more: true }, sheet: 240, drawer: person, export: 30, import: { example: '' } },
  },
  crtTm: { title: '建立时间', at: { export: 12 } },
  updTm: { title: '更新时间', row: time14, at: { list: { width: 150, more: true }, drawer: person, export: 14 } },
  ver: { title: '版本', row: ver },
} satisfies FieldList

export type EmployeeFields = typeof employeeFields

/** Lists the columns of an imported list of staff that come first. */
export const employeeImportOrder: Having<EmployeeFields, 'import'>[] = [
  ...(['empName', 'sex', 'workNo', 'authTel', 'idNo', 'brth', 'ntnl', 'orgName', 'pstn', 'roleName'] as const),
]
