import { makePeople } from '#app/server/demo/people.ts'
import { makeRandom } from '#app/server/demo/random.ts'
import { searchText } from '#server/base/search.ts'
import { asOwner, type TestServer } from './harness.ts'
import { makePupilSchool } from './pupilSchool.ts'

/**
 * Makes a school as the demo has it, but smaller: pupils of both classes with guardians and archives, and staff, all with invented
 * ID numbers, which are answered by the number of the record.
 */
export async function makeNumberedSchool(server: TestServer, prtNo: string) {
  const school = await makePupilSchool(server, prtNo)
  const { entNo, orgNo, classNo, otherNo } = school
  const { secret } = server.services
  const people = makePeople(makeRandom(7))
  const numbers = new Map<string, string>()
  const someone = (no: string, from: string, to: string) => {
    const { name, sex, brth, idNo, authTel } = people.adult(from, to)
    numbers.set(no, idNo)
    const told = { sex, brth, authTel, searchText: searchText(name, [no], authTel) }
    return { name, told: { entNo, ...told, idNo: secret.seal(idNo), idNoHash: secret.hash(idNo) } }
  }
  await asOwner(server, entNo, async (db) => {
    for (let i = 0; i < 40; i++) {
      const [stuNo, ptrNo, empNo] = [`S${entNo}${i}`, `P${entNo}${i}`, `E${entNo}${i}`]
      const [pupil, guardian, teacher] = [
        someone(stuNo, '20150901', '20160831'),
        someone(ptrNo, '19800101', '19901231'),
        someone(empNo, '19700101', '19991231'),
      ]
      const unitNo = i % 2 ? classNo : otherNo
      const national = `G${numbers.get(stuNo)}`
      await db
        .insertInto('stu')
        .values({ ...pupil.told, stuNo, stuName: pupil.name, unitNo, stdyNo: `2024${i}` })
        .execute()
      await db
        .insertInto('stuarch')
        .values({ entNo, stuNo, unfStuNo: secret.seal(national), unfStuNoHash: secret.hash(national), dstr: '980102' })
        .execute()
      await db
        .insertInto('ptr')
        .values({ ...guardian.told, ptrNo, ptrName: guardian.name })
        .execute()
      await db.insertInto('stuptr').values({ entNo, stuNo, ptrNo, relt: '51', prior: 1 }).execute()
      await db
        .insertInto('emp')
        .values({ ...teacher.told, empNo, empName: teacher.name, idntNo: '030', workNo: `T${i}` })
        .execute()
      await db.insertInto('orgemp').values({ entNo, orgNo, empNo, mstFlag: '1' }).execute()
    }
  })
  return { school, numbers }
}
