import * as z from 'zod'
import { For, QuotaMode, WorkKind } from '#domain/activities/activities.contract.ts'
import { code, flag, moment, no, note, text, time14 } from '#contract/fields.ts'
import { Columns } from '#contract/form/column.ts'

export const actNo = no.meta({ title: '活动编号' })
export const actStt = code('ACT_STT').meta({ title: '状态', dictionary: 'ACT_STT' })
export const cls = code('ACT_CLS').meta({ title: '分类', dictionary: 'ACT_CLS' })
const who = z.enum([For.students, For.employees, For.both]).meta({ title: '面向' })
const quotaMode = z.enum([QuotaMode.all, QuotaMode.grades]).meta({ title: '名额方式' })
const wrkTypes = z.enum([WorkKind.pictures, WorkKind.video, WorkKind.either]).meta({ title: '作品类型' })
const quota = z.int().min(1).max(100_000).meta({ title: '名额' })

/** Defines the fields of an activity; publishing requires all that it needs. */
export const activityFields = z.object({
  title: text(60).meta({ title: '活动名称' }),
  cls,
  cover: no.nullish().meta({ title: '封面' }),
  cntnt: note(5000).meta({ title: '活动介绍' }),
  place: text(60).nullish().meta({ title: '地点' }),
  sDt: moment.meta({ title: '活动开始' }),
  eDt: moment.meta({ title: '活动结束' }),
  regSDt: moment.meta({ title: '报名开始' }),
  regEDt: moment.meta({ title: '报名截止' }),
  who: who,
  units: z.array(no).max(200).meta({ title: '年级或班级' }),
  sex: z.enum(['M', 'N']).nullish().meta({ title: '性别', dictionary: 'SEX' }),
  quota: quota.nullish(),
  quotaMode: quotaMode,
  waitFlag: flag.meta({ title: '可候补' }),
  auditFlag: flag.meta({ title: '报名要审核' }),
  payItemNo: no.nullish().meta({ title: '缴费项目' }),
  tmplNo: no.nullish().meta({ title: '报名表单' }),
  pubFlag: flag.meta({ title: '公开' }),
  wrkFlag: flag.meta({ title: '收集作品' }),
  wrkTypes: wrkTypes,
  wrkMax: z.int().min(1).max(20).meta({ title: '每人作品数' }),
  wrkSDt: moment.nullish().meta({ title: '作品开始' }),
  wrkEDt: moment.nullish().meta({ title: '作品截止' }),
  voteFlag: flag.meta({ title: '可以点赞' }),
})

/** Defines what a new activity must have; the rest begins with the table's defaults. */
export const newActivityFields = activityFields.partial({
  who: true,
  units: true,
  quotaMode: true,
  waitFlag: true,
  auditFlag: true,
  pubFlag: true,
  wrkFlag: true,
  wrkTypes: true,
  wrkMax: true,
  voteFlag: true,
})

const count = z.int()
const time = (title: string) => time14.meta({ title })

/** Describes an activity on a card; no participants are named. */
export const Card = z.object({
  actNo,
  ofEntNo: no.meta({ title: '单位编号' }),
  ofEntName: z.string().meta({ title: '主办' }),
  title: z.string().meta({ title: '活动名称' }),
  cls: z.string().meta({ title: '分类', dictionary: 'ACT_CLS' }),
  clsName: z.string().nullable(),
  coverUrl: z.string().nullable(),
  place: z.string().nullable().meta({ title: '地点' }),
  sDt: time('活动开始'),
  eDt: time('活动结束'),
  regSDt: time('报名开始'),
  regEDt: time('报名截止'),
  who,
  quota: quota.nullable(),
  quotaMode,
  takeCnt: count.meta({ title: '已报名' }),
  waitCnt: count.meta({ title: '候补' }),
  /** Tells that no place is left (1). */
  fullFlag: flag.meta({ title: '已满' }),
  waitFlag: flag,
  wrkFlag: flag,
  stt: actStt,
})

/** Describes somebody whom the caller enrolled, or the caller. */
export const Enrolled = z.object({
  regNo: no,
  stuNo: no.nullable(),
  name: z.string(),
  /** Gives the place in the queue; null for those who do not wait. */
  queueNo: z.int().nullable(),
  stt: z.string().meta({ title: '状态', dictionary: 'REG_STT' }),
})

/** Describes an activity on its page in the portal, with the caller's part in it. */
export const PortalActivity = Card.extend({
  cntnt: z.string().nullable().meta({ title: '活动介绍' }),
  unitNames: z.array(z.string()).meta({ title: '年级或班级' }),
  sex: z.string().nullable().meta({ title: '性别', dictionary: 'SEX' }),
  auditFlag: flag,
  payName: z.string().nullable().meta({ title: '缴费项目' }),
  payAmt: z.string().nullable().meta({ title: '金额' }),
  tmplNo: no.nullable(),
  billClmns: Columns,
  /** Tells that on phones each question of it is a page of its own (1). */
  singleFlag: flag,
  wrkTypes,
  wrkMax: z.int(),
  wrkSDt: time14.nullable().meta({ title: '作品开始' }),
  wrkEDt: time14.nullable().meta({ title: '作品截止' }),
  voteFlag: flag,
  wrkCnt: count.meta({ title: '作品' }),
  /** Tells whom the caller can enrol, itself and students: 1 belongs to those whom it is for. */
  selfFlag: flag,
  stuFlag: flag,
  mine: z.array(Enrolled),
})

/** Describes an activity in the list of those who run it. */
export const Activity = Card.omit({ coverUrl: true, clsName: true }).extend({
  pubFlag: flag.meta({ title: '公开' }),
  wrkCnt: count.meta({ title: '作品' }),
  rvwCnt: count.meta({ title: '待审报名' }),
  empName: z.string().nullable().meta({ title: '发起人' }),
  answer: z.string().nullable().meta({ title: '退回原因' }),
  editFlag: flag.meta({ title: '可以修改' }),
  ver: z.int(),
})

/** Describes it with all of its fields. */
export const ActivityInFull = Activity.extend({
  ...activityFields.omit({ title: true, cls: true, place: true, quota: true }).shape,
  cover: no.nullable(),
  coverUrl: z.string().nullable(),
  unitNames: z.array(z.string()),
  tmplName: z.string().nullable(),
  payName: z.string().nullable(),
  seats: z.array(z.object({ seatNo: z.string(), seatName: z.string().nullable(), takeCnt: count, waitCnt: count })),
  signCnt: count.meta({ title: '已签到' }),
})
