import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, postOrder, resource } from '#contract/call.ts'
import { code, date8, flag, isDistinct, keyWord, liveStt, no, none, numbers, ver } from '#contract/fields.ts'
import { studyPeriods, type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import { year, unitNo, prtNo, Unit } from '#domain/units/unit.contract.ts'

const may = permissions('edcunit')

/** Limits the depth of units, the school included (docs/spec/units.md#levels). */
export const unitDepthLimit = 6

/** Limits the classes made at once. */
export const mostClasses = 60

/** Names each type of unit in sentences. */
export const typeNames: Record<UnitType, string> = { 1: '学校', 2: '校区', 3: '学段', 4: '年级', 5: '班级', 6: '小组' }

const entrYear = year.meta({ title: '入学年份' })
const unitType = z.enum(Object.values(unitTypes)).meta({ title: '单元类型', dictionary: 'UNIT_TYPE' })
const stdyPrd = z.enum(Object.values(studyPeriods)).meta({ title: '学段', dictionary: 'STDY_PRD' })
const path = z.string().nullable().meta({ title: '全称' })

/** Describes who holds a unit through a role of its level: a head teacher, the head of a grade. */
const Lead = z.object({ empNo: no, empName: z.string(), roleNo: no, roleName: z.string() })

/** Describes it with its path and how many classes and students lie in it and below; `stuCnt`: those on the roll. */
export const UnitEx = Unit.extend({
  path,
  clsCnt: z.int().meta({ title: '班级' }),
  stuCnt: z.int().meta({ title: '学生' }),
  boyCnt: z.int().meta({ title: '男' }),
  girlCnt: z.int().meta({ title: '女' }),
  boardCnt: z.int().meta({ title: '住校' }),
  leads: z.array(Lead).meta({ title: '负责人' }),
})

/** Describes it with the types of units that may be made below it. */
export const UnitDetail = UnitEx.extend({ mayHold: z.array(code('UNIT_TYPE')).meta({ title: '可建下级' }) })

const Node = Unit.omit({ entNo: true, des: true, rem: true, showOrd: true, nameLock: true, ver: true }).extend({
  lvl: z.int().meta({ title: '层级' }),
  helpCode: z.string().meta({ title: '助记码' }),
  stuCnt: UnitEx.shape.stuCnt,
  clsCnt: UnitEx.shape.clsCnt,
})
export type UnitNode = z.output<typeof Node> & { items: UnitNode[] }

/** Describes a unit with those below it in `items`. */
export const UnitNode: z.ZodType<UnitNode> = z.lazy(() => Node.extend({ items: z.array(UnitNode) }))

/** Describes a unit to be ticked; `chkFlag` 1: ticked. */
export const UnitChoice = Unit.pick({
  unitNo: true,
  unitName: true,
  prtNo: true,
  unitType: true,
  stdyPrd: true,
  stt: true,
}).extend({ path, chkFlag: flag.meta({ title: '选中' }) })
export type ChoiceNode = z.output<typeof UnitChoice> & { items: ChoiceNode[] }
export const ChoiceNode: z.ZodType<ChoiceNode> = z.lazy(() => UnitChoice.extend({ items: z.array(ChoiceNode) }))

/** Describes a unit that somebody holds, with the names of the roles it is held through. */
export const HeldUnit = UnitChoice.omit({ chkFlag: true }).extend({ roleNames: z.array(z.string()).meta({ title: '角色' }) })

/** Describes one below another, within reach of a role. */
export const RoleUnit = UnitChoice.omit({ chkFlag: true, path: true }).extend({ endFlag: flag.meta({ title: '末级' }) })

const count = z.int()
/** Describes what lies below a unit. */
export const UnitContents = z.object({
  clsCnt: count.meta({ title: '班级' }),
  stuCnt: count.meta({ title: '学生' }),
  boyCnt: count.meta({ title: '男' }),
  girlCnt: count.meta({ title: '女' }),
  boardCnt: count.meta({ title: '住校' }),
  dayCnt: count.meta({ title: '走读' }),
  suspCnt: count.meta({ title: '休学' }),
})

/** Describes the result of a joint graduation, with those who stay behind because they are away. */
export const Graduated = z.object({
  unitCnt: count.meta({ title: '单元' }),
  stuCnt: count.meta({ title: '学生' }),
  others: z.array(z.object({ stuNo: no, stuName: z.string(), unitName: z.string(), stt: z.string() })).meta({ title: '未毕业' }),
})

const key = z.object({ unitNo })
const clsCnt = z.int().min(1).max(mostClasses).meta({ title: '班级数' })
const unitNos = numbers.meta({ title: '年级班级' })
const several = z.object({ datas: unitNos })
const filter = z.object({ unitType: unitType.optional(), prtNo: prtNo.optional(), stt: liveStt.optional(), keyWord })
const choice = z.object({ unitType, unitNos: unitNos.optional() })
const writable = Unit.pick({ selfNo: true, des: true, rem: true }).extend({
  unitName: Unit.shape.unitName.optional(),
  entrYear: entrYear.nullish(),
  grdtYear: year.nullish().meta({ title: '毕业年份' }),
  showOrd: Unit.shape.showOrd.optional(),
  stt: liveStt.optional(),
})

/** Lists the rights to units, and to the students and guardians in them. */
const readers = [...may.view, ...permissions('stu').view, ...permissions('ptr').view]

/** Defines the calls for the units of a school (docs/spec/units.md). */
export const edcunit = resource('/ent/edcunit', {
  getchktypelist: get(readers, choice, z.array(UnitChoice), { title: '查询可勾选的单元' }),
  getchktypetree: get(readers, choice, z.array(ChoiceNode), { title: '查询可勾选的单元树' }),
  gettree: get(
    readers,
    z.object({ stt: liveStt.optional(), grdtFlag: flag.optional().meta({ title: '已毕业' }) }),
    z.array(UnitNode),
  ),
  getlist: get(readers, filter, z.array(Unit)),
  getexlist: get(readers, filter, z.array(UnitEx)),
  getrolechdlist: get(
    readers,
    z.object({ unitNo: unitNo.optional(), roleNo: no.meta({ title: '角色编号' }) }),
    z.array(RoleUnit),
    { title: '查询角色可及的下级单元' },
  ),
  get: get(may.view, key, UnitDetail),
  getrolelist: get(readers, z.object({}), z.array(HeldUnit)),
  getrolelistforset: get(
    permissions('empdatapwr').view,
    z.object({ empNo: no.meta({ title: '员工编号' }), roleNo: no.meta({ title: '角色编号' }) }),
    z.array(UnitChoice),
    { title: '查询角色可选的单元' },
  ),
  getstatis: get(readers, key.partial(), UnitContents),
  getunitname: get(readers, key, z.string(), { title: '查询单元全称' }),
  create: post(
    may.add,
    writable.extend({ unitName: Unit.shape.unitName.nullish(), prtNo, unitType, stdyPrd: stdyPrd.nullish() }),
    Unit,
    '新建成功',
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  update: post(
    may.edit,
    key.extend({
      ...writable.shape,
      unitType: unitType.optional(),
      stdyPrd: stdyPrd.optional(),
      /** Returns to a name by the rule (0). */
      nameLock: flag.optional().meta({ title: '名称固定' }),
      ver: ver.optional(),
    }),
    Unit,
    '修改成功',
  ),
  disable: post(may.enable, several, none, '停用成功', { body: 'datas' }),
  enable: post(may.enable, several, none, '启用成功', { body: 'datas' }),
  creategradeandclass: post(
    may.add,
    z.object({
      prtNo,
      stdyPrd,
      grades: z
        .array(z.strictObject({ entrYear, clsCnt }))
        .min(1)
        .max(12)
        .refine((list) => isDistinct(list.map((one) => one.entrYear)), { error: '不能有重复的入学年份' })
        .meta({ title: '年级' }),
    }),
    z.array(Unit),
    '新建成功',
    { title: '新增年级和班级' },
  ),
  createclassmany: post(
    may.add,
    z.object({
      prtNo: prtNo.meta({ title: '年级' }),
      clsCnt,
      startNo: z.int().min(1).max(99).optional().meta({ title: '起始班号' }),
    }),
    z.array(Unit),
    '新建成功',
    { title: '批量新增班级' },
  ),
  setedcunitord: postOrder(may.edit, 'unitOrds', 'unitNo'),
  updateprtedcunit: post(
    may.edit,
    z.object({
      prtNo,
      unitNos,
      /** Names the sibling that they come before; last where it is left out. */
      befNo: no.optional().meta({ title: '放在它之前的单元' }),
    }),
    none,
    '调整成功',
  ),
  graduate: post(
    may.set,
    z.object({
      unitNos,
      grdtYear: year.optional().meta({ title: '毕业年份' }),
      grdtDate: date8.optional().meta({ title: '毕业日期' }),
      /** Confirms that it is before the last year (1). */
      early: flag.default('0').meta({ title: '提前毕业' }),
      /** Confirms that they leave with another year than their own (1). */
      yearFlag: flag.default('0').meta({ title: '改变毕业年份' }),
    }),
    Graduated,
    '设置成功',
    { title: '毕业' },
  ),
  upgrade: post(
    may.set,
    z.object({
      unitNos: unitNos.optional(),
      /** Confirms that it is the second time in this school year (1). */
      again: flag.default('0').meta({ title: '再次升级' }),
    }),
    none,
    '设置成功',
    { title: '升级' },
  ),
})
