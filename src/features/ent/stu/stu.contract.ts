import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { cellRows } from '#contract/cells.ts'
import { having, shapeOf } from '#contract/fieldList.ts'
import {
  date8,
  flag,
  idNo,
  keyWord,
  mobile,
  no,
  none,
  note,
  numbers,
  page,
  pageQuery,
  pastDate,
  personName,
  text,
  ver,
} from '#contract/fields.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import { archiveFields, archiveFilter, studentCompletenessFields } from '#features/ent/stuarch/stuarch.contract.ts'
import { importCalls } from '#features/ent/stu/imports/imports.contract.ts'
import { labelList } from '#domain/students/stu.labels.contract.ts'
import { studentFields } from './stu.fields.ts'
import { StudentPlaceNode, StudentCounts, StudentGuardian } from './stu.parts.contract.ts'
import { photoCalls } from './photos/stu.photos.contract.ts'
import { studentPictureCalls } from './photos/stu.pictures.contract.ts'

const may = permissions('stu')

/**
 * Describes a student of one school (docs/spec/students.md#fields); ID number and phone are answered masked, labels as far as one
 * may see them.
 */
export const Student = z.object(shapeOf(studentFields, 'row'))

/** Describes a student in the list, with the passport photo as a link that expires. */
export const ListedStudent = Student.extend({ cardPht: studentFields.cardPht.joined })

/** Describes a student with the photos in use, as links that expire. */
export const StudentWithPhotos = ListedStudent.extend({ facePht: studentFields.facePht.joined })

/**
 * Describes a student with what is joined: the path to the class, guardians, the needed facts of the archive, the photos as links
 * that expire.
 */
export const StudentEx = Student.extend(shapeOf(studentFields, 'joined'))

/** Describes a student in a picker. */
export const StudentChoice = Student.pick({
  stuNo: true,
  stuName: true,
  sex: true,
  sexName: true,
  unitNo: true,
  unitName: true,
  stdyNo: true,
  stt: true,
  sttName: true,
})

/** Describes a student who may be the same as the one being entered. */
export const Similar = StudentChoice.extend({
  brth: date8.nullable().meta({ title: '出生日期' }),
  /** Tells whether the ID number is the same (1); otherwise name and birth date are. */
  sameIdNo: flag.meta({ title: '身份证号相同' }),
})

const { learning, graduated, transferred, suspended } = StudentState
const unitNo = no.meta({ title: '班级' })
const stuNos = numbers.meta({ title: '学生' })
/** Lists what may be missing of a student, besides what their archive may lack, as a filter. */
export const missingStudentFields = ['idNo', 'stdyNo', 'authTel', 'cardPht'] as const

const filter = z.object({
  unitNo: no.optional().meta({ title: '年级班级' }),
  /** Limits them to those of the unit itself (0). */
  subFlag: flag.optional().meta({ title: '含下级单元' }),
  stt: z.enum([learning, graduated, transferred, suspended]).optional().meta({ title: '学籍状态', dictionary: 'STU_STT' }),
  /** Filters by any of these labels. */
  wts: labelList.optional().meta({ title: '标签' }),
  sex: z.enum(['M', 'N', 'U']).optional().meta({ title: '性别', dictionary: 'SEX' }),
  authFlag: flag.optional().meta({ title: '认证' }),
  /** Filters those without a guardian (1), or with one (0). */
  noPtr: flag.optional().meta({ title: '无家长' }),
  lack: z
    .enum([...missingStudentFields, ...studentCompletenessFields])
    .optional()
    .meta({ title: '资料缺失' }),
  /** Limits them to those on the roll (1). */
  rollFlag: flag.optional().meta({ title: '在籍' }),
  ...archiveFilter.shape,
  stuNos: stuNos.optional(),
  keyWord,
})
const paged = filter.extend(pageQuery.shape)
const key = Student.pick({ stuNo: true })
const several = z.object({ stuNos })
const authTel = mobile.meta({ title: '认证手机' })
const wts = labelList.nullish().meta({ title: '标签' })

/** Defines the fields of the form; sex and birth date follow from the ID number where there is one. */
const writable = z.object(shapeOf(studentFields, 'write'))

// Allows in a bulk change the fields of the form, except those with calls of their own: the phone and the photos.
const cells = writable.omit({ authTel: true, cardPht: true, facePht: true, cnsntFlag: true, cnsntBy: true }).partial()

/** Lists the columns of an export that are a student's own. */
export const ownExportFields = having(studentFields, 'export')

