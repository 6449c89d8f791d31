import * as z from 'zod'
import { mostPictures, WorkKind } from '#domain/activities/activities.contract.ts'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, no, none, note, numbers, page, pageQuery, text, time14 } from '#contract/fields.ts'
import { actNo } from '#features/vam/act/act.parts.contract.ts'
import { regNo } from '#features/vam/reg/reg.fields.ts'

const may = permissions('wrk')
const mayLook = permissions('act').view

const wrkNo = no.meta({ title: '作品编号' })
const wrkStt = code('WRK_STT').meta({ title: '状态', dictionary: 'WRK_STT' })
const rsn = text(100).meta({ title: '举报原因' })

/** Describes a work: pictures in three sizes (`url` whole), or a video. */
export const Work = z.object({
  wrkNo,
  actNo,
  actTitle: z.string().meta({ title: '活动' }),
  regNo,
  name: z.string().meta({ title: '作者' }),
  unitName: z.string().nullable().meta({ title: '班级或部门' }),
  title: z.string().meta({ title: '作品名称' }),
  note: z.string().nullable().meta({ title: '说明' }),
  kind: z.enum([WorkKind.pictures, WorkKind.video]).meta({ title: '类型' }),
  files: z.array(z.object({ fileNo: no, name: z.string(), type: z.string(), size: z.int(), url: z.string(), small: z.string() })),
  likeCnt: z.int().meta({ title: '点赞' }),
  /** Tells whether works of its activity may be liked (1). */
  voteFlag: flag,
  /** Tells whether the caller liked it today, and submitted it (1). */
  likedFlag: flag,
  ownFlag: flag,
  crtTm: time14.meta({ title: '上传时间' }),
  answer: z.string().nullable().meta({ title: '驳回原因' }),
  /** Lists why others reported it; only for reviewers. */
  reports: z.array(z.string()).meta({ title: '举报' }),
  stt: wrkStt,
  ver: z.int(),
})

const key = z.object({ wrkNo })
const wrkNos = numbers.max(200).meta({ title: '作品' })

/**
 * Defines the calls for works that are submitted to activities (docs/spec/activities.md#works). Children's works stay within
 * their enterprise.
 */
export const wrk = resource('/vam/wrk', {
  getwall: get(
    mayLook,
    pageQuery.extend({
      actNo: actNo.optional(),
      unitNo: no.optional().meta({ title: '班级' }),
      order: z.enum(['new', 'liked']).default('new').meta({ title: '排序' }),
      keyWord,
    }),
    page(Work),
    { title: '分页查询展示的作品' },
  ),
  /** Lists the classes that have works on the wall. */
  getunits: get(
    mayLook,
    z.object({ actNo: actNo.optional() }),
    z.array(z.object({ unitNo: no, unitName: z.string(), wrkCnt: z.int() })),
    { title: '查询有作品的班级' },
  ),
  getmine: get(mayLook, z.object({ actNo: actNo.optional() }), z.array(Work), { title: '查询我的作品' }),
  getpage: get(
    may.view,
    pageQuery.extend({
      actNo: actNo.optional(),
      unitNo: no.optional().meta({ title: '班级' }),
      stt: wrkStt.optional(),
      /** Filters those that were reported (1). */
      rptFlag: flag.optional().meta({ title: '被举报' }),
      keyWord,
    }),
    page(Work),
    { title: '分页查询待审的作品' },
  ),
  create: post(
    mayLook,
    z.object({
      regNo,
      title: text(40).meta({ title: '作品名称' }),
      note: note(500).meta({ title: '说明' }),
      fileNos: numbers.max(mostPictures).meta({ title: '图片或视频' }),
      /** Confirms that the guardian (of a student) or the author agrees to others seeing it. */
      agreeFlag: flag.refine((given) => given === '1', { error: '要先同意展示' }).meta({ title: '同意展示' }),
    }),
    key,
    '作品已提交',
    { title: '上传作品' },
  ),
  delete: post([...mayLook, ...may.delete], z.object({ wrkNos }), none, '删除成功', { title: '删除作品' }),
  like: post(mayLook, key, z.object({ likeCnt: z.int() }), '', { title: '点赞', undo: false, quiet: true }),
  report: post(mayLook, key.extend({ rsn }), none, '已举报，管理员会查看', { title: '举报作品', undo: false }),
  setpass: post(may.review, z.object({ wrkNos }), none, '已通过', { title: '通过作品' }),
  setreject: post(may.review, z.object({ wrkNos, answer: text(200).meta({ title: '驳回原因' }) }), none, '已驳回', {
    title: '驳回作品',
  }),
  /** Keeps a reported work on the wall. */
  setkept: post(may.review, z.object({ wrkNos }), none, '已保留', { title: '保留被举报的作品' }),
})
