import * as z from 'zod'
import { email as anyEmail } from './values/contact.ts'
import { code, text } from './fields.ts'
import { plainWidth } from './values/plain.ts'

const masked = { masked: true }
const formed = (pattern: RegExp, error: string) => z.string().trim().regex(pattern, { error })

/** Defines the fields that the archives of employees and of students share (docs/spec/archives.md). */
export const personFields = {
  ntnl: code('NTNL').nullish().meta({ title: '民族' }),
  nation: code('NATION').nullish().meta({ title: '国籍/地区' }),
  pltc: code('PLTC').nullish().meta({ title: '政治面貌' }),
  adr: text(100)
    .refine((adr) => !adr.includes('*'), { error: '不能含有 *，请填写完整的地址' })
    .nullish()
    .meta({ title: '详细地址', ...masked }),
  manChr: text(100).nullish().meta({ title: '性格特点' }),
  hobby: text(100).nullish().meta({ title: '爱好特长' }),
  qq: formed(/^\d{5,12}$/, '应为 5 到 12 位数字')
    .nullish()
    .meta({ title: 'QQ号', ...masked }),
  vx: formed(/^[A-Za-z][A-Za-z0-9_-]{5,19}$/, '应为字母开头的 6 到 20 位字母、数字、- 或 _')
    .nullish()
    .meta({ title: '微信号', ...masked }),
}

/** Accepts the e-mail address of a student; a `*` in it would be a masked one. */
export const studentEmail = anyEmail
  .max(60)
  .refine((address) => !address.includes('*'), { error: '不能含有 *，请填写完整的邮箱' })
  .meta(masked)

/** Gives the share of the counted fields that is filled in, in percent. */
export const fullPct = z.int().meta({ title: '完整度' })

/**
 * Accepts the national number of a student: G, J or L and 18 characters like an ID number
 * (docs/spec/students.md#national-number).
 */
export const nationalNo = z
  .string()
  .max(30)
  .overwrite((written) => plainWidth(written).toUpperCase())
  .regex(/^[GJL]\d{17}[\dX]$/, { error: '应为 G、J 或 L 加 18 位，共 19 位' })
  .meta(masked)

/**
 * Lists what is suspicious about a national number: a formal one is G and the ID number, unless that was corrected
 * (docs/spec/students.md#national-number).
 */
export function oddNationalNo(unfStuNo: string | null, idNo: string | null): string[] {
  if (!unfStuNo?.startsWith('G')) return []
  if (!idNo) return ['学籍号以 G 开头，但还没有登记身份证号，请核对']
  return unfStuNo === `G${idNo}` ? [] : ['学籍号 G 后面的 18 位和身份证号不同；身份证号更正过的可以不同，否则请核对']
}
