import * as z from 'zod'
import { attachments } from '#contract/attachment.ts'
import {
  code,
  flag,
  freeText,
  isDistinct,
  maskedText,
  mobile,
  moment,
  no,
  note,
  personName,
  text,
  time14,
} from '#contract/fields.ts'
import { Columns, FormValues } from '#contract/form/column.ts'

export const mostSessions = 50
export const mostPeople = 2000
/** Limits the people checked at once for another meeting: they stand in an address. */
export const mostClashing = 200

export const mtgNo = no.meta({ title: '会议编号' })
export const rdx = z.int().min(1).max(mostSessions).meta({ title: '场次' })
export const mtgType = code('MTG_TYPE').meta({ title: '会议类型', dictionary: 'MTG_TYPE' })
export const manType = code('MAN_TYPE').meta({ title: '参会类型', dictionary: 'MAN_TYPE' })
export const meetingStt = code('MTG_STT').meta({ title: '状态', dictionary: 'MTG_STT' })
export const manStt = code('MTG_MAN_STT').meta({ title: '参会状态', dictionary: 'MTG_MAN_STT' })
export const signStt = code('SIGN_STT').meta({ title: '签到结果', dictionary: 'SIGN_STT' })
export const manNo = no.meta({ title: '参会人员编号' })

const place = text(60).nullish().meta({ title: '地点' })
const whole = (error: string, field: string) => ({ error, path: [field], params: { whole: true } })

/** Describes a planned session; omitted times of signing in follow from the settings. */
export const MeetingSession = z
  .object({
    rdx,
    schdName: text(30).nullish().meta({ title: '场次名称' }),
    /** Names its room, whose name is the place then; free text stands for other places. */
    roomNo: no.nullish().meta({ title: '会议室' }),
    place,
    sDt: moment.nullish().meta({ title: '开始时间' }),
    eDt: moment.nullish().meta({ title: '截止时间' }),
    signSDt: moment.nullish().meta({ title: '签到开始' }),
    signEDt: moment.nullish().meta({ title: '签到截止' }),
  })
  .refine(({ sDt, eDt }) => sDt && eDt, whole('请先选择时间', 'sDt'))
  .refine(({ sDt, eDt }) => !sDt || !eDt || sDt < eDt, whole('截止时间必须大于开始时间', 'eDt'))
  .refine(({ sDt, signSDt }) => !sDt || !signSDt || signSDt <= sDt, whole('签到开始不能晚于会议开始', 'signSDt'))
  .refine(({ sDt, signEDt }) => !sDt || !signEDt || signEDt >= sDt, whole('签到截止不能早于会议开始', 'signEDt'))
export type MeetingSession = z.output<typeof MeetingSession>

/** Describes an invited person: an employee, or a guest by name and phone. */
export const InvitedPerson = z
  .object({
    empNo: no.nullish().meta({ title: '员工' }),
    manName: personName.nullish().meta({ title: '姓名' }),
    manTel: mobile.nullish().meta({ title: '手机' }),
    manType: manType.optional(),
    workUnit: text(60).nullish().meta({ title: '单位' }),
  })
  .refine(({ empNo, manName, manTel }) => empNo || (manName && manTel), whole('来宾要填姓名和手机', 'manName'))
export type InvitedPerson = z.output<typeof InvitedPerson>

/** Describes a named guest. */
export const Guest = z.object({
  manName: personName.meta({ title: '姓名' }),
  manTel: mobile.meta({ title: '手机' }),
  workUnit: text(60).nullish().meta({ title: '单位' }),
  manType: manType.optional(),
})

/** Limits the items of an agenda. */
export const mostItems = 50

/** Describes an item of an agenda; of an employee `speaker` is the name, which is read anew, of others it is what was written. */
export const AgendaItem = z.object({
  title: text(100).meta({ title: '议题' }),
  empNo: no.nullish().meta({ title: '发言的员工' }),
  speaker: text(30).nullish().meta({ title: '发言人' }),
  mins: z.int().min(1).max(600).nullish().meta({ title: '用时（分钟）' }),
  rem: text(200).nullish().meta({ title: '备注' }),
})
export type AgendaItem = z.output<typeof AgendaItem>

/** Defines the fields of a meeting's draft. */
export const meetingFields = z.object({
  mtgName: text(60).optional().meta({ title: '会议名称' }),
  mtgType: mtgType.nullish(),
  hostEmpNo: no.optional().meta({ title: '主持人' }),
  cntnt: note(5000).meta({ title: '会议内容' }),
  agenda: z.array(AgendaItem).max(mostItems).optional().meta({ title: '议程' }),
  atchs: attachments(20).optional().meta({ title: '附件', files: true }),
  signFlag: flag.optional().meta({ title: '签到' }),
  outFlag: flag.optional().meta({ title: '签退' }),
  applFlag: flag.optional().meta({ title: '可申请参会' }),
  tmplNo: no.nullish().meta({ title: '回执表单' }),
  schds: z
    .array(MeetingSession)
    .min(1)
    .max(mostSessions)
    .refine((list) => isDistinct(list.map((one) => one.rdx)), { error: '里有重复的编号' })
    .optional()
    .meta({ title: '场次' }),
  mans: z.array(InvitedPerson).max(mostPeople).optional().meta({ title: '参会人员' }),
})

const count = z.int()

