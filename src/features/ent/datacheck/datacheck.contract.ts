import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, no, none, numbers, page, pageQuery } from '#contract/fields.ts'
import { listedRules, ruleCodes, studentRules } from '#domain/students/datacheck.rules.contract.ts'
import { CheckTask } from '#domain/students/checkTasks.contract.ts'

const may = permissions('datacheck')
const count = z.int()

/** Describes how many a rule found, and what they cost of the 100 points. */
const Finding = z.object({ code: z.enum(ruleCodes), cnt: count, lost: z.number() })

/** Describes a check: the score (0 to 100), the number checked, and what was found. */
const Checked = z.object({
  score: count.meta({ title: '得分' }),
  stuCnt: count.meta({ title: '学生' }),
  findings: z.array(Finding),
})

/** Tells when the result was worked out, and whether it is being worked out again because something changed. */
const made = {
  madeTm: z.string().nullable().meta({ title: '体检时间' }),
  staleFlag: flag.meta({ title: '正在更新' }),
}

const Head = z.object({ empNo: no, empName: z.string() })

export const ClassCheck = Checked.extend({
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  heads: z.array(Head).meta({ title: '班主任' }),
})

export const HeadCheck = Checked.extend({
  empNo: no.meta({ title: '员工编号' }),
  empName: z.string().meta({ title: '班主任' }),
  units: z.array(ClassCheck.pick({ unitNo: true, unitName: true, stuCnt: true })).meta({ title: '班级' }),
})

export const SchoolCheck = Checked.extend({
  entNo: no.meta({ title: '单位编号' }),
  entName: z.string().meta({ title: '学校' }),
  /** Holds null until the school was checked for the first time. */
  score: count.nullable().meta({ title: '得分' }),
  clsCnt: count.meta({ title: '班级' }),
  ...made,
})

/** Describes a student or a class that a rule found, with a remark. */
export const FoundOne = z.object({
  stuNo: no.nullable().meta({ title: '学生编号' }),
  stuName: z.string().nullable().meta({ title: '学生' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  note: z.string().nullable().meta({ title: '说明' }),
})

/**
 * Defines the calls for the data check of students (docs/spec/students.md#data-check): our own calls. A bureau asks for the
 * schools below it.
 */
export const datacheck = resource('/ent/datacheck', {
  get: get(
    may.view,
    z.object({}),
    Checked.extend({ clsCnt: count, ...made, classes: z.array(ClassCheck), heads: z.array(HeadCheck) }),
    {
      title: '体检',
      time: 'long',
    },
  ),
  getschools: get(may.view, z.object({}), z.array(SchoolCheck), { title: '查询各校体检结果', time: 'long' }),
  getfound: get(
    may.view,
    z.object({
      rule: z.enum(listedRules).meta({ title: '规则' }),
      unitNo: no.optional().meta({ title: '班级' }),
      ...pageQuery.shape,
    }),
    page(FoundOne),
    { title: '查询体检发现的问题', time: 'long' },
  ),
  gettasks: get(may.view, z.object({}), z.array(CheckTask), { title: '查询体检任务' }),
  assign: post(
    may.set,
    z.object({ rule: z.enum(studentRules).meta({ title: '规则' }), unitNos: numbers.meta({ title: '班级' }) }),
    z.object({ cnt: count }),
    '指派成功',
    { title: '指派给班主任', time: 'long' },
  ),
  canceltask: post(may.set, z.object({ taskNo: no.meta({ title: '任务编号' }) }), none, '取消成功', { title: '取消体检任务' }),
})
