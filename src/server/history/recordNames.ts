import * as z from 'zod'
import type { DatabaseError } from 'pg'
import type { Call } from '#contract/call.ts'
import { inner, metaOf } from '#contract/explain.ts'
import { Fault, isTaken } from '#server/base/fault.ts'
import { camelOf } from '#server/base/wireNames.ts'

const words: Record<string, string> = {
  org: '部门',
  emp: '员工',
  empgrp: '员工组',
  orgemp: '部门成员',
  empgrpmbr: '组成员',
  phtapply: '照片申请',
  account: '账号',
  identity: '身份',
  role: '角色',
  rolepwr: '角色权限',
  emprole: '角色成员',
  pbcrole: '公共角色',
  pbcrolepwr: '公共角色权限',
  entrole: '企业的公共角色',
  empdatapwr: '数据权限',
  emppwr: '个人例外',
  mdl: '模块',
  pwr: '操作权限',
  info: '信息项',
  infotype: '信息类型',
  entinfo: '企业字典的值',
  codegnrt: '编号规则',
  billtype: '单据类型',
  tmpl: '表单模板',
  tmplver: '表单版本',
  mtg: '会议',
  mtgschd: '会议场次',
  mtgman: '参会人员',
  mtgsign: '签到',
  act: '活动',
  reg: '报名',
  wrk: '作品',
  wrkrpt: '举报',
  vst: '来访',
  vstmate: '同行人',
  vstcode: '登记二维码',
  entmdl: '企业的模块',
  entact: '收款账户',
  payitem: '缴费项目',
  edcunit: '教育单元',
  stu: '学生',
  ptr: '家长',
  stuptr: '学生家长关系',
  stuarch: '学生档案',
  ptrarch: '家长档案',
  rollover: '年终结转',
  stunotsame: '不是同一人的标记',
  chktask: '体检任务',
  emparch: '员工档案',
  scharch: '学校档案',
  rescls: '资源分类',
  res: '资源',
  resver: '资源的版本',
  edcarch: '企业档案',
  ent: '企业',
  entcfg: '企业的参数',
  pbccfg: '参数',
  empmsgpwr: '接收消息的范围',
  file: '文件',
  imp_batch: '导入批次',
  stumerge: '学生的合并',
}
export const wordOf = (table: string) => words[table] ?? '记录'

// How a record is in use, told of the table that refers to it.
const uses: Record<string, string> = {
  'org orgemp': '里已有员工',
  'org org': '下已有部门',
  'empgrp empgrpmbr': '里已有员工',
  'edcunit edcunit': '下已有单元',
  'edcunit stu': '里已有学生',
  'stu stuptr': '已有家长',
  'ptr stuptr': '已有孩子',
  'emp orgemp': '已加入部门',
  'rescls rescls': '下已有分类',
  'rescls res': '里已有资源',
  'tmpl tmplver': '已经发布',
  'emp empgrpmbr': '已加入员工组',
  'emp emprole': '已有角色',
  'role rolepwr': '已有权限',
  'pbcrole entrole': '已给企业',
  'pbcrole pbcrolepwr': '已有权限',
}

/** A record by its word and name. */
export const named = (table: string, name: string | null) => wordOf(table) + (name ? `“${name.slice(0, 40)}”` : '')

/** The labels of columns, at most three, as what belongs to a record; nothing where none has one. */
export const columnsNamed = (call: Call, columns: readonly string[]) => {
  const labels = [...new Set(columns.flatMap((column) => labelOf(call, column) ?? []))].slice(0, 3).join('、')
  return labels && `的${labels}`
}

export const changedSince = (call: Call, table: string, name: string | null, columns: readonly string[]) =>
  new Fault('changedSince', `${named(table, name)}${columnsNamed(call, columns)}之后又有改动，不能撤销`)

export const goneSince = (table: string, name: string | null) =>
  new Fault('changedSince', `${named(table, name)}已被删除，不能撤销`)

export const inUse = (table: string, name: string | null, by: string) =>
  new Fault('inUse', `${named(table, name)}${uses[`${table} ${by}`] ?? `已被${wordOf(by)}使用`}，不能撤销`)

export const outOfReach = () => new Fault('beyondOwn', '有的记录已不在你管理的范围内，不能撤销')

/** What the database refused while a change was taken back; what is no refusal stays as it is. */
export function refusal(error: unknown, call: Call, table: string, taking: string, name: string | null): unknown {
  const { code, constraint = '', table: by = '' } = error as DatabaseError
  if (code && isTaken(code)) {
    if (constraint.endsWith('_pkey')) return changedSince(call, table, name, [])
    const label = labelOf(call, constraint.match(/^[a-z]+_(.+)_key$/)?.[1] ?? '')
    return new Fault('taken', `${named(table, name)}的${label ?? '内容'}已被别的记录使用，不能撤销`)
  }
  // Row-level security.
  if (code === '42501') return outOfReach()
  if (code === '23503')
    return taking === 'insert'
      ? inUse(table, name, by)
      : new Fault('changedSince', `${named(table, name)}引用的记录已不存在，不能撤销`)
  return code === '23502' || code === '23514' ? new Fault('notUndoable') : error
}

const common: Record<string, string> = {
  stt: '状态',
  showOrd: '显示顺序',
  prtNo: '上级',
  authTel: '手机',
  idNo: '证件号',
  workNo: '工号',
  passNo: '入校码',
  unitNo: '班级',
  stdyNo: '学号',
  wts: '标签',
  rem: '备注',
  brth: '出生日期',
  sex: '性别',
  authFlag: '认证',
  cardPht: '证件照',
  facePht: '人脸照',
}

// The call that made the change names its columns; what it does not name is told without them.
function labelOf({ input, output }: Call, column: string): string | undefined {
  const field = camelOf(column)
  for (const schema of [input, output]) {
    const object = inner(schema)
    const shape: Record<string, unknown> = object instanceof z.ZodObject ? object.shape : {}
    const title = Object.hasOwn(shape, field) ? metaOf(shape[field] as z.ZodType).title : undefined
    if (title) return title
  }
  return common[field] ?? (field.endsWith('Name') ? '名称' : undefined)
}