/** Describes a session with its attendance. */
export const Schedule = z.object({
  rdx,
  schdName: z.string().nullable().meta({ title: '场次名称' }),
  roomNo: no.nullable().meta({ title: '会议室' }),
  /** Tells where the room is; null for other places. */
  roomPlace: z.string().nullable().meta({ title: '会议室位置' }),
  place: z.string().nullable().meta({ title: '地点' }),
  sDt: time14.meta({ title: '开始时间' }),
  eDt: time14.meta({ title: '截止时间' }),
  signSDt: time14.meta({ title: '签到开始' }),
  signEDt: time14.meta({ title: '签到截止' }),
  comeCnt: count.meta({ title: '实到' }),
  lateCnt: count.meta({ title: '迟到' }),
})

/** Describes a meeting in a list (docs/spec/meetings.md#fields); times and place are those of its first session. */
export const Meeting = z.object({
  mtgNo,
  mtgName: z.string().meta({ title: '会议名称' }),
  mtgType: z.string().nullable().meta({ title: '类型', dictionary: 'MTG_TYPE' }),
  sDt: time14.nullable().meta({ title: '开始时间' }),
  eDt: time14.nullable().meta({ title: '截止时间' }),
  place: z.string().nullable().meta({ title: '地点' }),
  schdCnt: count.meta({ title: '场次' }),
  hostEmpNo: no.meta({ title: '主持人编号' }),
  hostName: z.string().nullable().meta({ title: '主持人' }),
  manCnt: count.meta({ title: '应到' }),
  comeCnt: count.meta({ title: '实到' }),
  /** Counts who is on leave and did not come all the same; who is left of 应到 is absent. */
  leaveCnt: count.meta({ title: '请假' }),
  applCnt: count.meta({ title: '申请' }),
  applFlag: flag.meta({ title: '可申请参会' }),
  /** Gives the caller's state in it and whether they may change it; null where they do not attend. */
  myStt: z.string().nullable().meta({ title: '我的状态', dictionary: 'MTG_MAN_STT' }),
  editFlag: flag.meta({ title: '可以修改' }),
  stt: meetingStt,
  ver: z.int(),
})

const file = z.object({ fileNo: no, name: z.string(), size: z.int(), url: z.string() })
/** Lists links to the files of a reply. */
const files = z.array(z.object({ fileNo: no, url: z.string() })).meta({ title: '回执的附件' })

/** Describes the caller's own part in a meeting. */
const Mine = z.object({
  manNo,
  manType: z.string(),
  stt: z.string(),
  applType: z.string().nullable(),
  rsn: z.string().nullable(),
  answer: z.string().nullable(),
  vals: FormValues.nullable(),
  files,
  /** Gives when a time or place changed, or the meeting was cancelled, until they have seen it; null after that. */
  chgTm: time14.nullable(),
  signs: z.array(z.object({ rdx: z.int(), signTm: time14.nullable(), outTm: time14.nullable(), stt: z.string() })),
})

/** Describes a meeting with all that belongs to it but its people. */
export const MeetingInFull = Meeting.extend({
  crtName: z.string().nullable().meta({ title: '起草人' }),
  cntnt: z.string().nullable().meta({ title: '会议内容' }),
  agenda: z.array(AgendaItem).meta({ title: '议程' }),
  atchs: z.array(file).meta({ title: '附件' }),
  signFlag: flag,
  outFlag: flag,
  tmplNo: no.nullable(),
  tmplName: z.string().nullable().meta({ title: '回执表单' }),
  /** Holds the form that attendees answer with. */
  billClmns: Columns,
  /** Tells that on phones each question of it is a page of its own (1). */
  singleFlag: flag,
  schds: z.array(Schedule),
  cfmCnt: count.meta({ title: '已确认' }),
  mine: Mine.nullable(),
  /** Tells whether the caller attends it or runs it, and may see its people (1). */
  attendFlag: flag,
})

/** Describes an invited person. Replies and reasons for absence are for those who run the meeting. */
export const Man = z.object({
  manNo,
  empNo: no.nullable(),
  manName: z.string().meta({ title: '姓名' }),
  manTel: maskedText.meta({ title: '手机' }),
  workUnit: z.string().nullable().meta({ title: '部门或单位' }),
  manType,
  applType: z.string().nullable().meta({ title: '申请' }),
  rsn: freeText.meta({ title: '事由' }),
  answer: freeText.meta({ title: '答复' }),
  vals: FormValues.nullable().meta({ title: '回执' }),
  files,
  repTm: time14.nullable().meta({ title: '回执时间' }),
  /** Tells that they signed in, whatever their state (1). */
  comeFlag: flag.meta({ title: '已到' }),
  /** Tells that an approved leave of theirs touches a session (1). */
  awayFlag: flag,
  stt: manStt,
})

/** Describes the attendance of a person in a session. */
export const Sign = z.object({
  manNo,
  manName: z.string().meta({ title: '姓名' }),
  manType,
  workUnit: z.string().nullable().meta({ title: '部门或单位' }),
  signTm: time14.nullable().meta({ title: '签到时间' }),
  outTm: time14.nullable().meta({ title: '签退时间' }),
  signWay: z.string().nullable().meta({ title: '方式' }),
  rem: z.string().nullable().meta({ title: '备注' }),
  lateMin: z.int().nullable().meta({ title: '迟到分钟' }),
  /** Tells that they are on leave and did not come all the same (1). */
  leaveFlag: flag.meta({ title: '请假' }),
  /** Tells that an approved leave of theirs touches the session (1). */
  awayFlag: flag,
  stt: signStt,
})
