import fc from 'fast-check'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import type { School } from '../../support/harness.ts'
import { departments, everybody, orgNoOf, peoples, posts, roles } from './people.ts'

/** Maps the columns of the lists to their known titles. */
export const heads: Record<string, readonly string[]> = {
  empName: ['姓名', '★姓名', '教师姓名'],
  sex: ['性别'],
  workNo: ['工号', '教工号'],
  authTel: ['手机', '联系电话', '手机号吗'],
  idNo: ['身份证号', '身份证号码（必填）'],
  brth: ['出生日期', '生日'],
  ntnl: ['民族'],
  orgName: ['部门', '所在部门', '所属部門'],
  pstn: ['岗位'],
  roleName: ['角色'],
  rem: ['备注'],
}
export const fields = Object.keys(heads)
export const needed = ['empName', 'sex', 'authTel', 'orgName']

type Person = (typeof everybody)[number]
const male = ({ sex }: Person) => sex === 'M'
const digitsOf = ({ brth }: Person) => brth.replaceAll('-', '')

// Maps each field to its usual text, the same or another value in other words, and what is refused.
const texts: Record<
  string,
  { right: (one: Person) => string; other: (one: Person) => string[]; wrong: (one: Person) => string[] }
> = {
  empName: { right: ({ empName }) => empName, other: () => ['高 明', '改名'], wrong: () => ['高明3', '名'.repeat(31)] },
  sex: {
    right: (one) => (male(one) ? '男' : '女'),
    other: (one) => (male(one) ? ['M', '1'] : ['F', '2']),
    wrong: () => ['男人', '不详'],
  },
  workNo: { right: ({ workNo }) => workNo, other: () => ['J-1', 'J_2'], wrong: () => ['工 1', '9'.repeat(21)] },
  authTel: {
    right: ({ authTel }) => authTel,
    other: ({ authTel: tel }) => [`${tel.slice(0, 3)}-${tel.slice(3, 7)}-${tel.slice(7)}`, `+86 ${tel}`, '13911112222'],
    wrong: ({ authTel }) => ['1390000', '010-62345678', `${authTel}/62345678`],
  },
  idNo: {
    right: ({ idNo }) => idNo,
    other: ({ idNo }) => [
      `${idNo.slice(0, 6)} ${idNo.slice(6, 14)} ${idNo.slice(14).toLowerCase()}`,
      `${idNo.slice(0, 6)}${idNo.slice(8, 17)}`,
    ],
    wrong: ({ idNo }) => [
      idNo.slice(0, 9) + ((Number(idNo[9]) + 1) % 10) + idNo.slice(10),
      idNo.slice(0, 17) + ((Number(idNo.at(-1)) || 0) === 1 ? '2' : '1'),
      idNo.slice(0, 10) + idNo.slice(11),
      '9.80102E+17',
    ],
  },
  brth: {
    right: ({ brth }) => brth,
    other: (one) => [
      digitsOf(one),
      one.brth.replaceAll('-', '/'),
      `${Number(one.brth.slice(0, 4))}年${Number(one.brth.slice(5, 7))}月${one.brth.slice(8)}日`,
    ],
    wrong: () => ['1990-02-30', '1988-08-08', '春天'],
  },
  ntnl: { right: () => '汉族', other: () => ['回族'], wrong: () => ['汉民', '火星族'] },
  orgName: {
    right: () => '教务处',
    other: () => [
      ...Object.keys(departments),
      '财务室、教务处',
      '教务处，初中部/体育组',
      '语文教研组;财务室;小学部',
      '财务室、财务室',
    ],
    wrong: () => ['教务出', '不存在的部门', '体育组', '教务处、语文组'],
  },
  pstn: { right: () => '教师', other: () => ['校医'], wrong: () => ['老师'] },
  roleName: { right: () => '', other: () => ['教职员工', '学校管理员、教职员工'], wrong: () => ['校董'] },
  rem: { right: () => '', other: () => ['班主任', '返聘'], wrong: () => ['长'.repeat(501)] },
}

/** Draws the text of a cell in a row about somebody; mostly right, sometimes empty, another's or wrong. */
export const cellOf = (field: string, one: Person): fc.Arbitrary<string> => {
  const { right, other, wrong } = texts[field] as (typeof texts)[string]
  return fc.oneof(
    { weight: 100, arbitrary: fc.constant(right(one)) },
    { weight: 10, arbitrary: fc.constantFrom(...other(one)) },
    { weight: 1, arbitrary: fc.constantFrom(...everybody).map(right) },
    { weight: field === 'idNo' ? 6 : 2, arbitrary: fc.constantFrom(...wrong(one)) },
    { weight: 1, arbitrary: fc.constant('') },
  )
}

/** Draws the cells of a row about somebody, by field. */
export const rowOf = (one: Person) => fc.record(Object.fromEntries(fields.map((field) => [field, cellOf(field, one)])))

/** Returns the meaning of a valid row, as it is stored: read once more, independently of the product. */
export function meaningOf(vals: Record<string, string>, school: School) {
  const names = (text = '') => [...new Set(text.split(/[、，;]/).filter(Boolean))]
  const said: Record<string, string | undefined> = {
    emp_name: vals.empName?.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, ''),
    sex: vals.sex && ('男M1'.includes(vals.sex) ? 'M' : 'F'),
    work_no: vals.workNo,
    auth_tel: vals.authTel?.replace(/\D/g, '').slice(-11),
    id_no: vals.idNo && toIdNo18(vals.idNo.replace(/\s/g, '')),
    brth: vals.brth && dateIn(vals.brth),
    rem: vals.rem,
  }
  if (said.id_no && !said.brth) said.brth = said.id_no.replace(/^.{6}(.{4})(..)(..).*/, '$1-$2-$3')
  const archive = { ntnl: peoples[vals.ntnl ?? ''], pstn: posts[vals.pstn ?? ''] }
  return {
    emp: onlySaid(said),
    orgs: names(vals.orgName).map((name) => orgNoOf(school, departments[name.replace(/^\//, '')] ?? name)),
    roles: names(vals.roleName).map((name) => roles[name] ?? name),
    archive: onlySaid(archive),
  }
}

export type Meaning = ReturnType<typeof meaningOf>

const onlySaid = (said: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value))

function dateIn(text: string) {
  const parts = /^\d{8}$/.test(text) ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)] : (text.match(/\d+/g) ?? [])
  return parts.map((part) => part.padStart(2, '0')).join('-')
}
