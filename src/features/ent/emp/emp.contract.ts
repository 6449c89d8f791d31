import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, date8, flag, keyWord, liveStt, maskedText, no, page, pageQuery, stt, text, time14, ver } from '#contract/fields.ts'
import { ImportPreview, ImportResult } from '#contract/importing.ts'

const may = permissions('emp')

/** An employee of one enterprise (specification, section 3); ID number and phone are answered masked. */
export const Employee = z.object({
  empNo: no.meta({ title: '员工编号' }),
  entNo: no.meta({ title: '企业编号' }),
  empName: text(30).meta({ title: '姓名' }),
  sex: code('SEX').meta({ title: '性别' }),
  workNo: z.string().nullable().meta({ title: '工号' }),
  orgNo: no.nullable().meta({ title: '主部门编号' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
  authTel: maskedText.meta({ title: '认证手机' }),
  authFlag: flag.meta({ title: '认证' }),
  idNo: maskedText.meta({ title: '身份证号' }),
  brth: date8.nullable().meta({ title: '出生日期' }),
  rem: z.string().nullable().meta({ title: '备注' }),
  stt,
  updTm: time14.meta({ title: '更新时间' }),
  ver,
})

/** What whoever picks employees sees of them, also without the employee module. */
export const EmployeeChoice = Employee.pick({ empNo: true, empName: true, sex: true, workNo: true, orgName: true, stt: true })

const filter = z.object({ orgNo: no.optional().meta({ title: '部门' }), stt: liveStt.optional(), keyWord })

/** Employees (specification, section 7). */
export const emp = resource('/ent/emp', {
  getlist: get([...may.view, ...permissions('empgrp').set], filter, z.array(EmployeeChoice)),
  getpage: get(
    may.view,
    filter.extend({ ...pageQuery.shape, pageSize: pageQuery.shape.pageSize.unwrap().default(50).meta({ title: '每页行数' }) }),
    page(Employee),
  ),
  importemp: post(may.import, z.object({ fileNo: no.meta({ title: '文件编号' }) }), ImportPreview, '', { time: 'long' }),
  importempcreate: post(may.import, z.object({ batchNo: no.meta({ title: '批次' }) }), ImportResult, '添加成功', {
    time: 'long',
  }),
})
