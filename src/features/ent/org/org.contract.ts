import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, postOrder, resource } from '#contract/call.ts'
import {
  flag,
  isDistinct,
  keyWord,
  liveStt,
  maskedText,
  no,
  none,
  note,
  numbers,
  ordersOf,
  page,
  pageQuery,
  stt,
  telephone,
  text,
  ver,
} from '#contract/fields.ts'

const may = permissions('org')
const [emp, empgrp] = [permissions('emp'), permissions('empgrp')]

/** Limits the depth of departments, the top ones included (docs/spec/staff.md#departments). */
export const departmentDepthLimit = 15

/** Describes a department of an enterprise (docs/spec/staff.md#departments); its help code is made from the name. */
export const Department = z.object({
  orgNo: no.meta({ title: '部门编号' }),
  entNo: no.meta({ title: '单位编号' }),
  orgName: text(40)
    .regex(/^[^\\:?"<>|]*$/, { error: '不能含有 \\ : ? " < > |' })
    .meta({ title: '部门名称' }),
  prtNo: no.nullish().meta({ title: '上级部门' }),
  tel: telephone.nullish().meta({ title: '部门电话' }),
  helpCode: z.string().nullable().meta({ title: '助记码' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  rem: note(500).meta({ title: '备注' }),
  stt,
  ver,
})

/** Describes it in a list: its depth, and who leads it. */
export const ListedDepartment = Department.extend({
  lvl: z.int().meta({ title: '层级' }),
  leadEmpNos: z.array(no).meta({ title: '负责人' }),
})

const Node = Department.pick({ orgNo: true, orgName: true, prtNo: true, helpCode: true, stt: true }).extend({
  lvl: z.int().meta({ title: '层级' }),
})
const Leader = z.object({ empNo: no, empName: z.string() })
const Counted = Node.extend({
  drctCnt: z.int().meta({ title: '直属人数' }),
  ttlCnt: z.int().meta({ title: '总人数' }),
})
const Led = Node.extend({
  ...Department.pick({ tel: true, showOrd: true, rem: true }).shape,
  leadEmps: z.array(Leader).meta({ title: '负责人' }),
})

export type OrgNode = z.output<typeof Node> & { items: OrgNode[] }
export type CountedNode = z.output<typeof Counted> & { items: CountedNode[] }
export type LedNode = z.output<typeof Led> & { items: LedNode[] }

/** Describes a department with those below it in `items`. */
export const OrgNode: z.ZodType<OrgNode> = z.lazy(() => Node.extend({ items: z.array(OrgNode) }))
/** Describes it with how many enabled people belong to it directly, and with all below it, each counted once. */
export const CountedNode: z.ZodType<CountedNode> = z.lazy(() => Counted.extend({ items: z.array(CountedNode) }))
/** Describes the whole of it with its leaders. */
export const LedNode: z.ZodType<LedNode> = z.lazy(() => Led.extend({ items: z.array(LedNode) }))

/** Describes a member of a department, in the department's own order. */
export const Member = z.object({
  orgNo: no.meta({ title: '部门编号' }),
  empNo: no.meta({ title: '员工编号' }),
  empName: z.string().meta({ title: '姓名' }),
  sex: z.string().meta({ title: '性别', dictionary: 'SEX' }),
  workNo: z.string().nullable().meta({ title: '工号' }),
  mstFlag: flag.meta({ title: '主部门' }),
  leadFlag: flag.meta({ title: '负责人' }),
  authTel: maskedText.meta({ title: '认证手机' }),
  stt,
})

const key = Department.pick({ orgNo: true })
const writable = Department.pick({ orgName: true, prtNo: true, tel: true, rem: true })
const changes = key.extend({
  ...writable.omit({ prtNo: true }).partial().shape,
  stt: liveStt.optional(),
  ver: ver.optional(),
})
const leaders = z.array(no).max(50).meta({ title: '负责人' })
const people = numbers.meta({ title: '员工' })
const members = key.extend({
  mstFlag: flag.optional().meta({ title: '主部门' }),
  stt: liveStt.optional(),
  keyWord,
})

/** Lists the rights to departments, and to pick one or its people in a form. */
const readers = [...may.view, ...emp.view, ...empgrp.set]

/** Defines the calls for departments and their members (docs/spec/staff.md#departments). */
export const org = resource('/ent/org', {
  gettree: get(readers, z.object({}), z.array(OrgNode)),
  gettreewithstatis: get(readers, z.object({}), z.array(CountedNode)),
  getwithleademp: get(may.view, z.object({}), z.array(LedNode), { title: '查询部门及负责人' }),
  getlist: get(
    may.view,
    z.object({ prtNo: no.optional().meta({ title: '上级部门' }), stt: liveStt.optional(), keyWord }),
    z.array(ListedDepartment),
  ),
  create: post(may.add, writable.extend({ leadEmpNos: leaders.optional() }), Department, '新建成功'),
  update: post(may.edit, changes, Department, '修改成功'),
  updateandleademp: post(may.edit, changes.extend({ leadEmpNos: leaders }), Department, '修改成功', {
    title: '修改部门及负责人',
  }),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  setorgord: postOrder(may.edit, 'orgOrds', 'orgNo'),
  updateprtorg: post(
    may.edit,
    z.object({
      prtNo: no.nullish().meta({ title: '上级部门' }),
      orgNos: numbers.meta({ title: '部门' }),
      /** Names the sibling that they come before; last where it is left out. */
      befNo: no.optional().meta({ title: '放在它之前的部门' }),
    }),
    none,
    '调整成功',
  ),
  updateemporg: post(
    [...may.edit, ...emp.edit],
    key.extend({ empNos: people, keepFlag: flag.default('0').meta({ title: '保留原部门' }) }),
    none,
    '人员调整部门成功',
  ),
  getorgemppage: get(may.view, members.extend(pageQuery.shape), page(Member)),
  getorgemplist: get(may.view, members, z.array(Member)),
  createorgemp: post(
    may.set,
    key.extend({
      orgEmps: z
        .array(
          z.strictObject({
            empNo: no.meta({ title: '员工' }),
            mstFlag: flag.default('0').meta({ title: '主部门' }),
            leadFlag: flag.default('0').meta({ title: '负责人' }),
          }),
        )
        .min(1)
        .max(5000)
        .refine((list) => isDistinct(list.map(({ empNo }) => empNo)), { error: '不能有重复的员工' })
        .meta({ title: '员工' }),
    }),
    none,
    '添加成功',
  ),
  updateorgemp: post(
    may.set,
    key.extend({
      empNo: no.meta({ title: '员工编号' }),
      mstFlag: flag.optional().meta({ title: '主部门' }),
      leadFlag: flag.optional().meta({ title: '负责人' }),
    }),
    none,
    '修改成功',
  ),
  deleteorgemp: post(may.set, key.extend({ empNos: people }), none, '移除成功'),
  setorgempord: post(may.edit, key.extend({ empOrds: ordersOf('empNo') }), none, '排序成功'),
})
