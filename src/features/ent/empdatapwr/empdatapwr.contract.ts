import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, no, none, numbers } from '#contract/fields.ts'

const may = permissions('empdatapwr')

const empNo = no.meta({ title: '员工编号' })
const roleNo = no.meta({ title: '角色编号' })
/** Names what a person may be limited to: education units, departments, enterprises below the own one. */
const dataType = z.enum(['unit', 'org', 'ent']).meta({ title: '数据类型' })
const dataVal = no.meta({ title: '数据值' })
const dataPwrs = z.array(z.strictObject({ dataVal, dataType })).max(5000).meta({ title: '数据权限' })

/** Describes one node to tick; its children are read when it is opened. */
export const DataNode = z.object({
  dataVal,
  dataType,
  dataName: z.string().meta({ title: '名称' }),
  unitType: z.string().nullable().meta({ title: '单元类型' }),
  /** Tells whether it is held itself (1). */
  chkFlag: flag.meta({ title: '选中' }),
  /** Tells whether something below it is held (1). */
  halfFlag: flag.meta({ title: '部分选中' }),
  endFlag: flag.meta({ title: '末级' }),
})

/** Describes a role of a person with what it reaches. */
export const HeldRoleReach = z.object({
  roleNo,
  roleName: z.string().meta({ title: '角色' }),
  /** Names what the role covers: the whole enterprise, units or departments. */
  level: z.enum(['whole', 'unit', 'department']),
  /** Names the type of units that it is held for; null for none. */
  unitType: z.string().nullable().meta({ title: '单元类型', dictionary: 'UNIT_TYPE' }),
  dataCnt: z.int().meta({ title: '数据权限数' }),
  msgCnt: z.int().meta({ title: '消息范围数' }),
})

/** Describes who holds a unit or department through a role. */
export const DataHolder = z.object({
  empNo,
  empName: z.string().meta({ title: '姓名' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
})

/** Describes something that is held. */
export const HeldData = z.object({ dataVal, dataType, dataName: z.string().meta({ title: '名称' }) })

/** Describes what a selection reaches, for the line under the tree. */
export const ReachCounts = z.object({ unitCnt: z.int(), stuCnt: z.int(), orgCnt: z.int(), empCnt: z.int(), entCnt: z.int() })

const ofPerson = z.object({ empNo, roleNo })
/** Chooses the scope of messages instead of data. */
const msgFlag = flag.default('0').meta({ title: '消息范围' })

/** Defines the calls for what a person sees through a role: units, departments and enterprises (docs/spec/data-scope.md). */
export const empdatapwr = resource('/ent/empdatapwr', {
  getrolelist: get(may.view, z.object({ empNo }), z.array(HeldRoleReach)),
  getchdpwr: get(
    may.view,
    ofPerson.partial().extend({
      prtNo: no.optional().meta({ title: '上级编号' }),
      dataType: dataType.default('unit'),
      msgFlag,
    }),
    z.array(DataNode),
    { title: '查询下级数据权限' },
  ),
  /** Lists all that a person holds through a role, of every type. */
  getheld: get(may.view, ofPerson.extend({ msgFlag }), z.array(HeldData), { title: '查询已有的范围' }),
  getcover: get(
    may.view,
    z.object({
      units: numbers.optional().meta({ title: '年级班级' }),
      orgs: numbers.optional().meta({ title: '部门' }),
      ents: numbers.optional().meta({ title: '企业' }),
    }),
    ReachCounts,
    { title: '查询覆盖范围' },
  ),
  getholders: get(may.view, z.object({ roleNo, dataVal }), z.array(DataHolder), { title: '查询持有人' }),
  /** Lists who gets the messages of a unit or department through their scope of messages, that of one above it included. */
  getmsgpeople: get(
    may.view,
    z.object({ dataVal, dataType: dataType.default('unit') }),
    z.array(z.object({ empNo, empName: z.string().meta({ title: '姓名' }) })),
    { title: '查询会收到消息的人' },
  ),
  set: post(may.set, ofPerson.extend({ dataPwrs }), none, '设置成功'),
  setbydataval: post(
    may.set,
    z.object({ dataVal, dataType: dataType.default('unit'), roleNo, empNos: z.array(no).max(5000).meta({ title: '员工' }) }),
    none,
    '设置成功',
    { title: '按数据范围设置' },
  ),
  setempmsgpwr: post(may.set, ofPerson.extend({ dataPwrs }), none, '设置成功'),
})
