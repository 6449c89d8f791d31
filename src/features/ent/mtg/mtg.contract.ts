import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { date8, flag, keyWord, moment, no, none, numbers, page, pageQuery, text, ver } from '#contract/fields.ts'
import { clmnNo, FormValues } from '#contract/form/column.ts'
import { createCall, ImportPreview } from '#contract/importing.ts'
import { SignState } from '#domain/meetings/meetings.contract.ts'
import {
  InvitedPerson,
  Man,
  manNo,
  manStt,
  manType,
  Meeting,
  MeetingInFull,
  meetingStt,
  mostClashing,
  mostPeople,
  mtgNo,
  mtgType,
  rdx,
  Schedule,
  Sign,
  signStt,
  meetingFields,
} from './mtg.parts.contract.ts'
import { MeetingSignedIn } from '#domain/meetings/signedIn.contract.ts'

const may = permissions('mtg')
/** Lists the rights to draft a meeting and to change one. */
const mayWrite = [...may.add, ...may.edit]

const key = z.object({ mtgNo })
const guarded = key.extend({ ver: ver.optional() })
const saved = key.extend({ ver })
/** Names the meeting whose people the new one asks, too. */
const fromNo = mtgNo.optional().meta({ title: '复制自' })
const manNos = numbers.max(mostPeople).meta({ title: '参会人员' })
const several = key.extend({ manNos })
const people = key.extend({ keyWord, manType: manType.optional() })
const signs = people.extend({
  rdx,
  stt: signStt.optional(),
  /** Limits them to those on leave who did not come (1), or leaves these out (0). */
  leaveFlag: flag.optional().meta({ title: '请假' }),
})
const token = z.string().min(1).max(200).meta({ title: '签到码' })
const mask = flag.default('1').meta({ title: '脱敏' })

