import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, no, none, numbers, page, pageQuery, time14 } from '#contract/fields.ts'
import { listedRules, ruleCodes, studentRules } from './datacheck.rules.contract.ts'

const may = permissions('datacheck')
const count = z.int()

/** States of a task: open, done with, called off. */
export const TaskState = { open: '1', gone: '0' } as const

/** How many a rule found, and what they cost of the 100 points. */
const Finding = z.object({ code: z.enum(ruleCodes), cnt: count, lost: z.number() })

/** What was checked: how well it is kept (0 to 100), of how many, and what was found. */
const Checked = z.object({
  score: count.meta({ title: '得分' }),
  stuCnt: count.meta({ title: '学生' }),
  findings: z.array(Finding),
})

const Head = z.object({ empNo: no, empName: z.string() })

export const ClassCheck = Checked.extend({
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  heads: z.array(Head).meta({ title: '班主任' }),
})

export const HeadCheck = Checked.extend({
  empNo: no.meta({ title: '员工编号' }),
  empName: z.string().meta({ title: '班主任' }),
  unitNames: z.string().meta({ title: '班级' }),
})

export const SchoolCheck = Checked.extend({
  entNo: no.meta({ title: '企业编号' }),
  entName: z.string().meta({ title: '学校' }),
  clsCnt: count.meta({ title: '班级' }),
})

/** A student or a class that a rule found, and what is odd about it. */
export const FoundOne = z.object({
  stuNo: no.nullable().meta({ title: '学生编号' }),
  stuName: z.string().nullable().meta({ title: '学生' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  note: z.string().nullable().meta({ title: '说明' }),
})

/** What a head teacher was asked to see to; nothing left of it means done. */
export const CheckTask = z.object({
  taskNo: no.meta({ title: '任务编号' }),
  rule: z.enum(ruleCodes).meta({ title: '规则' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  empName: z.string().meta({ title: '班主任' }),
  cnt: count.meta({ title: '剩余' }),
  doneFlag: flag.meta({ title: '完成' }),
  /** 1: it is the caller's own. */
  mineFlag: flag.meta({ title: '我的' }),
  nickName: z.string().nullable().meta({ title: '指派人' }),
  crtTm: time14.meta({ title: '指派时间' }),
})

/** How well the records of students are kept (domain, 1.3 M8): our own calls. A bureau asks for the schools below it. */
export const datacheck = resource('/ent/datacheck', {
  get: get(may.view, z.object({}), Checked.extend({ clsCnt: count, classes: z.array(ClassCheck), heads: z.array(HeadCheck) })),
  getschools: get(may.view, z.object({}), z.array(SchoolCheck), { time: 'long' }),
  getfound: get(
    may.view,
    z.object({
      rule: z.enum(listedRules).meta({ title: '规则' }),
      unitNo: no.optional().meta({ title: '班级' }),
      ...pageQuery.shape,
    }),
    page(FoundOne),
  ),
  gettasks: get(may.view, z.object({}), z.array(CheckTask)),
  assign: post(
    may.set,
    z.object({ rule: z.enum(studentRules).meta({ title: '规则' }), unitNos: numbers.meta({ title: '班级' }) }),
    z.object({ cnt: count }),
    '指派成功',
  ),
  canceltask: post(may.set, z.object({ taskNo: no.meta({ title: '任务编号' }) }), none, '取消成功'),
})
