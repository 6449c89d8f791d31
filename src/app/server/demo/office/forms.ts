import type { Column } from '#contract/form/column.ts'
import { initialColumns, newCell, newColumn } from '#contract/form/initial.ts'
import type { Json } from '#server/database/schema.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { templateTable } from '#features/ent/bill/bill.table.ts'
import { lessonForm, lessonQuestions } from './approved.ts'
import { pupilLeaveColumns } from './leaves.ts'
import { familyQuestions, teacherQuestions } from './collections.ts'
import { surveyQuestions } from './surveys.ts'
import { canteenForm, canteenQuestions, openDayForm, openDayQuestions } from './unnamed.ts'
import { archiveQuestions } from './writebacks.ts'
import type { DemoEnterprise } from '../enterprise.ts'

type Plan = { typeNo: string; tmplName: string; des: string; billClmns: Column[]; isOfSchool?: true }

const field = (at: number, clmnName: string, more: Partial<Column>) => newColumn(`c${at}`, clmnName, more)

// Lists the fields of a repair; whoever sees to it says what was done.
const repairColumns: Column[] = [
  ...initialColumns('05'),
  newColumn('c4', '处理结果', { ctrlNo: 'textarea', len: 200, wdt: 2, mustFlag: '1' }),
]

/** Lists ten kinds of fields, a condition and a table. */
const studentFacts: Column[] = [
  field(1, '请如实填写，只用于本学年的学生工作', { ctrlNo: 'note', wdt: 2, tip: '带 * 的必须填写。' }),
  field(2, '学生', { kitNo: 'stu', len: 1, mustFlag: '1', listFlag: '1', qryFlag: '1' }),
  field(3, '联系电话', { ctrlNo: 'tel', mustFlag: '1', listFlag: '1' }),
  field(4, '到校方式', {
    ctrlNo: 'radio',
    wdt: 2,
    mustFlag: '1',
    listFlag: '1',
    opts: ['步行', '家长接送', '公交', '校车'].map((name, i) => ({ val: String(i + 1), name })),
  }),
  field(5, '校车站点', {
    ctrlNo: 'select',
    mustFlag: '1',
    opts: ['文昌路口', '滨河公园', '体育中心'].map((name, i) => ({ val: String(i + 1), name })),
    visIf: { clmnNo: 'c4', op: 'eq', vals: ['4'] },
  }),
  field(6, '身高（厘米）', { ctrlNo: 'number', acc: 1, minVal: 50, maxVal: 250 }),
  field(7, '在校午餐', { ctrlNo: 'switch', dftlVal: '1' }),
  field(8, '兴趣爱好', {
    ctrlNo: 'checkbox',
    wdt: 2,
    opts: ['阅读', '音乐', '美术', '体育', '科技'].map((name, i) => ({ val: String(i + 1), name })),
  }),
  field(9, '现住址', { kitNo: 'area', wdt: 2 }),
  field(10, '家庭成员', {
    kitNo: 'table',
    wdt: 2,
    len: 6,
    clmns: [
      newCell('c1', '姓名', { ctrlNo: 'text', len: 30, mustFlag: '1' }),
      newCell('c2', '联系电话', { ctrlNo: 'tel' }),
      newCell('c3', '工作单位', { ctrlNo: 'text', len: 60 }),
    ],
  }),
  field(11, '家长签名', { kitNo: 'sign', wdt: 2, mustFlag: '1' }),
]

const plans: Plan[] = [
  { typeNo: '01', tmplName: '访客登记', des: '到访人员提前登记，由被访人确认。', billClmns: initialColumns('01') },
  { typeNo: '03', tmplName: '参会回执', des: '收到会议通知后回复是否参加。', billClmns: initialColumns('03') },
  {
    typeNo: '04',
    tmplName: '请假单',
    des: '教职工请假时填写，按天数逐级审批。',
    billClmns: initialColumns('04'),
    isOfSchool: true,
  },
  {
    typeNo: '04',
    tmplName: '学生请假单',
    des: '班主任替学生请假，通过后门卫放行。',
    billClmns: pupilLeaveColumns,
    isOfSchool: true,
  },
  { typeNo: '05', tmplName: '报修单', des: '教室和办公室的设备坏了填写。', billClmns: repairColumns, isOfSchool: true },
  { typeNo: '06', tmplName: '学生信息采集', des: '新学年开学时由家长填写。', billClmns: studentFacts, isOfSchool: true },
  { typeNo: '06', tmplName: '家庭情况登记', des: '每学期由家长填写一次。', billClmns: familyQuestions, isOfSchool: true },
  { typeNo: '06', tmplName: '教师培训意向', des: '安排培训前由教师填写。', billClmns: teacherQuestions, isOfSchool: true },
  {
    typeNo: '06',
    tmplName: '学生档案核对',
    des: '每学年由家长核对一次，写回档案。',
    billClmns: archiveQuestions,
    isOfSchool: true,
  },
  { typeNo: '06', tmplName: '家校满意度调查', des: '每学期由家长填写一次。', billClmns: surveyQuestions, isOfSchool: true },
  { typeNo: '06', tmplName: openDayForm, des: '想来看看学校的家庭填写。', billClmns: openDayQuestions, isOfSchool: true },
  { typeNo: '06', tmplName: canteenForm, des: '员工不记名填写。', billClmns: canteenQuestions, isOfSchool: true },
  { typeNo: '06', tmplName: lessonForm, des: '教师申报，教务处审批。', billClmns: lessonQuestions, isOfSchool: true },
]

/** Makes the templates that an enterprise works with, each published once, numbered from the first of their types on. */
export function makeForms({ entNo, idntNo, rows }: DemoEnterprise) {
  for (const { typeNo, tmplName, des, billClmns } of plans.filter(({ isOfSchool }) => !isOfSchool || idntNo === '030')) {
    const last = rows.tmplseg.find((segment) => segment.typeNo === typeNo)
    const number = last ? Number(last.curVal) + 1 : Number(typeNo) * 100_000
    const tmplNo = String(number)
    rows.tmpl.push({
      entNo,
      tmplNo,
      typeNo,
      tmplName,
      des,
      verNo: 1,
      stt: '2',
      searchText: searchTextOf(templateTable, { tmplNo, tmplName }),
    })
    rows.tmplver.push({ entNo, tmplNo, verNo: 1, billClmns: billClmns as unknown as Json })
    if (last) last.curVal = number
    else rows.tmplseg.push({ entNo, typeNo, curVal: number })
  }
}
