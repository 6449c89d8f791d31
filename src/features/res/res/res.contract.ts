import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, no, none, note, numbers, page, pageQuery, text, time14, ver } from '#contract/fields.ts'
import { type FileKind, fileKinds } from '#contract/fileTypes.ts'
import { clsNo, resourceScope } from '#features/res/rescls/rescls.contract.ts'

const may = permissions('res')
/** Lets contributors change their own resources; those who may change or delete reach all of the enterprise. */
const mayChange = [...may.add, ...may.edit]
const mayDelete = [...may.add, ...may.delete]

const resNo = no.meta({ title: '资源编号' })
const fileNo = no.meta({ title: '文件' })
const shrStt = code('RES_SHR').meta({ title: '共享状态', dictionary: 'RES_SHR' })
const fileKind = z.enum(Object.keys(fileKinds) as FileKind[]).meta({ title: '类型' })
const answer = text(200).meta({ title: '驳回原因' })

const writable = z.object({
  clsNo,
  resName: text(60).meta({ title: '资源名称' }),
  des: note(500).meta({ title: '说明' }),
  subj: code('SUBJECT').nullish().meta({ title: '学科', dictionary: 'SUBJECT' }),
  stdyPrd: code('STDY_PRD').nullish().meta({ title: '学段', dictionary: 'STDY_PRD' }),
})

/** Describes a resource in a list (docs/spec/resources.md). Of one that another enterprise shares nobody is named. */
export const Resource = writable.extend({
  resNo,
  /** Names its class in the tree that it was found in; null before a review. */
  clsNo: clsNo.nullable(),
  /** Names the owner: the enterprise, and in the own one the employee. */
  ofEntNo: no.meta({ title: '单位编号' }),
  ofEntName: z.string().meta({ title: '来自' }),
  empName: z.string().nullable().meta({ title: '上传人' }),
  clsName: z.string().nullable().meta({ title: '分类' }),
  /** Names the file of its newest version. */
  name: z.string().meta({ title: '文件名' }),
  type: z.string().meta({ title: '类型' }),
  size: z.int().meta({ title: '大小' }),
  /** Holds a link to the small picture; null where it is none. */
  thumb: z.string().nullable(),
  verNo: z.int().meta({ title: '版本' }),
  viewCnt: z.int().meta({ title: '浏览次数' }),
  downCnt: z.int().meta({ title: '下载次数' }),
  putTm: time14.meta({ title: '上传时间' }),
  updTm: time14.meta({ title: '更新时间' }),
  scope: resourceScope,
  shrStt,
  answer: z.string().nullable().meta({ title: '驳回原因' }),
  /** Tells what the caller may do: 1 marked it, may change it, may delete it. */
  favFlag: flag.meta({ title: '收藏' }),
  editFlag: flag.meta({ title: '可以修改' }),
  delFlag: flag.meta({ title: '可以删除' }),
  /** Gives when the caller last opened it; null for never. */
  lastTm: time14.nullable().meta({ title: '上次打开' }),
  ver: z.int(),
})

/** Describes it with its versions, a link to the file, and others of its class. */
export const ResourceInFull = Resource.extend({
  url: z.string().meta({ title: '地址' }),
  versions: z.array(
    z.object({
      verNo: z.int().meta({ title: '版本' }),
      name: z.string().meta({ title: '文件名' }),
      type: z.string().meta({ title: '类型' }),
      size: z.int().meta({ title: '大小' }),
      rem: z.string().nullable().meta({ title: '说明' }),
      crtTm: time14.meta({ title: '上传时间' }),
      url: z.string().meta({ title: '地址' }),
    }),
  ),
  alike: z.array(Resource.pick({ resNo: true, resName: true, type: true, thumb: true, downCnt: true })),
})

/** Describes an enterprise whose tree the caller finds resources in, or shares them in: its own, its bureau's, the public one. */
const place = { scope: resourceScope, entNo: no, entName: z.string() }
const Places = z.object({
  places: z.array(z.object(place)),
  /** Lists where resources may be shared; `revwFlag` 1: that enterprise reviews them. */
  shares: z.array(z.object({ ...place, revwFlag: flag })),
})