/** Lists the columns that an export may be asked for, in the order of the sheet. */
export const studentExportFields = [
  ...ownExportFields.slice(0, ownExportFields.indexOf('ptrName1')),
  ...archiveFields,
  ...ownExportFields.slice(ownExportFields.indexOf('ptrName1')),
]

const reason = note(200).meta({ title: '原因' })

/** Defines the calls for students (docs/spec/students.md#calls). */
export const stu = resource('/ent/stu', {
  getlist: get(may.view, filter, z.array(StudentChoice)),
  getexlist: get(may.view, filter, z.array(StudentEx)),
  getpage: get(may.view, paged, page(ListedStudent)),
  getexpage: get(may.view, paged, page(StudentEx)),
  get: get(may.view, key, StudentWithPhotos),
  getex: get(may.view, key, StudentEx),
  getstatis: get(may.view, filter, StudentCounts),
  getptrlist: get(may.view, key, z.array(StudentGuardian), { title: '查询家长列表' }),
  /** Lists those on the roll who are in a chosen range: of these units, or these students; with one of these labels. */
  getrnglist: get(
    may.view,
    z.object({
      unitNos: numbers.optional().meta({ title: '年级班级' }),
      stuNos: stuNos.optional(),
      wts: labelList.optional().meta({ title: '标签' }),
    }),
    z.array(StudentChoice),
    { title: '查询范围内的学生' },
  ),
  /** Lists those on the roll whom the caller's roles reach. */
  getrolelist: get(may.view, filter.pick({ unitNo: true, keyWord: true }), z.array(StudentChoice), { title: '查询我的学生' }),
  gettree: get(may.view, z.object({}), z.array(StudentPlaceNode)),
  similar: get(
    may.view,
    z.object({
      stuName: personName.meta({ title: '姓名' }),
      brth: date8.optional().meta({ title: '出生日期' }),
      idNo: idNo.optional().meta({ title: '身份证号' }),
    }),
    z.array(Similar),
    { title: '查询可能相同的学生', quiet: true },
  ),
  create: post(may.add, writable, StudentEx, '添加成功'),
  update: post(may.edit, key.extend({ ...writable.partial().shape, ver: ver.optional() }), StudentEx, '修改成功'),
  updatemany: post(
    may.edit,
    cellRows(key.extend({ ...cells.shape, ver: ver.optional() }), 'stuNo', '学生'),
    z.array(Student),
    '修改成功',
    { title: '表格编辑', body: 'datas', cells: true },
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  /** Brings them back to school. */
  enable: post(may.enable, several, none, '启用成功', { title: '复学' }),
  /** Marks them as away for a while. */
  disable: post(may.enable, several.extend({ lvRsn: reason }), none, '停用成功', { title: '休学' }),
  /** Marks them as gone to another school. */
  transfer: post(
    may.set,
    several.extend({ lvDt: pastDate.meta({ title: '转出日期' }), lvRsn: text(200).meta({ title: '转出原因' }) }),
    none,
    '设置成功',
    { title: '转出' },
  ),
  updateunit: post(may.edit, several.extend({ unitNo, rem: reason }), none, '调整成功', { title: '调班' }),
  updatephone: post(may.set, key.extend({ authTel: authTel.meta({ title: '新手机' }), reason }), none, '修改电话号码成功'),
  auth: post(may.set, key.extend({ authTel: authTel.optional() }), none, '认证成功', { title: '认证手机' }),
  updatewts: post(may.edit, key.extend({ wts }), none, '修改成功', { title: '修改标签' }),
  bulkupdatewts: post(
    may.edit,
    several.extend({ addWts: wts.meta({ title: '加上的标签' }), delWts: wts.meta({ title: '去掉的标签' }) }),
    none,
    '修改成功',
    { title: '加减标签' },
  ),
  /** Reveals one masked value; the look is recorded. */
  reveal: post(
    may.clear,
    key.extend({ field: z.enum(['authTel', 'idNo']).meta({ title: '字段' }) }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '显示原值', undo: false },
  ),
  ...photoCalls,
  ...studentPictureCalls,
  export: download(
    may.export,
    filter.extend({
      flds: z.array(z.enum(studentExportFields)).min(1).max(studentExportFields.length).optional().meta({ title: '导出列' }),
      /** Shows phones and ID numbers in clear, for those who may see them (0). */
      mask: flag.default('1').meta({ title: '脱敏' }),
    }),
  ),
  ...importCalls,
})
