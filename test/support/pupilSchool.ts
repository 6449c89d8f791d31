import type * as z from 'zod'
import { history } from '#contract/shell/history.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { searchText } from '#server/base/search.ts'
import { asOwner, makePerson, makeSchool, type Person, type School, type TestServer } from './harness.ts'

/** Describes a school with a grade and its two classes, and the head teacher of the first. */
export type PupilSchool = School & { gradeNo: string; classNo: string; otherNo: string; head: Person }

export async function makePupilSchool(server: TestServer, prtNo?: string): Promise<PupilSchool> {
  const school = await makeSchool(server, { ...(prtNo && { prtNo }) })
  const { entNo } = school
  const [gradeNo, classNo, otherNo] = [`${entNo}G`, `${entNo}A`, `${entNo}B`]
  const years = { entNo, stdyPrd: '1', entrYear: 2024, grdtYear: 2030, curGrade: 3 }
  const classes = [classNo, otherNo].map((unitNo, i) => ({
    ...years,
    unitNo,
    unitName: `三年级（${i + 1}）班`,
    unitType: '5',
    prtNo: gradeNo,
    clsNo: i + 1,
    showOrd: 10 * (i + 1),
  }))
  const grade = { ...years, unitNo: gradeNo, unitName: '三年级', unitType: '4', prtNo: rootUnitOf(entNo) }
  const head = await makePerson(school, { name: '韩老师', roles: ['P030CLASS'] })
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('edcunit').values(grade).execute()
    await db.insertInto('edcunit').values(classes).execute()
    await db
      .insertInto('empdatapwr')
      .values({ entNo, empNo: head.empNo, roleNo: 'P030CLASS', dataVal: classNo, dataType: 'unit' })
      .execute()
  })
  return { ...school, gradeNo, classNo, otherNo, head }
}

/** Writes a student down in the first class, and answers the number. */
export async function enrol({ admin, classNo }: PupilSchool, facts: Partial<z.input<(typeof stu.create)['input']>> = {}) {
  const made = await admin.client.call(stu.create, { stuName: '王小明', sex: 'M', unitNo: classNo, ...facts })
  return made.stuNo
}

let guardians = 0

/** Gives a student a guardian with this phone. */
export async function giveGuardian(
  { entNo, server }: School,
  stuNo: string,
  { ptrName = '王建国', authTel = '', relt = '51', prior = 1 } = {},
) {
  const ptrNo = `P${entNo}${++guardians}`.slice(0, 20)
  const phone = authTel || `1440000${String(guardians).padStart(4, '0')}`
  await asOwner(server, entNo, async (db) => {
    const words = searchText(ptrName, [ptrNo], phone)
    await db.insertInto('ptr').values({ entNo, ptrNo, ptrName, sex: 'M', authTel: phone, searchText: words }).execute()
    await db.insertInto('stuptr').values({ entNo, stuNo, ptrNo, relt, prior }).execute()
  })
  return ptrNo
}

/** Takes back what somebody did last. */
export const undoLast = ({ client }: Person) => client.call(history.undo, { op: client.lastOp })
