import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { shapeOf } from '#contract/fieldList.ts'
import { flag, keyWord, no, none, numbers, page, pageQuery, text, time14 } from '#contract/fields.ts'
import { clmnNo, Columns, FormValues } from '#contract/form/column.ts'
import { enrolmentFields, regStt } from './reg.fields.ts'
import { actNo, Enrolled } from '#features/vam/act/act.parts.contract.ts'

const may = permissions('reg')
/** Lets everybody enrol who may view activities. */
const mayEnrol = permissions('act').view

/** Limits the people enrolled at once. */
export const mostAtOnce = 200

/** Describes an enrolment in a list (docs/spec/activities.md#enrolments). */
export const Enrolment = z.object(shapeOf(enrolmentFields, 'row'))

/** Describes it with the filled-in form. */
export const EnrolmentInFull = Enrolment.extend({
  billClmns: Columns,
  vals: FormValues.nullable(),
  files: z.array(z.object({ fileNo: no, url: z.string() })),
})

/** Describes an enrolment by the caller, of themselves or of students. */
export const MyEnrolment = Enrolment.omit({ byName: true, editFlag: true }).extend({
  coverUrl: z.string().nullable(),
  place: z.string().nullable().meta({ title: '地点' }),
  sDt: time14.meta({ title: '活动开始' }),
  eDt: time14.meta({ title: '活动结束' }),
  regEDt: time14.meta({ title: '报名截止' }),
  auditFlag: flag,
  actStt: z.string().meta({ title: '活动状态', dictionary: 'ACT_STT' }),
  /** Tells whether it may still be cancelled, and whether a work may be submitted now (1). */
  cancelFlag: flag,
  workFlag: flag,
})

/** Describes a student whom the caller may enrol; `stt` of an enrolment that exists already. */
const Candidate = z.object({
  stuNo: no,
  stuName: z.string().meta({ title: '姓名' }),
  unitName: z.string().nullable().meta({ title: '班级' }),
  stt: z.string().nullable().meta({ title: '状态', dictionary: 'REG_STT' }),
})

const key = Enrolment.pick({ regNo: true })
const regNos = numbers.max(500).meta({ title: '报名' })
const filter = z.object({
  actNo: actNo.optional(),
  unitNo: no.optional().meta({ title: '年级或班级' }),
  stt: regStt.optional(),
  signFlag: flag.optional().meta({ title: '签到' }),
  payFlag: flag.optional().meta({ title: '缴费' }),
  keyWord,
})

/** Defines the calls for enrolments in activities (docs/spec/activities.md#enrolments). */
export const reg = resource('/vam/reg', {
  getcandidates: get(mayEnrol, pageQuery.extend({ actNo, unitNo: filter.shape.unitNo, keyWord }), page(Candidate), {
    title: '分页查询可报名的学生',
  }),
  /** Enrols the caller itself (without students) or students of the caller's reach; all or none of them. */
  enroll: post(
    mayEnrol,
    z.object({
      actNo,
      stuNos: numbers.max(mostAtOnce).optional().meta({ title: '学生' }),
      vals: FormValues.default({}),
    }),
    z.array(Enrolled),
    '报名成功',
    // Excludes undo: cancelling takes it back, until enrolment closes, and gives the place to the next in the queue.
    { title: '报名', undo: false },
  ),
  getminepage: get(
    mayEnrol,
    pageQuery.extend({ actNo: actNo.optional(), when: z.enum(['on', 'over']).optional().meta({ title: '时间' }) }),
    page(MyEnrolment),
    { title: '分页查询我的报名' },
  ),
  cancel: post(mayEnrol, key, none, '报名已取消', { title: '取消报名', undo: false }),
  /** Returns the code shown at the entrance. */
  getcode: get(mayEnrol, key, z.object({ token: z.string() }), { title: '查询自己的签到码' }),
  getpage: get(may.view, pageQuery.extend(filter.shape), page(Enrolment), { title: '分页查询报名' }),
  get: get(may.view, key, EnrolmentInFull, { title: '查询一次报名' }),
  setpass: post(may.review, z.object({ regNos }), none, '已同意报名', { title: '同意报名' }),
  setreject: post(may.review, z.object({ regNos, answer: text(200).meta({ title: '驳回原因' }) }), none, '已驳回报名', {
    title: '驳回报名',
  }),
  /** Gives places to those who wait, before their turn. */
  setplace: post(may.review, z.object({ regNos }), none, '已转正', { title: '候补转正' }),
  /** Signs in by the shown code, or by hand; `signFlag` 0 undoes it. */
  setsign: post(
    may.edit,
    z.object({
      regNos: regNos.optional(),
      token: z.string().min(1).max(200).optional().meta({ title: '签到码' }),
      signFlag: flag.default('1').meta({ title: '签到' }),
    }),
    z.object({ name: z.string(), title: z.string(), signTm: time14.nullable(), newFlag: flag }),
    '签到成功',
    { title: '活动签到' },
  ),
  setpaid: post(may.edit, z.object({ regNos, payFlag: flag.meta({ title: '缴费' }) }), none, '设置成功', { title: '登记缴费' }),
  /** Reveals one masked value; the look is recorded. */
  reveal: post(may.edit, key.extend({ clmnNo }), z.object({ value: z.string().nullable() }), '', {
    title: '查看报名表的原值',
    undo: false,
  }),
  export: download(may.export, filter.extend({ regNos: regNos.optional() }), { title: '导出报名' }),
})
