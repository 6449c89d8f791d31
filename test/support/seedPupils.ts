import { sql } from 'kysely'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { asOwner, type TestServer } from './harness.ts'

/** Describes the seeded school: a grade with two classes, in the first of them two children with their guardians. */
export type Pupils = {
  gradeNo: string
  classNo: string
  emptyClassNo: string
  stuNos: [string, string]
  ptrNos: [string, string]
}

const tailOf = (entNo: string) => entNo.slice(-7)

/** Returns the number of the first child. */
export const childOf = (entNo: string) => `S1${tailOf(entNo)}`

/** Seeds units, children and guardians with everything that hangs on them, whatever kind of enterprise it is. */
export async function seedPupils(
  server: TestServer,
  entNo: string,
  sign: string,
  { userNo, empNo, op }: { userNo: string; empNo: string; op: string },
): Promise<Pupils> {
  const tail = tailOf(entNo)
  const [gradeNo, classNo, emptyClassNo] = [`UG${tail}`, `UC${tail}`, `UE${tail}`]
  const stuNos: [string, string] = [childOf(entNo), `S2${tail}`]
  const ptrNos: [string, string] = [`P1${tail}`, `P2${tail}`]
  const root = rootUnitOf(entNo)
  const years = { entNo, stdyPrd: '1', entrYear: 2026, grdtYear: 2032 }
  await asOwner(server, entNo, async (db) => {
    // Replaces the root, which only a school has.
    await db
      .insertInto('edcunit')
      .values({ entNo, unitNo: root, unitName: `校${sign}`, unitType: '1', curSchYear: 2026 })
      .onConflict((on) => on.columns(['entNo', 'unitNo']).doNothing())
      .execute()
    await db
      .insertInto('edcunit')
      .values([
        { ...years, unitNo: gradeNo, unitName: `一年级${sign}`, unitType: '4', prtNo: root, curGrade: 1 },
        { ...years, unitNo: classNo, unitName: `一班${sign}`, unitType: '5', prtNo: gradeNo, selfNo: '202601', clsNo: 1 },
        { ...years, unitNo: emptyClassNo, unitName: `二班${sign}`, unitType: '5', prtNo: gradeNo, selfNo: '202602', clsNo: 2 },
      ])
      .execute()
    for (const [i, stuNo] of stuNos.entries()) {
      const [stuName, ptrNo] = [`欧阳${sign}${i}`, ptrNos[i] as string]
      const authTel = `1770${tail}`.slice(0, 10) + i
      await db
        .insertInto('stu')
        .values({ entNo, stuNo, stuName, unitNo: classNo, sex: 'M', stdyNo: `${tail}${i}` })
        .execute()
      await db
        .insertInto('ptr')
        .values({ entNo, ptrNo, ptrName: `司马${sign}${i}`, sex: 'M', authTel })
        .execute()
      await db.insertInto('stuptr').values({ entNo, stuNo, ptrNo, relt: '51' }).execute()
      await db
        .insertInto('stuarch')
        .values({ entNo, stuNo, adr: `童住址${sign}` })
        .execute()
      await db
        .insertInto('ptrarch')
        .values({ entNo, ptrNo, workUnit: `单位${sign}` })
        .execute()
    }
    await db
      .insertInto('rollover')
      .values({ entNo, rollNo: `Y${tail}`, schYear: 2026, userNo, op, stt: '2', doneTm: sql`now()` })
      .execute()
    const [one, other] = stuNos
    await db.insertInto('stunotsame').values({ entNo, oneNo: one, otherNo: other }).execute()
    await db
      .insertInto('stumerge')
      .values({ entNo, mrgNo: `D${tail}`, keptNo: one, goneNo: other, userNo, op })
      .execute()
    await db
      .insertInto('chktask')
      .values({ entNo, taskNo: `K${tail}`, ruleCode: 'noPtr', unitNo: classNo, empNo, userNo })
      .execute()
  })
  return { gradeNo, classNo, emptyClassNo, stuNos, ptrNos }
}
