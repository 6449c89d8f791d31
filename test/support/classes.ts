import { rootUnitOf } from '#domain/units/units.contract.ts'
import { searchText } from '#server/base/search.ts'
import { asOwner, makePerson, type Person, type School } from './harness.ts'

/** Describes a school with a grade of two classes. */
export type Classes = { school: School; gradeNo: string; one: string; two: string }

/** Makes 三年级 with 三年级（1）班 and 三年级（2）班 in a school. */
export async function makeClasses(school: School): Promise<Classes> {
  const { entNo, server } = school
  const [gradeNo, one, two] = [`G3${entNo}`, `C1${entNo}`, `C2${entNo}`]
  const years = { entNo, stdyPrd: '1', entrYear: 2024, grdtYear: 2030 }
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('edcunit')
      .values([
        { ...years, unitNo: gradeNo, unitName: '三年级', unitType: '4', prtNo: rootUnitOf(entNo), curGrade: 3, clsNo: null },
        { ...years, unitNo: one, unitName: '三年级（1）班', unitType: '5', prtNo: gradeNo, curGrade: null, clsNo: 1 },
        { ...years, unitNo: two, unitName: '三年级（2）班', unitType: '5', prtNo: gradeNo, curGrade: null, clsNo: 2 },
      ])
      .execute(),
  )
  return { school, gradeNo, one, two }
}

let children = 0

/** Puts a child into a class and answers its number. */
export async function addChild({ entNo, server }: School, unitNo: string, stuName: string, stt = '1'): Promise<string> {
  const stuNo = `S9${String(++children).padStart(6, '0')}`
  const words = searchText(stuName, [stuNo])
  await asOwner(server, entNo, (db) =>
    db.insertInto('stu').values({ entNo, stuNo, stuName, unitNo, sex: 'M', stt, searchText: words }).execute(),
  )
  return stuNo
}

/** Makes somebody with the rights of a head teacher, of these classes. */
export async function makeHeadTeacher(school: School, ...unitNos: string[]): Promise<Person> {
  const { entNo, server } = school
  const teacher = await makePerson(school, { name: '方老师', roles: ['P030CLASS'] })
  const held = { entNo, empNo: teacher.empNo, roleNo: 'P030CLASS', dataType: 'unit' }
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('empdatapwr')
      .values(unitNos.map((dataVal) => ({ ...held, dataVal })))
      .execute(),
  )
  return teacher
}
