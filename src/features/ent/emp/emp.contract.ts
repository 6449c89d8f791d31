import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { cellRows } from '#contract/cells.ts'
import { having, shapeOf } from '#contract/fieldList.ts'
import { flag, keyWord, liveStt, mobile, no, none, note, numbers, page, pageQuery, ver } from '#contract/fields.ts'
import { createCall, previewCall } from '#contract/importing.ts'
import { NewAccount } from '#domain/people/newAccount.contract.ts'
import { employeeFields } from './emp.fields.ts'
import { employeePictureCalls } from './photos/emp.pictures.contract.ts'

const may = permissions('emp')
// Lists the rights to pick people from a list, which shows no more than name, number and department.
const pickers = [
  ...may.view,
  ...['org', 'empgrp', 'role'].flatMap((module) => permissions(module).set),
  ...['emppwr', 'empdatapwr', 'reason', 'user'].flatMap((module) => permissions(module).view),
]

/** Describes an employee of one enterprise (docs/spec/staff.md#employees); ID number and phone are answered masked. */
export const Employee = z.object(shapeOf(employeeFields, 'row'))

/** Describes an employee in the list, with the passport photo as a link that expires. */
export const ListedEmployee = Employee.extend({ cardPht: employeeFields.cardPht.joined })

/** Describes an employee with what is joined: every department and group, the roles, the photos as links that expire. */
export const EmployeeEx = Employee.extend(shapeOf(employeeFields, 'joined'))

/** Describes an employee in a picker, also without the right to the employee module. */
export const EmployeeChoice = Employee.pick({ empNo: true, empName: true, sex: true, workNo: true, orgName: true, stt: true })

const Place = z.object({ orgNo: no, orgName: z.string(), prtNo: no.nullable(), helpCode: z.string().nullable() })
const Leaf = EmployeeChoice.pick({ empNo: true, empName: true, workNo: true, stt: true })
export type EmployeePlaceNode = z.output<typeof Place> & { emps: z.output<typeof Leaf>[]; items: EmployeePlaceNode[] }

/** Describes a department of the tree for pickers: those below it in `items`, its own people in `emps`. */
export const EmployeePlaceNode: z.ZodType<EmployeePlaceNode> = z.lazy(() =>
  Place.extend({ emps: z.array(Leaf), items: z.array(EmployeePlaceNode) }),
)

const count = z.int()
/** Describes how many employees match a filter, and how they divide. */
export const EmployeeCounts = z.object({
  total: count.meta({ title: '全部' }),
  onCnt: count.meta({ title: '启用' }),
  offCnt: count.meta({ title: '停用' }),
  manCnt: count.meta({ title: '男' }),
  womanCnt: count.meta({ title: '女' }),
  authCnt: count.meta({ title: '已认证' }),
})

const filter = z.object({
  orgNo: no.optional().meta({ title: '部门' }),
  /** Limits them to those of the department itself (0). */
  subFlag: flag.optional().meta({ title: '含下级部门' }),
  stt: liveStt.optional(),
  grpNo: no.optional().meta({ title: '员工组' }),
  roleNo: no.optional().meta({ title: '角色' }),
  sex: z.enum(['M', 'N', 'U']).optional().meta({ title: '性别', dictionary: 'SEX' }),
  authFlag: flag.optional().meta({ title: '认证' }),
  empNos: numbers.optional().meta({ title: '员工' }),
  keyWord,
})
const paged = filter.extend({
  ...pageQuery.shape,
  pageSize: pageQuery.shape.pageSize.unwrap().default(50).meta({ title: '每页行数' }),
})
const key = Employee.pick({ empNo: true })
const several = z.object({ datas: numbers.meta({ title: '员工' }) })

/** Defines the fields of the form; sex and birth date follow from the ID number where there is one. */
const writable = z.object(shapeOf(employeeFields, 'write'))

// Allows in a bulk change the fields of the form, except those with calls of their own: phone, departments, groups.
const cells = writable.omit({ authTel: true, orgNos: true, orgNo: true, grpNos: true }).partial()

/** Lists the columns that an export may be asked for, in the order of the sheet. */
export const employeeExportFields = having(employeeFields, 'export')

const photo = { rem: note(200).meta({ title: '说明' }) }
const fileNo = no.meta({ title: '照片' })

/** Defines the calls for employees (docs/spec/staff.md#employees). */
export const emp = resource('/ent/emp', {
  getlist: get(pickers, filter, z.array(EmployeeChoice)),
  getexlist: get(may.view, filter, z.array(EmployeeEx)),
  getpage: get(may.view, paged, page(ListedEmployee)),
  getexpage: get(may.view, paged, page(EmployeeEx)),
  getex: get(may.view, key, EmployeeEx),
  getstatis: get(may.view, filter, EmployeeCounts),
  getorgtree: get(pickers, z.object({ stt: liveStt.optional() }), z.array(EmployeePlaceNode)),
  create: post(may.add, writable, EmployeeEx, '员工添加成功'),
  update: post(may.edit, key.extend({ ...writable.partial().shape, ver: ver.optional() }), EmployeeEx, '修改成功'),
  updatemany: post(
    may.edit,
    cellRows(key.extend({ ...cells.shape, ver: ver.optional() }), 'empNo', '员工'),
    z.array(Employee),
    '修改成功',
    { title: '表格编辑', body: 'datas', cells: true },
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '员工删除成功'),
  enable: post(may.enable, several, none, '启用成功', { body: 'datas' }),
  disable: post(may.enable, several, none, '停用成功', { body: 'datas' }),
  /** Answers null where the employee has an account here already. */
  auth: post(may.set, key.extend({ authTel: mobile.optional().meta({ title: '认证手机' }) }), NewAccount.nullable(), '认证成功', {
    title: '认证手机',
  }),
  updatephone: post(
    may.set,
    key.extend({ authTel: mobile.meta({ title: '新手机' }), reason: note(200).meta({ title: '原因' }) }),
    none,
    '修改电话号码成功',
  ),
  /** Reveals one masked value; the look is recorded. */
  reveal: post(
    may.clear,
    key.extend({ field: z.enum(['authTel', 'idNo']).meta({ title: '字段' }) }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '显示原值', undo: false },
  ),
  applyforempcardpht: post(may.view, key.extend({ cardPht: fileNo, ...photo }), none, '保存成功', { title: '提交证件照' }),
  applyforempfacepht: post(
    may.view,
    key.extend({ facePht: fileNo, cnsntFlag: flag.default('0').meta({ title: '本人同意采集人脸' }), ...photo }),
    none,
    '保存成功',
    { title: '提交人脸照' },
  ),
  export: download(
    may.export,
    filter.extend({
      flds: z.array(z.enum(employeeExportFields)).min(1).max(employeeExportFields.length).optional().meta({ title: '导出列' }),
      /** Shows phones and ID numbers in clear, for those who may see them (0). */
      mask: flag.default('1').meta({ title: '脱敏' }),
    }),
  ),
  importemp: previewCall(may.import),
  importempcreate: createCall(may.import, '写入员工导入'),
  ...employeePictureCalls,
})
