import { searchText } from '#server/base/search.ts'
import { asOwner, type TestServer } from './harness.ts'
import type { PupilSchool } from './pupilSchool.ts'

const atOnce = 50

/** Enrols `count` pupils in two classes, each with two guardians. */
export async function enrolFamilies(server: TestServer, { entNo, classNo, otherNo }: PupilSchool, count: number) {
  const pupils = Array.from({ length: count }, (_, i) => ({
    stuNo: `S${entNo}${i}`,
    stuName: `学生${i + 1}`,
    unitNo: i % 2 ? classNo : otherNo,
  }))
  const guardians = pupils.flatMap(({ stuNo }, i) =>
    ['父', '母'].map((who, at) => ({
      ptrNo: `P${entNo}${i}${at}`,
      ptrName: `${who}${i + 1}`,
      authTel: `145${at}${String(i).padStart(7, '0')}`,
      stuNo,
      prior: at + 1,
    })),
  )
  await asOwner(server, entNo, async (db) => {
    const words = (name: string, no: string, phone: string) => searchText(name, [no], phone)
    await db
      .insertInto('stu')
      .values(pupils.map((one) => ({ entNo, sex: 'M', ...one, searchText: words(one.stuName, one.stuNo, '') })))
      .execute()
    await db
      .insertInto('ptr')
      .values(
        guardians.map(({ stuNo: _, prior: __, ...one }) => ({
          entNo,
          sex: 'M',
          ...one,
          searchText: words(one.ptrName, one.ptrNo, one.authTel),
        })),
      )
      .execute()
    await db
      .insertInto('stuptr')
      .values(guardians.map(({ stuNo, ptrNo, prior }) => ({ entNo, stuNo, ptrNo, relt: '5' + prior, prior })))
      .execute()
  })
  return pupils
}

/** Does something for all of a list, so many at once. */
export async function inLots<One, Result>(
  list: readonly One[],
  work: (one: One, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < list.length; from += atOnce)
    results.push(...(await Promise.all(list.slice(from, from + atOnce).map((one, i) => work(one, from + i)))))
  return results
}
