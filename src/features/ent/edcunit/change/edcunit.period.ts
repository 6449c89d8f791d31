import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { withinUnit } from '#domain/units/units.ts'
import { gradeYears, type readUnitRules } from '#domain/units/createUnits.ts'
import { refuseEntered } from '../make/edcunit.make.ts'
import { ruleName } from '../make/edcunit.names.ts'
import { type KeptUnit, lockedUnit, lockedUnits, studentsIn } from '../edcunit.rules.ts'
import { renameClasses } from '#domain/units/schoolYear.ts'

type Rule = Awaited<ReturnType<typeof readUnitRules>>
type Years = Parameters<typeof gradeYears>[0]

/** Refuses another period or year of entry where students count on the one that is there (docs/spec/units.md#periods). */
async function refuseWithStudents(db: Db, entNo: string, { unitNo, unitName }: KeptUnit) {
  const places = await studentsIn(db, entNo, withinUnit(entNo, unitNo))
  const people = places.reduce((sum, { count }) => sum + count, 0)
  if (people > 0) throw new Fault('inUse', `“${unitName}”里已有 ${people} 名学生，不能再改学段和入学年份`)
}

/** Changes a grade to another period or year of entry. */
export async function regrade(
  db: Db,
  entNo: string,
  { grade, years: { stdyPrd, entrYear, grdtYear }, rule }: { grade: KeptUnit; years: Years; rule: Rule },
) {
  await refuseWithStudents(db, entNo, grade)
  const parent = await lockedUnit(db, entNo, grade.prtNo as string)
  const asked = { stdyPrd: stdyPrd ?? grade.stdyPrd, entrYear: entrYear ?? grade.entrYear, grdtYear }
  const years = gradeYears(asked, parent, rule)
  await refuseEntered(db, entNo, { parent, stdyPrd: years.stdyPrd, years: [years.entrYear], without: grade.unitNo })
  return years
}

/** Gives all that lies in a period another one, with the names that follow from it. */
export async function changePeriod(
  db: Db,
  entNo: string,
  { period, stdyPrd, rule }: { period: KeptUnit; stdyPrd: string; rule: Rule },
) {
  await refuseWithStudents(db, entNo, period)
  const rows = await db
    .selectFrom('edcunit')
    .select('unitNo')
    .where('entNo', '=', entNo)
    .where('prtNo', '=', period.unitNo)
    .where('unitType', '=', unitTypes.grade)
    .where('grdtFlag', '=', '0')
    .where('stt', '<>', Status.deleted)
    .execute()
  if (rows.length === 0) return
  for (const grade of await lockedUnits(
    db,
    entNo,
    rows.map(({ unitNo }) => unitNo),
  )) {
    const years = gradeYears({ stdyPrd, entrYear: grade.entrYear }, { ...period, stdyPrd }, rule)
    const unitName =
      grade.nameLock === '1' ? grade.unitName : (ruleName({ ...years, clsNo: null }, undefined, rule.naming) as string)
    await db
      .updateTable('edcunit')
      .set({ ...years, unitName })
      .where('entNo', '=', entNo)
      .where('unitNo', '=', grade.unitNo)
      .execute()
    await followYears(db, entNo, grade.unitNo)
    await renameClasses(db, entNo, new Map([[grade.unitNo, unitName]]), rule.naming)
  }
}

/** Gives the classes of a grade its period and years. */
export const followYears = (db: Db, entNo: string, gradeNo: string) =>
  sql`update edcunit c set stdy_prd = g.stdy_prd, entr_year = g.entr_year, grdt_year = g.grdt_year
    from edcunit g where g.ent_no = ${entNo} and g.unit_no = ${gradeNo} and c.ent_no = ${entNo} and c.prt_no = ${gradeNo}
      and c.stt <> ${Status.deleted} and c.grdt_flag = '0'
      and (c.stdy_prd, c.entr_year, c.grdt_year) is distinct from (g.stdy_prd, g.entr_year, g.grdt_year)`.execute(db)
