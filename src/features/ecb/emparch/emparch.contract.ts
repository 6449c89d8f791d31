import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { fullPct, personFields } from '#contract/archive.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, date8, flag, keyWord, maskedText, no, page, pageQuery, pastDate, text, ver } from '#contract/fields.ts'
import { areaNames, nativeNames } from '#contract/shell/admnarea.contract.ts'

const may = permissions('emparch')

/** Defines the fields of an employee's archive (docs/spec/archives.md#employees), in the order of its form. */
const writable = {
  ...personFields,
  ...nativeNames,
  ...areaNames,
  entDt: pastDate.nullish().meta({ title: '入职日期' }),
  pstn: code('PSTN').nullish().meta({ title: '岗位' }),
  pstnDtt: text(40).nullish().meta({ title: '职务' }),
  sbtNo: code('SUBJECT').nullish().meta({ title: '任教学科' }),
  qlfcNo: z
    .string()
    .trim()
    .regex(/^\d{17,20}$/, { error: '应为 17 到 20 位数字' })
    .nullish()
    .meta({ title: '教师资格证号' }),
  ttl: code('TTL').nullish().meta({ title: '职称' }),
  przDt: pastDate.nullish().meta({ title: '评聘日期' }),
  maxEdc: code('EDC').nullish().meta({ title: '最高学历' }),
  pthLvl: code('PTHLVL').nullish().meta({ title: '普通话水平' }),
  itLvl: code('IT_LVL').nullish().meta({ title: '信息技术水平' }),
}

/** Lists the fields that are masked on every answer, and revealed one by one. */
export const maskedEmployeeArchiveFields = ['adr', 'qq', 'vx'] as const

/** Lists the fields that complete an archive: of everybody, and of teachers besides. */
export const employeeCompletenessFields = {
  all: ['ntnl', 'nation', 'pltc', 'npPrvn', 'npCity', 'prvn', 'city', 'dstr', 'adr', 'entDt', 'pstn', 'ttl', 'maxEdc'],
  teachers: ['sbtNo', 'qlfcNo', 'pthLvl', 'itLvl'],
} as const satisfies Record<string, readonly (keyof typeof writable)[]>

const person = {
  empNo: no.meta({ title: '员工编号' }),
  empName: z.string().meta({ title: '姓名' }),
  workNo: z.string().nullable().meta({ title: '工号' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
}

/** Describes the archive of an employee (docs/spec/archives.md#employees); without a version nothing is stored yet. */
export const EmployeeArchive = z.object({
  ...person,
  ...writable,
  // Reads them from the database, where they may be older than a rule.
  entDt: date8.nullable().meta({ title: '入职日期' }),
  przDt: date8.nullable().meta({ title: '评聘日期' }),
  adr: maskedText.meta({ title: '详细地址' }),
  qq: maskedText.meta({ title: 'QQ号' }),
  vx: maskedText.meta({ title: '微信号' }),
  fullPct,
  ver: ver.nullable(),
})

/** Describes a row of the list. */
export const ArchiveRow = EmployeeArchive.pick({
  empNo: true,
  empName: true,
  workNo: true,
  orgName: true,
  pstn: true,
  ttl: true,
  przDt: true,
  maxEdc: true,
  sbtNo: true,
  pltc: true,
  entDt: true,
  fullPct: true,
  ver: true,
})

const { pstn, ttl, maxEdc, sbtNo } = ArchiveRow.pick({ pstn: true, ttl: true, maxEdc: true, sbtNo: true }).partial().shape
const filter = z.object({
  orgNo: no.optional().meta({ title: '部门' }),
  /** Limits them to those of the department itself (0). */
  subFlag: flag.optional().meta({ title: '含下级部门' }),
  pstn,
  ttl,
  maxEdc,
  sbtNo,
  lack: z
    .enum([...employeeCompletenessFields.all, ...employeeCompletenessFields.teachers])
    .optional()
    .meta({ title: '没填的项' }),
  keyWord,
})
const key = z.object({ empNo: person.empNo })

/** Defines the calls for the archives of employees (docs/spec/archives.md#employees). */
export const emparch = resource('/ecb/emparch', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(ArchiveRow)),
  get: get(may.view, key, EmployeeArchive),
  set: post(may.edit, key.extend({ ...writable, ver: ver.nullish() }), EmployeeArchive, '档案设置成功'),
  /** Reveals one masked value; the look is recorded. */
  reveal: post(
    may.clear,
    key.extend({ field: z.enum(maskedEmployeeArchiveFields).meta({ title: '字段' }) }),
    z.object({ value: z.string().nullable() }),
    '',
    { title: '显示原值', undo: false },
  ),
})
