import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { keyWord, no, none, page, pageQuery, text, ver } from '#contract/fields.ts'
import {
  Activity,
  ActivityInFull,
  actNo,
  actStt,
  newActivityFields,
  Card,
  cls,
  PortalActivity,
  activityFields,
} from './act.parts.contract.ts'

const may = permissions('act')
/** Lets those who make activities run their own; those who may change them over the whole enterprise, all. */
const mayWrite = [...may.add, ...may.edit]
const mayDelete = [...may.add, ...may.delete]

const key = z.object({ actNo })
const guarded = key.extend({ ver: ver.optional() })
const saved = key.extend({ stt: actStt, ver })
/** Filters by time; `open`: somebody can still enrol; `over`: it is past. */
const when = z.enum(['open', 'soon', 'on', 'over']).optional().meta({ title: '时间' })
const shown = pageQuery.extend({ cls: cls.optional(), when, keyWord })

/** Describes a student who has enrolled in nothing. */
const Missing = z.object({
  stuNo: no,
  stuName: z.string().meta({ title: '姓名' }),
  unitName: z.string().nullable().meta({ title: '班级' }),
})

/** Defines the calls for activities (docs/spec/activities.md), for the portal and for those who run them. */
export const act = resource('/vam/act', {
  /** Lists what everybody may see, also without an account; `ofEntNo` of one enterprise. */
  getopenpage: get('open', shown.extend({ ofEntNo: no.optional().meta({ title: '单位' }) }), page(Card), {
    title: '分页查询公开的活动',
    place: 'caller',
  }),
  /** Lists what the caller sees of the own enterprise, and what others publish to everybody. */
  getshownpage: get(may.view, shown.extend({ own: z.enum(['0', '1']).optional().meta({ title: '本单位' }) }), page(Card), {
    title: '分页查询能看到的活动',
  }),
  getshown: get(may.view, key, PortalActivity, { title: '查看活动' }),
  getpage: get(
    may.view,
    pageQuery.extend({
      stt: actStt.optional(),
      cls: cls.optional(),
      mine: z.enum(['0', '1']).optional().meta({ title: '我发起的' }),
      keyWord,
    }),
    page(Activity),
    { title: '分页查询活动' },
  ),
  get: get(may.view, key, ActivityInFull, { title: '查询一个活动' }),
  /**
   * Lists students it is for who have not enrolled in it; without an activity those who have enrolled in nothing this school
   * year.
   */
  getmissingpage: get(
    may.view,
    pageQuery.extend({ actNo: actNo.optional(), unitNo: no.optional().meta({ title: '年级或班级' }), keyWord }),
    page(Missing),
    { title: '分页查询未报名的学生' },
  ),
  create: post(may.add, newActivityFields, saved, '新建成功', { title: '新建活动' }),
  update: post(mayWrite, guarded.extend(activityFields.partial().shape), saved, '修改成功', { title: '修改活动' }),
  /** Asks those who publish to publish it. */
  submit: post(mayWrite, guarded, saved, '已提交发布', { title: '提交发布' }),
  publish: post(may.review, guarded, saved, '活动已发布', { title: '发布活动' }),
  sendback: post(may.review, guarded.extend({ answer: text(200).meta({ title: '退回原因' }) }), saved, '已退回', {
    title: '退回活动',
  }),
  end: post(mayWrite, guarded, saved, '活动已结束', { title: '结束活动' }),
  cancel: post(mayWrite, guarded, saved, '活动已取消', { title: '取消活动' }),
  delete: post(mayDelete, guarded, none, '删除成功', { title: '删除活动' }),
  export: download(may.export, z.object({ stt: actStt.optional(), cls: cls.optional(), keyWord }), { title: '导出活动' }),
  exportmissing: download(
    may.export,
    z.object({ actNo: actNo.optional(), unitNo: no.optional().meta({ title: '年级或班级' }), keyWord }),
    { title: '导出未报名的学生' },
  ),
})
