import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, postOrder, resource } from '#contract/call.ts'
import {
  code,
  flag,
  keyWord,
  mobile,
  no,
  none,
  note,
  numbers,
  page,
  pageQuery,
  personName,
  telephone,
  text,
  ver,
} from '#contract/fields.ts'

const may = permissions('ent')
const own = permissions('ownent')
const managed = { place: 'managed' } as const

/** Limits the depth of enterprises, the platform included. */
export const enterpriseDepthLimit = 10

/** Names the states of an enterprise: 0 deleted, 1 enabled, 2 disabled, 3 under construction (docs/spec/enterprises.md#state). */
export const EnterpriseState = { enabled: '1', disabled: '2', building: '3' } as const
/** Names the right to change a state, besides that to change the enterprise. */
export const stateChange = { access: may.enable }
const liveState = z.enum(['1', '2', '3']).meta({ title: '状态', dictionary: 'ENT_STT' })

const entNo = no.meta({ title: '单位编号' })
const idntNo = code('IDNT').meta({ title: '身份' })

/** Accepts the ten digits that the ministry gives a school, or any number of another enterprise. */
const selfNo = z
  .string()
  .trim()
  .min(1)
  .max(30)
  .regex(/^[0-9A-Za-z_-]+$/, { error: '只能有字母、数字、- 和 _' })
  .nullish()
  .meta({ title: '自编号' })

const administrator = z.object({ userNo: no, nickName: z.string() }).nullable().meta({ title: '管理员账号' })

