import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { fullPct, nationalNo, personFields, studentEmail } from '#contract/archive.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, maskedText, no, page, pageQuery, ver } from '#contract/fields.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import { areaNames, nativeNames } from '#contract/shell/admnarea.contract.ts'

const may = permissions('stuarch')

/** Defines the fields of a student's archive (docs/spec/archives.md#students). */
export const studentArchiveFields = {
  unfStuNo: nationalNo.nullish().meta({ title: '全国学籍号' }),
  ...personFields,
  ...nativeNames,
  ...areaNames,
  email: studentEmail.nullish().meta({ title: '邮箱' }),
}

export type ArchiveField = keyof typeof studentArchiveFields
export const archiveFields = Object.keys(studentArchiveFields) as ArchiveField[]

/** Lists the fields that are masked on every answer, and revealed one by one. */
export const maskedStudentArchiveFields = ['unfStuNo', 'adr', 'email', 'qq', 'vx'] as const satisfies readonly ArchiveField[]

/** Lists the fields that complete an archive. */
export const studentCompletenessFields = [
  'unfStuNo',
  'ntnl',
  'nation',
  'pltc',
  'npPrvn',
  'npCity',
  'prvn',
  'city',
  'dstr',
  'adr',
] as const satisfies readonly ArchiveField[]

/** Describes the archive of a student (docs/spec/archives.md#students); without a version nothing is stored yet. */
export const StudentArchive = z.object({
  stuNo: no.meta({ title: '学生编号' }),
  stuName: z.string().meta({ title: '姓名' }),
  unitName: z.string().meta({ title: '班级' }),
  stdyNo: z.string().nullable().meta({ title: '学号' }),
  ...studentArchiveFields,
  unfStuNo: maskedText.meta({ title: '全国学籍号' }),
  adr: maskedText.meta({ title: '详细地址' }),
  email: maskedText.meta({ title: '邮箱' }),
  qq: maskedText.meta({ title: 'QQ号' }),
  vx: maskedText.meta({ title: '微信号' }),
  stt: code('STU_STT').meta({ title: '学籍状态' }),
  fullPct,
  /** Lists what is suspicious about the national number, which prevents nothing. */
  wrns: z.array(z.string()),
  ver: ver.nullable(),
})

/** Describes a row of the list. */
export const StudentArchiveRow = StudentArchive.pick({
  stuNo: true,
  stuName: true,
  unitName: true,
  stdyNo: true,
  unfStuNo: true,
  ntnl: true,
  nation: true,
  pltc: true,
  prvn: true,
  city: true,
  dstr: true,
  adr: true,
  stt: true,
  fullPct: true,
  ver: true,
})

const { learning, graduated, transferred, suspended } = StudentState

/** Defines the filters of students by their archives. */
export const archiveFilter = z.object({
  unfStuNo: nationalNo.optional().meta({ title: '全国学籍号' }),
  ntnl: code('NTNL').optional().meta({ title: '民族' }),
  nation: code('NATION').optional().meta({ title: '国籍/地区' }),
  pltc: code('PLTC').optional().meta({ title: '政治面貌' }),
})

const filter = archiveFilter.extend({
  stuNo: no.optional().meta({ title: '学生编号' }),
  /** Names the unit, with all below it. */
  unitNo: no.optional().meta({ title: '年级班级' }),
  /** Filters by state; without one those on the roll. */
  stt: z.enum([learning, graduated, transferred, suspended]).optional().meta({ title: '学籍状态', dictionary: 'STU_STT' }),
  lack: z.enum(studentCompletenessFields).optional().meta({ title: '没填的项' }),
  keyWord,
})
const key = StudentArchive.pick({ stuNo: true })

/** Defines the calls for the archives of students (docs/spec/archives.md#students). */
export const stuarch = resource('/ent/stuarch', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(StudentArchiveRow)),
  get: get(may.view, key, StudentArchive),
  set: post(may.edit, key.extend({ ...studentArchiveFields, ver: ver.nullish() }), StudentArchive, '档案设置成功'),
  /** Reveals one masked value; the look is recorded. */
  reveal: post(
    may.clear,
    key.extend({ field: z.enum(maskedStudentArchiveFields).meta({ title: '字段' }) }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '显示原值', undo: false },
  ),
})
