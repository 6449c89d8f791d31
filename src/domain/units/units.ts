import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Naming, namingFrom, rootUnitOf, unitTypes, waitingName } from './units.contract.ts'
import { readParameters } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import { changeSight, sightOf } from '#server/database/sight.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { lockTree } from '#server/database/tree.ts'

/** Selects the numbers of a unit (or several) and all below it, as a list for `in`. */
export const withinUnit = (entNo: string, unitNo: string | readonly string[]) => sql`(
  with recursive within as (
    select unit_no from edcunit where ent_no = ${entNo} and unit_no = any(${[unitNo].flat()}) and stt <> ${Status.deleted}
    union select c.unit_no from edcunit c join within w on c.prt_no = w.unit_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
  ) select unit_no from within)`

/** Selects the numbers of a unit with all below it, or (`subFlag` 0) of itself alone, as a list for `in`. */
export const ofUnit = (entNo: string, unitNo: string, subFlag: '0' | '1' | undefined) =>
  (subFlag === '0' ? sql`(${unitNo})` : withinUnit(entNo, unitNo)).$castTo<string>()

/** Throws notFound for a unit to filter by that is gone or out of the caller's reach; nothing is asked of a filter without one. */
export async function requireUnit(db: Db, { entNo, unitNo }: { entNo: string; unitNo?: string | undefined }) {
  if (!unitNo) return
  const { rows } = await sql`select from edcunit
    where ent_no = ${entNo} and unit_no = ${unitNo} and stt <> ${Status.deleted}`.execute(db)
  if (rows.length === 0) throw new Fault('notFound', '所选的年级或班级已不存在，或不在可访问的范围内')
}

// Ends the walk upwards in a circle, which an earlier version may have left.
const longestPath = 20

/**
 * Selects the path of a unit from itself upwards without the school, e.g. 八年级（3）班 · 初中部 · 本部校区; leaves a grade out of its
 * class's.
 */
export const unitPath = (entNo: RawBuilder<unknown>, unitNo: RawBuilder<unknown>) => sql<string | null>`(
  with recursive up as (
    select unit_no, unit_name, unit_type, prt_no, 1 as lvl from edcunit where ent_no = ${entNo} and unit_no = ${unitNo}
    union all select p.unit_no, p.unit_name, p.unit_type, p.prt_no, lvl + 1 from edcunit p join up on p.unit_no = up.prt_no
      where p.ent_no = ${entNo} and lvl < ${longestPath}
  ) select string_agg(unit_name, ' · ' order by lvl) from up
    where unit_type <> ${unitTypes.school} and not (unit_type = ${unitTypes.grade} and lvl > 1))`

/** Reads how the school counts its years and names its grades and classes. */
export const namingOf = async (db: Db, entNo: string): Promise<Naming> => namingFrom(await readParameters(db, entNo))

/**
 * Returns the current school year of the school: only the year-end advances it (docs/spec/units.md#grades-and-names). Throws
 * notFound for an enterprise that is no school.
 */
export async function schoolYearOf(db: Db, entNo: string): Promise<number> {
  const root = await db
    .selectFrom('edcunit')
    .select('curSchYear')
    .where('entNo', '=', entNo)
    .where('unitNo', '=', rootUnitOf(entNo))
    .executeTakeFirst()
  if (!root?.curSchYear) throw new Fault('notFound', '这家企业不是学校，没有年级班级')
  return root.curSchYear
}

/** Lets nobody else change the shape of a school's units until this transaction ends. */
export const lockUnits = (db: Db, entNo: string) => lockTree(db, { table: 'edcunit' }, entNo)

/** Locks classes against deletion while students come into them; refuses what is no class in use. */
export async function lockClasses(db: Db, entNo: string, unitNos: readonly string[]) {
  const [wrong] = (await wrongClasses(db, entNo, unitNos)).values()
  if (wrong) throw wrong
}

/** Locks classes likewise, and answers why those that are no class in use are refused. */
export async function wrongClasses(db: Db, entNo: string, unitNos: readonly string[]): Promise<Map<string, Fault>> {
  const wanted = [...new Set(unitNos)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ unitNo: string; unitName: string; unitType: string; stt: string }>`
    select unit_no, unit_name, unit_type, stt from edcunit
    where ent_no = ${entNo} and unit_no = any(${wanted}) and stt <> ${Status.deleted} order by unit_no for no key update`.execute(
    db,
  )
  const complain = (message: string) => invalidField('unitNo', message)
  const known = new Map(rows.map((unit) => [unit.unitNo, unit]))
  const faults = wanted.flatMap((unitNo): [string, Fault][] => {
    const unit = known.get(unitNo)
    if (!unit) return [[unitNo, new Fault('missingReference', '所选班级有的已不存在，请刷新后再选')]]
    const { unitName, unitType, stt } = unit
    if (unitType !== unitTypes.class) return [[unitNo, complain(`“${unitName}”不是班级，学生须在班级里`)]]
    return stt === Status.enabled ? [] : [[unitNo, complain(`“${unitName}”已停用或已毕业，不能再加入学生`)]]
  })
  return new Map(faults)
}

/** Adds new units to a reach that is limited to some units. */
export async function reachMore(db: Db, unitNos: readonly string[]) {
  const { units, branches } = sightOf(db)
  const more = (known: string | undefined) => known && [known, ...unitNos].join(',')
  await changeSight(db, { units: more(units), branches: more(branches) })
}

/**
 * Returns the class 待分班 of a grade, and makes a missing one. Locks the units from here on. Throws missingReference for a grade
 * that is gone.
 */
export async function waitingClass(context: Context, entNo: string, gradeNo: string): Promise<string> {
  const { db, number } = context
  await lockUnits(db, entNo)
  const grade = await db
    .selectFrom('edcunit')
    .select(['stdyPrd', 'entrYear', 'grdtYear', 'unitType', 'stt'])
    .where('entNo', '=', entNo)
    .where('unitNo', '=', gradeNo)
    // Fails for a grade that is only seen, above the caller's units, which cannot be locked.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (grade?.unitType !== unitTypes.grade || grade.stt !== Status.enabled) throw new Fault('missingReference', '所选年级已不存在')
  const kept = await db
    .selectFrom('edcunit')
    .select('unitNo')
    .where('entNo', '=', entNo)
    .where('prtNo', '=', gradeNo)
    .where('waitFlag', '=', '1')
    .where('stt', '<>', Status.deleted)
    .executeTakeFirst()
  if (kept) return kept.unitNo
  const { stdyPrd, entrYear, grdtYear } = grade
  const unitNo = await number('UNIT_NO')
  await db
    .insertInto('edcunit')
    .values({
      entNo,
      unitNo,
      unitName: waitingName,
      unitType: unitTypes.class,
      prtNo: gradeNo,
      stdyPrd,
      entrYear,
      grdtYear,
      waitFlag: '1',
      nameLock: '1',
      showOrd: 9990,
    })
    .execute()
  await reachMore(db, [unitNo])
  return unitNo
}
