import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, postOrder, resource } from '#contract/call.ts'
import { code, liveStt, no, none, stt, text, ver } from '#contract/fields.ts'
import { ResourceScope } from '#domain/resources/resources.contract.ts'

const may = permissions('rescls')
/** Lists the rights to keep the trees, and to look for resources in them. */
const mayLook = [...may.view, ...permissions('res').view]

/** Limits the depth of classes, the top ones included (docs/spec/resources.md#classes). */
export const classDepthLimit = 5

export const resourceScope = z
  .enum([ResourceScope.own, ResourceScope.bureau, ResourceScope.everybody])
  .meta({ title: '可见范围', dictionary: 'RES_SCOPE' })
export const clsNo = no.meta({ title: '分类编号' })

/** Describes a class that resources are sorted by (docs/spec/resources.md#classes). */
export const ResourceClass = z.object({
  clsNo,
  clsName: text(30).meta({ title: '分类名称' }),
  prtNo: no.nullish().meta({ title: '上级分类' }),
  subj: code('SUBJECT').nullish().meta({ title: '学科', dictionary: 'SUBJECT' }),
  stdyPrd: code('STDY_PRD').nullish().meta({ title: '学段', dictionary: 'STDY_PRD' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  stt,
  ver,
})

const Node = ResourceClass.extend({
  lvl: z.int().meta({ title: '层级' }),
  /** Counts resources directly in it, and with all classes below it. */
  resCnt: z.int().meta({ title: '资源数' }),
  ttlCnt: z.int().meta({ title: '资源总数' }),
})
export type ClassNode = z.output<typeof Node> & { items: ClassNode[] }
/** Describes a class with those below it in `items`, and how many resources it has that the caller may open. */
export const ClassNode: z.ZodType<ClassNode> = z.lazy(() => Node.extend({ items: z.array(ClassNode) }))

const key = ResourceClass.pick({ clsNo: true })
const { clsName, prtNo, subj, stdyPrd } = ResourceClass.shape

/** Defines the calls for the trees that resources stand in (docs/spec/resources.md#classes). */
export const rescls = resource('/res/rescls', {
  /**
   * Returns the tree of the enterprise itself, or of the one above it that resources are shared with: there only what is in use,
   * and the ways to it. Empty where there is no such enterprise.
   */
  gettree: get(mayLook, z.object({ scope: resourceScope.default(ResourceScope.own) }), z.array(ClassNode), {
    title: '查询资源分类',
  }),
  create: post(may.add, z.object({ clsName, prtNo, subj, stdyPrd }), ResourceClass, '新建成功', { title: '新增资源分类' }),
  /** Changes a class; with `prtNo` (null: the top) moves it there, before the class `befNo`, or last. */
  update: post(
    may.edit,
    key.extend({
      clsName: clsName.optional(),
      prtNo,
      befNo: clsNo.optional().meta({ title: '排在谁之前' }),
      subj,
      stdyPrd,
      stt: liveStt.optional(),
      ver: ver.optional(),
    }),
    ResourceClass,
    '修改成功',
    { title: '修改资源分类' },
  ),
  /** Deletes a class; with `toClsNo` its resources go there, otherwise it must be empty. Classes below it must be gone. */
  delete: post(may.delete, key.extend({ toClsNo: clsNo.optional(), ver: ver.optional() }), none, '删除成功', {
    title: '删除资源分类',
  }),
  setord: postOrder(may.edit, 'clsOrds', 'clsNo', { title: '调整资源分类的次序' }),
})