const filter = z.object({
  /**
   * Chooses where to search; without one everywhere. With `clsNo` in that class and those below it, of the tree of that place.
   */
  scope: resourceScope.optional(),
  clsNo: clsNo.optional(),
  fileKind: fileKind.optional(),
  subj: code('SUBJECT').optional().meta({ title: '学科', dictionary: 'SUBJECT' }),
  stdyPrd: code('STDY_PRD').optional().meta({ title: '学段', dictionary: 'STDY_PRD' }),
  shrStt: shrStt.optional(),
  /** Limits them to those of the school year that began in this year (in September). */
  schYear: z.int().min(2000).max(2100).optional().meta({ title: '学年' }),
  /** Limits them: `own` by the caller, `fav` marked, `seen` opened lately. */
  mine: z.enum(['own', 'fav', 'seen']).optional().meta({ title: '我的' }),
  keyWord,
})
const key = z.object({ resNo })
const guarded = key.extend({ ver: ver.optional() })
const resNos = numbers.max(500).meta({ title: '资源' })

/** Defines the calls for resources, for the portal and for those who manage them (docs/spec/resources.md). */
export const res = resource('/res/res', {
  getplaces: get(may.view, z.object({}), Places, { title: '查询资源能共享到哪里' }),
  getpage: get(
    may.view,
    filter.extend({ ...pageQuery.shape, order: z.enum(['new', 'used']).default('new').meta({ title: '排序' }) }),
    page(Resource),
    { title: '分页查询资源' },
  ),
  get: get(may.view, key, ResourceInFull, { title: '查询一个资源' }),
  /** Lists what others offer to this enterprise, or have shared with it. */
  getofferedpage: get(may.review, pageQuery.extend({ shrStt: shrStt.optional(), keyWord }), page(Resource), {
    title: '分页查询待审核的资源',
  }),
  /** Returns how much of their room somebody has used, in bytes. */
  getquota: get(may.view, z.object({}), z.object({ used: z.int(), most: z.int(), resCnt: z.int(), favCnt: z.int() }), {
    title: '查询自己的资源空间',
  }),
  create: post(may.add, writable.extend({ fileNo, scope: resourceScope.optional() }), key, '上传成功', { title: '上传资源' }),
  update: post(mayChange, guarded.extend(writable.partial().shape), key.extend({ ver }), '修改成功', { title: '修改资源' }),
  addversion: post(
    mayChange,
    guarded.extend({ fileNo, rem: text(100).nullish().meta({ title: '改了什么' }) }),
    key.extend({ ver }),
    '已上传新版本',
    { title: '上传资源的新版本' },
  ),
  move: post(mayChange, z.object({ resNos, clsNo }), none, '移动成功', { title: '移动资源' }),
  delete: post(mayDelete, z.object({ resNos }), none, '删除成功', { title: '删除资源' }),
  /** Offers it to those beyond the own enterprise, which waits for a review there; scope 1 takes it back. */
  setscope: post(mayChange, guarded.extend({ scope: resourceScope }), key.extend({ shrStt, ver }), '设置成功', {
    title: '设置资源的共享',
  }),
  /**
   * Agrees to sharing; with `ver` a single one must still be as it was read. The records belong to others: the other call undoes
   * it.
   */
  setpass: post(may.review, z.object({ resNos, clsNo, ver: ver.optional() }), none, '已同意共享', {
    title: '同意共享资源',
    undo: false,
  }),
  /** Refuses what waits, or takes what was shared off again. */
  setreject: post(may.review, z.object({ resNos, answer }), none, '已驳回', { title: '驳回共享的资源', undo: false }),
  setfav: post(may.view, key.extend({ favFlag: flag.meta({ title: '收藏' }) }), none, '', {
    title: '收藏资源',
    undo: false,
    quiet: true,
  }),
  /** Records that the caller opened it; `downFlag` 1: saved it. */
  setseen: post(may.view, key.extend({ downFlag: flag.default('0').meta({ title: '下载' }) }), none, '', {
    title: '记下看过的资源',
    undo: false,
    quiet: true,
  }),
  export: download(may.export, filter.extend({ resNos: resNos.optional() }), { title: '导出资源' }),
})
