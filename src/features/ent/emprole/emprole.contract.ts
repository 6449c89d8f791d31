import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { isDistinct, keyWord, no, none, numbers, ordersOf, stt } from '#contract/fields.ts'
import { Role } from '#features/ent/role/role.contract.ts'

const may = permissions('role')

/** Describes a person who has a role, and what is reached through it. */
export const RoleHolder = Role.pick({ entNo: true, roleNo: true, roleName: true, roleItem: true, roleType: true }).extend({
  empNo: no.meta({ title: '员工编号' }),
  empName: z.string().meta({ title: '姓名' }),
  workNo: z.string().nullable().meta({ title: '工号' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
  stt,
  showOrd: z.int().meta({ title: '显示顺序' }),
  dataCnt: z.int().meta({ title: '范围' }),
  /** Lists the names of the first of them. */
  dataNames: z.array(z.string()).meta({ title: '范围名称' }),
})

const person = z.object({ empNo: no.meta({ title: '员工编号' }) })
const key = Role.pick({ roleNo: true })
const people = key.extend({ empNos: numbers.meta({ title: '员工' }) })

/** Defines the calls for the roles of people (docs/spec/rights.md#roles). */
export const emprole = resource('/ent/emprole', {
  getlist: get(
    [...may.view, ...may.set],
    z.object({ roleNo: key.shape.roleNo.optional(), empNo: person.shape.empNo.optional(), keyWord }),
    z.array(RoleHolder),
  ),
  createroleemp: post(may.set, people, none, '添加成功'),
  deleteroleemp: post(may.set, people, none, '移除成功'),
  set: post(
    may.set,
    person.extend({
      roleNos: z.array(no).max(5000).refine(isDistinct, { error: '不能有重复的编号' }).meta({ title: '角色' }),
    }),
    none,
    '设置成功',
  ),
  setroleempord: post(may.set, key.extend({ empOrds: ordersOf('empNo') }), none, '排序成功'),
})
