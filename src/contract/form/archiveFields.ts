import { valueColumns } from './shown.ts'
import { partOf } from './catalogue.ts'
import type { Column } from './column.ts'

/** Names whose archive holds a field: a pupil's, an employee's, or that of the guardian who answers. */
export type ArchiveOwner = 'stu' | 'emp' | 'ptr'

/** Names the tables that hold archive fields. */
export type ArchiveTable = 'stu' | 'stuarch' | 'emp' | 'emparch' | 'ptr' | 'ptrarch'

/** Names how a field is shown to whoever may not see it in clear; absent: it is shown to all who read the archive. */
export type ArchiveMask = 'number' | 'phone' | 'email' | 'text' | 'address'

/**
 * Describes a field of an archive that a question of a form can be about: `fields` hold its value in `table` (an address has
 * several), `parts` are the controls that write such a value, `infoType` the dictionary of its values.
 */
export type ArchiveField = {
  code: string
  owner: ArchiveOwner
  table: ArchiveTable
  fields: readonly string[]
  name: string
  parts: readonly string[]
  infoType?: string
  mask?: ArchiveMask
}

const ownerOf: Record<ArchiveTable, ArchiveOwner> = {
  stu: 'stu',
  stuarch: 'stu',
  emp: 'emp',
  emparch: 'emp',
  ptr: 'ptr',
  ptrarch: 'ptr',
}

type More = Pick<ArchiveField, 'parts'> & Partial<Pick<ArchiveField, 'infoType' | 'mask' | 'fields'>>

const field = (table: ArchiveTable, name: string, title: string, more: More): ArchiveField => ({
  code: `${table}.${name}`,
  owner: ownerOf[table],
  table,
  fields: [name],
  name: title,
  ...more,
})

const line = { parts: ['text'] }
const lines = { parts: ['text', 'textarea'] }
const hidden = { parts: ['text'], mask: 'text' } as const
const day = { parts: ['date'] }
const chosen = (infoType: string): More => ({ parts: ['radio', 'select'], infoType })

const numbers = (table: ArchiveTable) => [
  field(table, 'idNo', '身份证号', { parts: ['idNo'], mask: 'number' }),
  field(table, 'brth', '出生日期', day),
]

const person = (table: ArchiveTable) => [
  field(table, 'ntnl', '民族', chosen('NTNL')),
  field(table, 'nation', '国籍/地区', chosen('NATION')),
  field(table, 'pltc', '政治面貌', chosen('PLTC')),
  field(table, 'area', '现住址', {
    parts: ['area'],
    mask: 'address',
    fields: ['prvn', 'city', 'dstr', 'chdDstr', 'adr'],
  }),
  field(table, 'adr', '详细地址', { parts: ['text', 'textarea'], mask: 'text' }),
  field(table, 'manChr', '性格特点', lines),
  field(table, 'hobby', '爱好特长', lines),
  field(table, 'qq', 'QQ号', hidden),
  field(table, 'vx', '微信号', hidden),
]

/** Lists the archive fields that questions can be about (docs/spec/writebacks.md#targets). */
export const archiveFields: readonly ArchiveField[] = [
  ...numbers('stu'),
  field('stu', 'authTel', '手机', { parts: ['tel'], mask: 'phone' }),
  ...person('stuarch'),
  field('stuarch', 'email', '邮箱', { parts: ['email'], mask: 'email' }),
  ...numbers('emp'),
  ...person('emparch'),
  field('emparch', 'entDt', '入职日期', day),
  field('emparch', 'pstn', '岗位', chosen('PSTN')),
  field('emparch', 'pstnDtt', '职务', line),
  field('emparch', 'sbtNo', '任教学科', chosen('SUBJECT')),
  field('emparch', 'qlfcNo', '教师资格证号', line),
  field('emparch', 'ttl', '职称', chosen('TTL')),
  field('emparch', 'przDt', '评聘日期', day),
  field('emparch', 'maxEdc', '最高学历', chosen('EDC')),
  field('emparch', 'pthLvl', '普通话水平', chosen('PTHLVL')),
  field('emparch', 'itLvl', '信息技术水平', chosen('IT_LVL')),
  field('ptr', 'authTel', '手机', { parts: ['tel'], mask: 'phone' }),
  field('ptrarch', 'workUnit', '工作单位', line),
  field('ptrarch', 'indt', '行业', chosen('INDUSTRY')),
  field('ptrarch', 'pstn', '职务', line),
  field('ptrarch', 'ttl', '职称', chosen('TTL')),
  field('ptrarch', 'edc', '学历', chosen('EDC')),
]

const byCode = new Map(archiveFields.map((one) => [one.code, one]))

/** Returns the archive field of this code; undefined for none. */
export const archiveFieldOf = (code: string | undefined): ArchiveField | undefined => byCode.get(code ?? '')

/** Names whose archive it is. */
export const ownerNames: Record<ArchiveOwner, string> = { stu: '学生', emp: '员工', ptr: '填写的家长' }

type Question = Pick<Column, 'ctrlNo' | 'kitNo' | 'infoType'>

/** Tells whether a question writes values of such a field: its control fits, and its choices are those of the field's dictionary. */
export const fitsField = (column: Question, { parts, infoType }: ArchiveField): boolean =>
  parts.includes(partOf(column)?.no ?? '') && (infoType === undefined || column.infoType === infoType)

/** Lists the archive fields that a question can be about. */
export const fieldsFitting = (column: Question): ArchiveField[] => archiveFields.filter((one) => fitsField(column, one))

/** Describes a question that is about a field of an archive. */
export type TargetedColumn = { column: Column; target: ArchiveField }

/** Lists the questions that are about archive fields, those of one owner where it is named. */
export const targetedColumns = (columns: readonly Column[], owner?: ArchiveOwner): TargetedColumn[] =>
  valueColumns(columns).flatMap((column) => {
    const target = archiveFieldOf(column.arcFld)
    return target && (owner === undefined || target.owner === owner) ? [{ column, target }] : []
  })

/** Says of each question what keeps it from being about its archive field; nothing where all fit. */
export function wrongTargets(columns: readonly Column[]): { clmnNo: string; message: string }[] {
  return columns.flatMap((column, at) => {
    const { clmnNo, arcFld } = column
    if (!arcFld) return []
    const target = archiveFieldOf(arcFld)
    if (!target) return [{ clmnNo, message: '对应的档案字段不存在，请重新选择' }]
    const { name, owner, infoType } = target
    const whose = `${ownerNames[owner]}档案的“${name}”`
    if (!fitsField(column, target)) {
      const needs = infoType ? '，选项要来自同一个信息字典' : ''
      return [{ clmnNo, message: `这种控件不能对应${whose}${needs}` }]
    }
    const isTwice = columns.slice(0, at).some((above) => above.arcFld === arcFld)
    return isTwice ? [{ clmnNo, message: `已有别的字段对应${whose}` }] : []
  })
}
