import * as z from 'zod'
import { get, resource } from '#contract/call.ts'
import { date8, no, time14 } from '#contract/fields.ts'

/**
 * Lists the application entries (docs/spec/modules.md#entries), each shown where its module is in the menu; there is no 100008.
 */
export const applicationEntries = [
  { code: '100001', name: '组织架构', mdlCode: 'org' },
  { code: '100002', name: '员工管理', mdlCode: 'emp' },
  { code: '100003', name: '学生管理', mdlCode: 'stu' },
  { code: '100004', name: '家长管理', mdlCode: 'ptr' },
  { code: '100005', name: '年级班级', mdlCode: 'edcunit' },
  { code: '100006', name: '访客记录', mdlCode: 'vst' },
  { code: '100007', name: '会议管理', mdlCode: 'mtg' },
  { code: '100009', name: '表单模板', mdlCode: 'bill' },
] as const

/** Lists the figures of the home page, in their order: what is counted, and the list that has just so many lines. */
export const figureWords = {
  ent: { name: '企业', path: '/ecb/ent' },
  school: { name: '学校', path: '/ecb/ent?idntNo=030' },
  entemp: { name: '全部企业的员工', path: '/ecb/ent' },
  stu: { name: '学生', path: '/ent/stu' },
  ptr: { name: '家长', path: '/ent/ptr?stt=all&noStu=0' },
  emp: { name: '员工', path: '/ent/emp' },
  auth: { name: '已认证的员工', path: '/ent/emp?authFlag=1' },
  org: { name: '部门', path: '/ent/org' },
  empgrp: { name: '员工组', path: '/ent/empgrp' },
  session: { name: '在线会话', path: '/user/session' },
} as const

/** Names the first steps of a new enterprise, in this order, and where they lead. */
export const stepWords = {
  facts: { name: '填写联系人和联系电话', path: '/ent/ent' },
  scharch: { name: '填写学校档案', path: '/ent/scharch' },
  edcarch: { name: '填写企业档案', path: '/ent/edcarch' },
  units: { name: '建年级与班级', path: '/ent/edcunit' },
  org: { name: '建部门', path: '/ent/org' },
  emp: { name: '导入或新建员工', path: '/ent/emp' },
  stu: { name: '导入或新建学生', path: '/ent/stu' },
  leader: { name: '为部门设负责人', path: '/ent/org' },
  auth: { name: '为员工认证，让他们能登录', path: '/ent/emp?authFlag=0' },
  role: { name: '给员工分配角色', path: '/ent/role' },
} as const

const codeOf = <Words extends object>(words: Words) => z.enum(Object.keys(words) as (keyof Words & string)[])
const count = z.int().min(0)

/** Describes a figure; `change`: how many more than a month ago, null where that is unknown. */
export const Figure = z.object({ code: codeOf(figureWords), cnt: count, change: z.int().nullable() })

/** Describes something that waits for the caller: how much, in a sentence, and the page that shows just these. */
export const Task = z.object({ code: z.string(), cnt: count, text: z.string(), path: z.string() })

export const FirstStep = z.object({ code: codeOf(stepWords), isDone: z.boolean() })

/** Describes a department that the caller is in: who leads it, how to reach it, how many are in it. */
export const OwnDepartment = z.object({
  orgNo: no,
  orgName: z.string(),
  tel: z.string().nullable(),
  leaders: z.string().nullable(),
  cnt: count,
})

/** Describes a class that the caller leads: the home page is about it. */
export const OwnClass = z.object({ unitNo: no, unitName: z.string() })

/** Describes a pupil of these classes whose birthday is one of the next seven days (`day`), with the age reached then. */
export const Birthday = z.object({ stuNo: no, stuName: z.string(), unitName: z.string(), day: date8, age: count })

/** Describes a pupil who came into these classes within the last month. */
export const Newcomer = z.object({ stuNo: no, stuName: z.string(), unitName: z.string(), day: date8 })

/** Describes a meeting of today that the caller comes to, or a visitor of today to the caller. */
export const Appointment = z.object({
  kind: z.enum(['mtg', 'vst']),
  begins: time14,
  title: z.string(),
  place: z.string().nullable(),
  path: z.string(),
})

/** Describes what the home page needs at once; only of modules that the caller may view. */
export const Home = z.object({
  /** Gives the sign-in before this one; null for the first. */
  lastTm: time14.nullable(),
  figures: z.array(Figure),
  /** Lists the classes that the caller leads; empty for who leads none, and who sees the whole school. */
  classes: z.array(OwnClass),
  birthdays: z.array(Birthday),
  newcomers: z.array(Newcomer),
  today: z.array(Appointment),
  departments: z.array(OwnDepartment),
  tasks: z.array(Task),
  steps: z.array(FirstStep),
})

/** Counts the employees of a department with all below it; without a number: all others. `isDirect`: only its own. */
export const DepartmentBar = z.object({ orgNo: no.nullable(), orgName: z.string(), isDirect: z.boolean(), cnt: count })

/** Counts the boys and girls of a grade on the roll, and those whose sex is unknown. */
export const GradeColumn = z.object({ unitNo: no, unitName: z.string(), manCnt: count, womanCnt: count, otherCnt: count })

/** Describes a day of the sign-in log: who came in, and how many lines it has. */
export const SignInDay = z.object({ day: date8, people: count, tries: count })

/** Describes the charts; null where the caller has no right to one. */
export const HomeChartData = z.object({
  grades: z.array(GradeColumn).nullable(),
  departments: z.array(DepartmentBar).nullable(),
  signIns: z.array(SignInDay).nullable(),
})

/** Defines the calls for the home page of the caller, in the enterprise they work in: our own calls (docs/spec/home.md). */
export const home = resource('/user/home', {
  get: get('session', z.object({}), Home, { place: 'caller' }),
  /** Tells when somebody last signed in at each of the enterprises that the caller sees; not of one where nobody ever did. */
  getlogins: get('session', z.object({}), z.array(z.object({ entNo: no, lastTm: time14 })), {
    title: '查询各企业最近登录',
    place: 'caller',
  }),
  getcharts: get('session', z.object({}), HomeChartData, { title: '查询首页图表', place: 'caller', replica: true }),
})