/** Describes an enterprise (docs/spec/enterprises.md#fields); `lvl`: its depth, from 1. */
export const Enterprise = z.object({
  entNo,
  entName: text(60).meta({ title: '单位名称' }),
  prtNo: no.nullable().meta({ title: '上级单位' }),
  idntNo,
  /** Names the account of its first administrator; null where nobody signs in as one. */
  user: administrator,
  entLogo: z.string().nullable().meta({ title: '标志' }),
  selfNo: z.string().nullable().meta({ title: '自编号' }),
  des: note(500).meta({ title: '描述' }),
  linkMan: z.string().nullable().meta({ title: '联系人' }),
  linkTel: z.string().nullable().meta({ title: '联系电话' }),
  stt: code('ENT_STT').meta({ title: '状态' }),
  rem: note(500).meta({ title: '备注' }),
  lvl: z.int().meta({ title: '层级' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  ver,
})

/** Describes it in a list: with its parent and counts. */
export const ListedEnterprise = Enterprise.extend({
  prtName: z.string().nullable().meta({ title: '上级单位' }),
  empCnt: z.int().meta({ title: '员工数' }),
  stuCnt: z.int().meta({ title: '学生数' }),
  subCnt: z.int().meta({ title: '下级企业数' }),
})

/** Describes it on its own page: with its path and administrators. */
export const EnterpriseDetail = ListedEnterprise.extend({
  path: z.array(z.object({ entNo, entName: z.string() })).meta({ title: '上级' }),
  admins: z
    .array(z.object({ empNo: no, empName: z.string(), authTel: z.string().meta({ masked: true }) }))
    .meta({ title: '管理员' }),
})

const Node = Enterprise.pick({ entNo: true, prtNo: true, idntNo: true, stt: true, lvl: true, selfNo: true }).extend({
  entName: z.string().meta({ title: '单位名称' }),
  helpCode: z.string().nullable().meta({ title: '助记码' }),
})
export type EnterpriseNode = z.output<typeof Node> & { items: EnterpriseNode[] }
export const EnterpriseNode: z.ZodType<EnterpriseNode> = z.lazy(() => Node.extend({ items: z.array(EnterpriseNode) }))

const filters = z.object({
  prtNo: no.optional().meta({ title: '上级单位' }),
  /** Includes all that is below it, not only what is directly under it (1). */
  deepFlag: flag.default('0').meta({ title: '含下级' }),
  lvl: z.int().min(1).max(enterpriseDepthLimit).optional().meta({ title: '层级' }),
  stt: liveState.optional(),
  idntNo: idntNo.optional(),
  idntNos: z.array(idntNo).max(20).optional().meta({ title: '身份' }),
  keyWord,
  /** Limits them to enterprises with somebody who signs in with one of these identities. */
  userIdntNos: z.array(idntNo).max(20).optional().meta({ title: '管理员身份' }),
})

const count = <Key extends string>(key: Key, title: string) =>
  z.array(z.object({ [key]: z.string(), cnt: z.int() } as Record<Key, z.ZodString> & { cnt: z.ZodInt })).meta({ title })

/** Describes how many enterprises match the filters, and what is in them. */
export const EnterpriseCounts = z.object({
  ttlCnt: z.int().meta({ title: '企业数' }),
  schCnt: z.int().meta({ title: '学校数' }),
  empCnt: z.int().meta({ title: '员工数' }),
  stuCnt: z.int().meta({ title: '学生数' }),
  idnts: count('idntNo', '按身份'),
  stts: count('stt', '按状态'),
  lvls: z.array(z.object({ lvl: z.int(), cnt: z.int() })).meta({ title: '按层级' }),
})

/**
 * Describes what a change of an enterprise's place or state affects: who and what is in it, and who gains or loses sight of it.
 */
export const AffectedByEnterprise = z.object({
  entCnt: z.int().meta({ title: '企业数' }),
  empCnt: z.int().meta({ title: '员工数' }),
  stuCnt: z.int().meta({ title: '学生数' }),
  sesCnt: z.int().meta({ title: '在线人数' }),
  /** Lists the enterprises above that no longer see it, and those that see it from now on, with how many of their people do. */
  loses: z.array(z.object({ entNo, entName: z.string(), empCnt: z.int(), roleCnt: z.int() })).meta({ title: '不再看到的' }),
  gains: z.array(z.object({ entNo, entName: z.string(), empCnt: z.int(), roleCnt: z.int() })).meta({ title: '将看到的' }),
  /** Lists the modules that stay with it although the new parent does not have them. */
  mdls: z.array(z.object({ mdlCode: no, mdlName: z.string(), entCnt: z.int() })).meta({ title: '上级没有的模块' }),
})

/** Describes the first administrator: an existing account, or a new one. */
const user = z
  .strictObject({
    userNo: no.optional().meta({ title: '用户编号' }),
    nickName: personName.optional().meta({ title: '管理员姓名' }),
    authTel: mobile.optional().meta({ title: '管理员手机' }),
  })
  .refine(({ userNo, nickName, authTel }) => Boolean(userNo) !== Boolean(nickName && authTel), {
    error: '请填写管理员的姓名和手机，或选择已有的账号',
  })
  .meta({ title: '管理员账号' })

/** Describes the new enterprise with the password that is shown only once; null where the account existed before. */
const Made = Enterprise.extend({
  user: z
    .object({ userNo: no.nullable(), name: z.string().nullable(), pwd: z.string().nullable() })
    .meta({ title: '管理员账号' }),
})

const key = z.object({ entNo: entNo.optional(), ver: ver.optional() })
const linkMan = personName.nullish().meta({ title: '联系人' })
const { entName, des, rem } = Enterprise.shape

/** Defines the calls for enterprises and the tree they form (docs/spec/enterprises.md#tree). */
export const ent = resource('/ecb/ent', {
  getpage: get(
    may.view,
    filters.extend({ ...pageQuery.shape, pageSize: pageQuery.shape.pageSize.default(50) }),
    page(ListedEnterprise),
    managed,
  ),
  getlist: get(may.view, filters, z.array(Enterprise), managed),
  gettree: get(may.view, z.object({}), z.array(EnterpriseNode), managed),
  getidnt: get(may.view, z.object({}), z.array(z.object({ idntNo, idntName: z.string() })), managed),
  getstatis: get(may.view, filters, EnterpriseCounts, managed),
  get: get([...may.view, ...own.view], z.object({}), EnterpriseDetail, managed),
  gettouched: get(
    may.view,
    z.object({ entNos: numbers.meta({ title: '企业' }), prtNo: no.optional().meta({ title: '新的上级' }) }),
    AffectedByEnterprise,
    { ...managed, title: '查询影响范围' },
  ),
  create: post(
    may.add,
    z.object({
      prtNo: no.meta({ title: '上级单位' }),
      entName,
      idntNo,
      user,
      selfNo,
      linkMan,
      linkTel: telephone.meta({ title: '联系电话' }),
      des,
      rem,
      stt: z.enum(['1', '3']).default('1').meta({ title: '状态', dictionary: 'ENT_STT' }),
      /** Lists the modules it begins with: all those of its identity without a list. */
      mdlCodes: z.array(no).max(500).optional().meta({ title: '模块' }),
    }),
    Made,
    '添加成功',
    { ...managed, undo: false },
  ),
  // Lets an enterprise change its own facts; its state only from above.
  update: post(
    [...may.edit, ...own.edit],
    key.extend({
      entName: entName.optional(),
      entLogo: no.nullish().meta({ title: '标志' }),
      selfNo,
      linkMan,
      linkTel: telephone.optional().meta({ title: '联系电话' }),
      des,
      rem,
      stt: liveState.optional(),
    }),
    Enterprise,
    '修改成功',
    managed,
  ),
  delete: post(may.delete, key, none, '删除成功', managed),
  setentord: post(
    may.edit,
    z.object({
      prtNo: no.meta({ title: '上级单位' }),
      ...postOrder(may.edit, 'entOrds', 'entNo').input.pick({ entOrds: true }).shape,
    }),
    none,
    '排序成功',
    managed,
  ),
  updateprtent: post(
    may.edit,
    z.object({
      prtNo: no.meta({ title: '上级单位' }),
      entNos: numbers.meta({ title: '企业' }),
      /** Names the sibling that they come before; last where it is left out. */
      befNo: no.optional().meta({ title: '放在它之前的企业' }),
    }),
    none,
    '调整成功',
    managed,
  ),
})
