import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, no, page, pageQuery, text, ver } from '#contract/fields.ts'
import { Child } from '#features/ent/ptr/ptr.fields.ts'

const may = permissions('ptrarch')

/** Defines the fields of a guardian's archive (docs/spec/archives.md#guardians), in the order of its form. */
const writable = {
  indt: code('INDUSTRY').nullish().meta({ title: '行业' }),
  workUnit: text(60).nullish().meta({ title: '工作单位' }),
  pstn: text(40).nullish().meta({ title: '职务' }),
  ttl: code('TTL').nullish().meta({ title: '职称' }),
  edc: code('EDC').nullish().meta({ title: '学历' }),
  /** Holds the income, only where the school has switched it on (SALARY_ON). */
  salary: code('SALARY').nullish().meta({ title: '收入区间' }),
}

/** Lists the fields that an archive may lack. */
export const missingArchiveFields = ['indt', 'workUnit', 'pstn', 'ttl', 'edc'] as const

/** Describes the archive of a guardian (docs/spec/archives.md#guardians); without a version nothing is stored yet. */
export const GuardianArchive = z.object({
  ptrNo: no.meta({ title: '家长编号' }),
  ptrName: z.string().meta({ title: '姓名' }),
  stus: z.array(Child).meta({ title: '孩子' }),
  ...writable,
  ver: ver.nullable(),
})

/** Describes a row of the list. */
export const GuardianArchiveRow = GuardianArchive.omit({ salary: true })

const filter = z.object({
  unitNo: no.optional().meta({ title: '孩子的班级' }),
  indt: code('INDUSTRY').optional().meta({ title: '行业' }),
  edc: code('EDC').optional().meta({ title: '学历' }),
  lack: z.enum(missingArchiveFields).optional().meta({ title: '没填的项' }),
  keyWord,
})
const key = GuardianArchive.pick({ ptrNo: true })

/** Defines the calls for the archives of guardians (docs/spec/archives.md#guardians). */
export const ptrarch = resource('/ecb/ptrarch', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(GuardianArchiveRow)),
  get: get(may.view, key, GuardianArchive),
  set: post(may.edit, key.extend({ ...writable, ver: ver.nullish() }), GuardianArchive, '档案设置成功'),
})
