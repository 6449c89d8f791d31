import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asOwner,
  makePerson,
  makeSchool,
  type Person,
  type School,
  sharedServer,
  type TestServer,
} from '../../../../../test/support/harness.ts'
import { idNoOf } from '../../../../../test/support/staffList.ts'
import { emp } from '../emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

let phones = 17_000_000_000
const hire = ({ orgNo, admin }: School, more: Record<string, unknown> = {}) =>
  admin.client.call(emp.create, { empName: '高明', sex: 'M', authTel: String(++phones), orgNos: [orgNo], ...more })

/** Reads the rows of an exported workbook: titles, people, and the line on who took them. */
async function sheetOf({ client }: Person, input: Record<string, unknown> = {}): Promise<unknown[][]> {
  const { code, message, result } = await client.answer(emp.export, input)
  if (code !== 0) throw new Error(message)
  const { sheets } = await readXlsx(result as Uint8Array)
  return sheets[0]?.rows ?? []
}

test('an export has the columns asked for, in the order of the sheet, and tells who made it', async () => {
  const school = await makeSchool(server)
  await hire(school, { workNo: 'W1', idNo: idNoOf('98010119900305001'), rem: '备注' })
  const rows = await sheetOf(school.admin, { flds: ['rem', 'empName', 'sex', 'orgNames', 'brth'] })
  expect(rows.slice(0, 3)).toEqual([
    ['姓名', '性别', '全部部门', '出生日期', '备注'],
    ['陈晓雯', '女', '教务处', null, null],
    ['高明', '男', '教务处', '1990-03-05', '备注'],
  ])
  expect(rows[3]?.[0]).toMatch(/^u\d+ 导出于 \d{4}-\d\d-\d\d，共 2 人，已脱敏$/)
})

test('phones and ID numbers are masked unless the user may see them and asks to', async () => {
  const school = await makeSchool(server)
  const idNo = idNoOf('98010119900305001')
  const { empNo } = await hire(school, { idNo, authTel: '17712345678' })
  const flds = ['authTel', 'idNo']
  const [, masked] = await sheetOf(school.admin, { flds, empNos: [empNo] })
  expect(masked).toEqual(['177****5678', '••••'])
  const [, clear] = await sheetOf(school.admin, { flds, empNos: [empNo], mask: '0' })
  expect(clear).toEqual(['17712345678', idNo])
  const clerk = await makePerson(school, { roles: ['P030STAFF'] })
  await asOwner(server, school.entNo, (db) =>
    db
      .insertInto('emppwr')
      .values({ entNo: school.entNo, empNo: clerk.empNo, mdlCode: 'emp', pwrNo: '000007', addDelFlag: '1' })
      .execute(),
  )
  expect((await sheetOf(clerk, { flds, empNos: [empNo] }))[1]).toEqual(masked)
  expect(await clerk.client.answer(emp.export, { flds, mask: '0' })).toMatchObject({ code: 30001 })
})

test('text that a spreadsheet could take for a formula is quoted', async () => {
  const school = await makeSchool(server)
  for (const rem of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1']) await hire(school, { rem })
  const rows = await sheetOf(school.admin, { flds: ['rem'] })
  expect(rows.slice(2, 7).flat()).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'＝1"])
})

test('an export follows the filters of the list, and is refused for people who are not there', async () => {
  const school = await makeSchool(server)
  await hire(school, { empName: '郭慧' })
  const rows = await sheetOf(school.admin, { flds: ['empName'], keyWord: '郭慧' })
  expect(rows.slice(0, 2)).toEqual([['姓名'], ['郭慧']])
  const other = await makeSchool(server)
  expect((await school.admin.client.answer(emp.export, { empNos: [other.admin.empNo] })).code).toBe(10002)
})

test('more than 50,000 people are refused, never cut', async () => {
  const school = await makeSchool(server)
  await server.owner.query(
    `begin; set local app.ent_no = '${school.entNo}';
     insert into emp (ent_no, emp_no, idnt_no, emp_name, sex, auth_tel)
     select '${school.entNo}', 'X' || n, '030', '高明', 'U', n from generate_series(1, 50000) n; commit`,
  )
  expect((await school.admin.client.answer(emp.export, {})).message).toBe('一次最多导出 50000 人，请用筛选分几次导出')
})

test('every export is kept: who, how many, which columns, in clear or not', async () => {
  const school = await makeSchool(server)
  await sheetOf(school.admin, { flds: ['empName'], mask: '0' })
  const { rows } = await server.owner.query(`select key, user_no from history where ent_no = $1 and call = '/ent/emp/export'`, [
    school.entNo,
  ])
  expect(rows).toEqual([{ key: { rows: 1, columns: 'empName', clear: true }, user_no: school.admin.userNo }])
})
