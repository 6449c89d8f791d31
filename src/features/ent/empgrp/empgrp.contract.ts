import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, postOrder, resource } from '#contract/call.ts'
import { code, keyWord, liveStt, no, none, note, numbers, page, pageQuery, stt, text, time14, ver } from '#contract/fields.ts'

export type Group = z.output<typeof GroupWithCount>

const may = permissions('empgrp')

/**
 * Describes a group of employees of one enterprise: type 1 receives messages, type 2 is for access and attendance
 * (docs/spec/staff.md#employee-groups).
 */
export const EmployeeGroup = z.object({
  grpNo: no.meta({ title: '组编号' }),
  entNo: no.meta({ title: '单位编号' }),
  grpName: text(30).meta({ title: '组名' }),
  grpType: code('GRP_TYPE').meta({ title: '组类型' }),
  des: note(500).meta({ title: '描述' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  stt,
  updTm: time14.meta({ title: '更新时间' }),
  ver,
})

export const GroupWithCount = EmployeeGroup.extend({ mbrCnt: z.int().meta({ title: '人数' }) })

/** Describes a member of a group; sex is M, F or U here, and nowhere else (docs/spec/conventions.md#sex). */
export const GroupMember = z.object({
  empNo: no.meta({ title: '员工编号' }),
  empName: z.string().meta({ title: '姓名' }),
  sex: z.enum(['M', 'F', 'U']).meta({ title: '性别' }),
  workNo: z.string().nullable().meta({ title: '工号' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
  authTel: z.string().meta({ title: '认证手机', masked: true }),
  stt,
})

const filter = z.object({ grpType: EmployeeGroup.shape.grpType.optional(), stt: liveStt.optional(), keyWord })
const key = EmployeeGroup.pick({ grpNo: true })
const members = key.extend({ empNos: numbers.meta({ title: '员工' }) })
const writable = EmployeeGroup.pick({ grpName: true, grpType: true, des: true })

/** Defines the calls for employee groups of an enterprise and their members (docs/spec/staff.md#employee-groups). */
export const empgrp = resource('/ent/empgrp', {
  getlist: get(may.view, filter, z.array(EmployeeGroup)),
  getpage: get(may.view, filter.extend(pageQuery.shape), page(EmployeeGroup)),
  getexlist: get(may.view, filter, z.array(GroupWithCount)),
  getmbrlist: get(may.view, key.extend({ keyWord }), z.array(GroupMember)),
  getpwrmsglist: get(may.view, z.object({}), z.array(EmployeeGroup), { title: '查询可收发消息的员工组' }),
  create: post(may.add, writable, EmployeeGroup, '员工组添加成功'),
  update: post(
    may.edit,
    key.extend({ ...writable.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    EmployeeGroup,
    '员工组修改成功',
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '员工组删除成功'),
  setempgrpord: postOrder(may.edit, 'empGrpOrds', 'grpNo'),
  creatembr: post(may.set, members, none, '员工添加成功'),
  deletembr: post(may.set, members, none, '员工删除成功'),
})