/** Defines the calls for meetings (docs/spec/meetings.md). Each answers only as far as the caller reaches it (`mtg.reach.ts`). */
export const mtg = resource('/ent/mtg', {
  getpage: get(
    may.view,
    pageQuery.extend({
      mtgSDt: date8.optional().meta({ title: '开始日期' }),
      mtgEDt: date8.optional().meta({ title: '截止日期' }),
      stt: meetingStt.optional(),
      mtgType: mtgType.optional(),
      /** Names the caller's role in the meeting. */
      mine: z.enum(['host', 'attend', 'created']).optional().meta({ title: '我的角色' }),
      keyWord,
    }),
    page(Meeting),
    { title: '分页查询会议' },
  ),
  getmtginfo: get(may.view, key, MeetingInFull, { title: '查询一次会议' }),
  getmtgschdtime: get(may.view, key, z.array(Schedule), { title: '查询会议的场次' }),
  getmtgmanpage: get(may.view, pageQuery.extend({ ...people.shape, stt: manStt.optional() }), page(Man), {
    title: '分页查询参会人员',
  }),
  getmtgsignpage: get(may.view, pageQuery.extend(signs.shape), page(Sign), { title: '分页查询签到' }),
  /**
   * Finds other meetings in the same room or at the same place, or with the same people, at that time: those named, and those of
   * the meetings named.
   */
  getclash: get(
    mayWrite,
    z.object({
      schdSDt: moment.meta({ title: '开始时间' }),
      schdEDt: moment.meta({ title: '截止时间' }),
      roomNo: no.optional().meta({ title: '会议室' }),
      place: text(60).optional().meta({ title: '地点' }),
      empNos: numbers.max(mostClashing).optional().meta({ title: '员工' }),
      mtgNo: mtgNo.optional(),
      fromNo,
    }),
    z.array(
      z.object({
        kind: z.enum(['place', 'man', 'leave']),
        name: z.string(),
        mtgName: z.string(),
        sDt: z.string(),
        eDt: z.string(),
      }),
    ),
    { title: '查询时间冲突的会议', quiet: true },
  ),
  creatorupdatemtg: post(
    mayWrite,
    guarded.extend({
      ...meetingFields.shape,
      mtgNo: mtgNo.optional(),
      fromNo,
    }),
    /** Counts in `leftCnt` the people of the copied meeting who are no longer in office, and were left out. */
    saved.extend({ leftCnt: z.int() }),
    '起草会议成功',
    { title: '起草或修改会议' },
  ),
  setmtgpub: post(may.set, guarded, saved, '会议发布成功', { title: '发布会议' }),
  endmtg: post(may.set, guarded, saved, '设置成功', { title: '结束会议' }),
  cancelmtg: post(may.set, guarded, saved, '设置成功', { title: '取消会议' }),
  deletemtg: post(may.delete, guarded, none, '删除成功', { title: '删除会议' }),

  setpass: post(
    may.review,
    several.extend({ answer: text(200).nullish().meta({ title: '答复' }) }),
    none,
    '同意参会人员申请成功',
    { title: '同意参会人员的申请' },
  ),
  setreject: post(may.review, several.extend({ answer: text(200).meta({ title: '驳回原因' }) }), none, '驳回参会人员申请成功', {
    title: '驳回参会人员的申请',
  }),
  /**
   * Declares the two calls to import a workbook of people (docs/spec/imports.md#kinds); rows are corrected and undone like those
   * of other lists.
   */
  previewmtgman: post(may.import, key.extend({ fileNo: no.meta({ title: '文件编号' }) }), ImportPreview, '', {
    title: '核对参会人员名单',
    time: 'long',
    undo: false,
  }),
  createmtgman: createCall(may.import, '导入参会人员'),
  /** Adds people who were picked or named; those who are there already stay as they are. */
  importmtgman: post(
    may.import,
    key.extend({ mans: z.array(InvitedPerson).min(1).max(mostPeople).meta({ title: '参会人员' }) }),
    z.object({ addCnt: z.int() }),
    '添加成功',
    { title: '添加参会人员' },
  ),
  /** Reveals one masked value of a reply, for those who run the meeting; the look is recorded. */
  revealreply: post(may.set, key.extend({ manNo, clmnNo }), z.object({ value: z.string().nullable() }), '', {
    title: '查看回执的原值',
    undo: false,
  }),
  deletemtgman: post(may.edit, several, none, '移除成功', { title: '移除参会人员' }),
  exportmtgman: download(may.export, people.extend({ stt: manStt.optional(), mask }), { title: '导出参会人员' }),
  exportmtgsign: download(may.export, signs.extend({ mask }), { title: '导出签到表' }),

  /** Applies to join a meeting that is open to the employee, or for leave; `withdraw` undoes either. */
  apply: post(may.view, key.extend({ rsn: text(200).nullish().meta({ title: '事由' }) }), none, '申请已提交', {
    title: '申请参会',
  }),
  applyleave: post(may.view, key.extend({ rsn: text(200).meta({ title: '请假事由' }) }), none, '请假申请已提交', {
    title: '申请请假',
  }),
  withdraw: post(may.view, key, none, '已撤回', { title: '撤回自己的申请' }),
  /** Records that the caller knows of a changed time or place, or of the cancellation. */
  setseen: post(may.view, key, none, '已记下', { title: '记下已知道会议的变动', undo: false }),
  reply: post(may.view, key.extend({ vals: FormValues.default({}) }), none, '回执已提交', { title: '提交回执' }),

  /**
   * Returns the code on the screen: good for its own 15 seconds and the next; `code` are the six digits beside it, which change
   * every minute, null while nobody signs in.
   */
  getmtgqrcode: get(
    may.set,
    key.extend({ rdx }),
    z.object({
      token,
      leftSeconds: z.number(),
      url: z.string().meta({ title: '地址' }),
      code: z.string().nullable().meta({ title: '数字码' }),
    }),
    { title: '查询签到码', quiet: true },
  ),
  /** Returns the board of a session. */
  getboard: get(
    may.set,
    key.extend({ rdx }),
    z.object({
      manCnt: z.int(),
      comeCnt: z.int(),
      leaveCnt: z.int(),
      lateCnt: z.int(),
      newest: z.array(z.object({ manNo, manName: z.string(), signTm: z.string(), stt: signStt })),
    }),
    { title: '查询签到看板', quiet: true },
  ),
  signin: post(may.view, z.object({ token }), MeetingSignedIn, '签到成功', { title: '扫码签到', undo: false }),
  setsign: post(
    may.set,
    several.extend({
      rdx,
      stt: z
        .enum([SignState.normal, SignState.late, SignState.early, SignState.absent, SignState.made])
        .default(SignState.made)
        .meta({ title: '签到结果', dictionary: 'SIGN_STT' }),
      rem: text(200).nullish().meta({ title: '备注' }),
    }),
    none,
    '设置成功',
    { title: '登记签到' },
  ),
})
