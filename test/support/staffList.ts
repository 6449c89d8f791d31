import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { checkDigit } from '#contract/values/idNumber.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import type { ImportRow } from '#contract/importing.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { asOwner, makeSchool, type School, type TestServer } from './harness.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
export const facts = JSON.parse(readFileSync(new URL('staff-200.json', fixtures), 'utf8'))
const departments = [
  '校长办公室',
  '德育处',
  '总务处',
  '信息中心',
  '财务室',
  '校医室',
  '语文教研组',
  '数学教研组',
  '英语教研组',
  '科学教研组',
  '体艺教研组',
]

/** Makes a school with the departments that the staff list of the fixtures names. */
export async function schoolOfTheList(server: TestServer): Promise<School> {
  const school = await makeSchool(server)
  await asOwner(server, school.entNo, async (db) => {
    const rows = departments.map((orgName, i) => ({ entNo: school.entNo, orgNo: `${school.orgNo}-${i}`, orgName }))
    await db.insertInto('org').values(rows).execute()
  })
  return school
}

/** Makes 初中部 with a 教务处 of its own. */
export const makeBranch = ({ entNo, orgNo, server }: School) =>
  asOwner(server, entNo, async (db) => {
    await db
      .insertInto('org')
      .values({ entNo, orgNo: `${orgNo}-a`, orgName: '初中部' })
      .execute()
    await db
      .insertInto('org')
      .values({ entNo, orgNo: `${orgNo}-b`, orgName: '教务处', prtNo: `${orgNo}-a` })
      .execute()
  })

export async function send(school: School, name: string) {
  const file = new File([readFileSync(new URL(name, fixtures))], name)
  return school.admin.client.call(upload.upload, { file })
}

export const preview = async (school: School, name = 'staff-200.xlsx') =>
  school.admin.client.call(emp.importemp, { fileNo: (await send(school, name)).fileNo })

export const titles = ['姓名', '性别', '工号', '手机', '身份证号', '部门', '备注']
export const idNoOf = (digits: string) => digits + checkDigit(digits)

export async function previewRows(school: School, rows: string[][], heads = titles) {
  const content = await writeXlsx({ sheets: [{ name: '名册', rows: [heads, ...rows] }] })
  const { fileNo } = await school.admin.client.call(upload.upload, { file: new File([Buffer.from(content)], '名册.xlsx') })
  return school.admin.client.call(emp.importemp, { fileNo })
}

export async function importRows(school: School, rows: string[][]) {
  const { batchNo } = await previewRows(school, rows)
  return school.admin.client.call(emp.importempcreate, { batchNo })
}

/** Returns the cells of a row that are refused, and why. */
export const errorsOf = async (school: School, row: string[]) => tellErrors((await previewRows(school, [row])).rows[0])

export const tellErrors = (row: ImportRow | undefined) => row?.errs.map(({ fld, msg }) => ({ fld, msg }))
