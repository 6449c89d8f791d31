import { readFileSync } from 'node:fs'
import { rootUnitOf, unitTypes } from '#domain/units/units.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { asOwner, type Client, makeSchool, type School, type TestServer } from './harness.ts'
import { type StudentImport, writeList } from './studentLists.ts'

/** Describes the changes to rows of a workbook, and their expected cells; what is `accepted` is no error. */
export type Kind = { name: string; column: string; rows: number[]; right?: string[]; accepted?: true }

/** Describes the expected outcome of the rows of a workbook. */
export type Facts = { total: number; add: number; upd: number; same: number; bad: number; kinds: Kind[] }

/** Maps the workbooks about students, saved by LibreOffice, with the errors of an office (test/fixtures/README.md). */
export const workbooks: Record<StudentImport, string> = {
  newstu: 'newstu-1000',
  stu: 'stu-200',
  ptrtel: 'ptrtel-200',
  stutel: 'stutel-200',
  wts: 'wts-200',
  unit: 'unit-200',
  edcunit: 'edcunit-180',
}

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(fixture(`${name}.json`), 'utf8'))

export const pathOf = (kind: StudentImport) => fixture(`${workbooks[kind]}.xlsx`).pathname
export const factsOf = (kind: StudentImport): Facts => read(workbooks[kind])

/** Shows what would become of a workbook. */
export async function previewWorkbook(client: Client, kind: StudentImport) {
  const file = new File([readFileSync(pathOf(kind))], `${workbooks[kind]}.xlsx`)
  const { fileNo } = await client.call(upload.upload, { file })
  return client.call(stu[`import${kind}`], { fileNo })
}

const classes = (period: string, first: number, grades: number, count: number) =>
  Array.from({ length: grades * count }, (_, i) => [period, String(first - Math.floor(i / count)), String((i % count) + 1)])

/** Makes a school with the classes of 晨光市第一实验学校. */
export async function schoolOfTheWorkbooks(server: TestServer): Promise<School> {
  const school = await makeSchool(server)
  const { client } = school.admin
  const rootNo = rootUnitOf(school.entNo)
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('edcunit').set({ curSchYear: 2026 }).where('unitNo', '=', rootNo).execute(),
  )
  const { unitNo } = await client.call(edcunit.create, { prtNo: rootNo, unitType: unitTypes.campus, unitName: '本部校区' })
  for (const [unitName, stdyPrd] of [
    ['小学部', '1'],
    ['初中部', '2'],
  ] as const)
    await client.call(edcunit.create, { prtNo: unitNo, unitType: unitTypes.period, unitName, stdyPrd })
  await writeList(school, 'edcunit', [['学段', '年级', '班级'], ...classes('小学', 2026, 6, 2), ...classes('初中', 2026, 3, 3)])
  return school
}

type People = Record<'left' | 'certified' | 'fatherCertified' | 'fatherDisabled', string[]> & {
  teachers: { empName: string; workNo: string }[]
}

/** Brings in the new students, whom the other workbooks are about, and makes of some of them what these expect. */
export async function bringStudents(client: Client) {
  const { batchNo } = await previewWorkbook(client, 'newstu')
  await client.call(stu.importnewstucreate, { batchNo })
  const people: People = read('students')
  const [left, certified, fathers, disabled] = [
    await studentsOf(client, people.left),
    await studentsOf(client, people.certified),
    await fathersOf(client, people.fatherCertified),
    await fathersOf(client, people.fatherDisabled),
  ]
  await client.call(stu.transfer, { stuNos: left, lvDt: '20260901', lvRsn: '迁居' })
  for (const [i, stuNo] of certified.entries()) await client.call(stu.auth, { stuNo, authTel: `1060000000${i}` })
  for (const ptrNo of fathers) await client.call(ptr.auth, { ptrNo })
  await client.call(ptr.disable, { ptrNos: disabled })
  await closeClasses(client)
  await employ(client, people.teachers)
}

const studentsOf = (client: Client, numbers: readonly string[]) =>
  Promise.all(numbers.map(async (keyWord) => (await client.call(stu.getpage, { keyWord })).datas[0]?.stuNo ?? ''))

const fathersOf = async (client: Client, numbers: readonly string[]) =>
  Promise.all(
    (await studentsOf(client, numbers)).map(async (stuNo) => (await client.call(stu.getptrlist, { stuNo }))[0]?.ptrNo ?? ''),
  )

// Closes classes: 一年级（3）班 is disabled, 九年级（4）班 has graduated.
async function closeClasses(client: Client) {
  await writeList({ admin: { client } }, 'edcunit', [
    ['学段', '年级', '班级'],
    ['小学', '2026', '3'],
    ['初中', '2024', '4'],
  ])
  const units = await client.call(edcunit.getlist, { unitType: unitTypes.class })
  const named = (name: string) => units.filter(({ unitName }) => unitName === name).map(({ unitNo }) => unitNo)
  await client.call(edcunit.disable, { datas: named('一年级（3）班') })
  await client.call(edcunit.graduate, { unitNos: named('九年级（4）班') })
}

async function employ(client: Client, teachers: People['teachers']) {
  const [department] = await client.call(org.getlist, {})
  const orgNos = department ? [department.orgNo] : []
  const made = []
  for (const [i, teacher] of teachers.entries())
    made.push(await client.call(emp.create, { ...teacher, sex: 'M', authTel: `1050000000${i}`, orgNos }))
  await client.call(emp.disable, { datas: made.slice(-1).map(({ empNo }) => empNo) })
}
