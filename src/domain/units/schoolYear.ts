import { sql } from 'kysely'
import { today } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import { className, gradeName, type Naming, StudentState, unitTypes, yearsOf } from './units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { withoutScope } from '#server/call/scope.ts'
import { lockUnits, namingOf, schoolYearOf } from './units.ts'

/** Describes a grade in use, as the year moves it on. */
export type GradeRow = {
  unitNo: string
  unitName: string
  prtNo: string
  stdyPrd: string
  entrYear: number
  grdtYear: number | null
  curGrade: number
  nameLock: string
}

/** Reads the grades of a school that are in use, the lowest first. */
export async function readGrades(db: Db, entNo: string): Promise<GradeRow[]> {
  const { rows } = await sql<GradeRow>`
    select unit_no, unit_name, prt_no, stdy_prd, entr_year, grdt_year, cur_grade, name_lock from edcunit
    where ent_no = ${entNo} and unit_type = ${unitTypes.grade} and stt = ${Status.enabled} and grdt_flag = '0'
      and stdy_prd is not null and entr_year is not null and cur_grade is not null
    order by stdy_prd, cur_grade, show_ord, unit_no`.execute(db)
  return rows
}

/** Tells whether a grade is in the last year of its period. */
export const isTop = ({ stdyPrd, curGrade }: Pick<GradeRow, 'stdyPrd' | 'curGrade'>, naming: Naming) =>
  curGrade >= yearsOf(stdyPrd, naming)

type Upgrade = { entNo: string; unitNos?: string[] | undefined; again?: '0' | '1' | undefined }

/**
 * Takes grades one year on: no student and no class changes its place, only the grade's number and the names
 * (docs/spec/rollover.md#upgrade). Without `unitNos` the whole school goes, and its school year with it. Throws notFound for
 * grades that are gone or not in use, invalid for a top grade.
 */
export async function upgradeGrades({ entNo, unitNos, again = '0' }: Upgrade, { db }: Context) {
  await lockUnits(db, entNo)
  const [naming, schYear, all] = await Promise.all([namingOf(db, entNo), schoolYearOf(db, entNo), readGrades(db, entNo)])
  const grades = unitNos ? all.filter(({ unitNo }) => unitNos.includes(unitNo)) : all
  if (unitNos && grades.length < unitNos.length) throw new Fault('notFound', '所选年级有的已不存在、已停用或已毕业，请刷新后再选')
  const [top] = grades.filter((grade) => isTop(grade, naming))
  if (top) throw new Fault('invalid', `“${top.unitName}”已是最高年级，请先毕业`)
  if (again === '0') await refuseTwice(db, entNo, schYear, unitNos ? grades : undefined)
  await advanceGrades(db, entNo, grades, naming)
  if (!unitNos) await setSchoolYear(db, entNo, schYear + 1)
  return null
}

// Refuses a second year-end: a school goes into the next year once a year, shortly before it begins or after; a grade no further
// than its year of entry says.
async function refuseTwice(db: Db, entNo: string, schYear: number, grades: GradeRow[] | undefined) {
  if (!grades && schYear > (await calendarYear(db, entNo)))
    throw new Fault('invalid', `学校已在${schYear}学年，本学年已经升级过；要再升级一次请确认`)
  const ahead = grades?.find(({ entrYear, curGrade }) => curGrade >= schYear - entrYear + 1)
  if (ahead) throw new Fault('invalid', `“${ahead.unitName}”已是${schYear}学年应在的年级；要再升级一次请确认`)
}

/** Returns the school year of the calendar today (or in so many days), by the day on which the school begins it. */
export async function calendarYear(db: Db, entNo: string, ahead = 0): Promise<number> {
  const begin = (await readParameter(db, entNo, 'SCHYEAR_START')) || '0901'
  const [year = '', month = '', day = ''] = today(ahead).split('-')
  return Number(year) - (month + day < begin ? 1 : 0)
}

export async function setSchoolYear(db: Db, entNo: string, schYear: number) {
  const { numAffectedRows } = await sql`update edcunit set cur_sch_year = ${schYear}
    where ent_no = ${entNo} and unit_type = ${unitTypes.school}`.execute(db)
  refuseUnreached(numAffectedRows === 1n)
}

// Refuses a caller of some units: the third lock silently skips units that are only seen, and half a year's change is none.
function refuseUnreached(isWhole: boolean) {
  if (!isWhole) throw new Fault('beyondOwn', '你只管理部分单元，不能升级或毕业范围之外的单元')
}

/** Moves grades one year on and makes their names and those of their classes anew; names given by hand stay. */
export async function advanceGrades(db: Db, entNo: string, grades: readonly GradeRow[], naming: Naming) {
  const moved = grades.map((grade) => {
    const curGrade = grade.curGrade + 1
    return { ...grade, curGrade, newName: grade.nameLock === '1' ? grade.unitName : gradeName({ ...grade, curGrade }, naming) }
  })
  // Renames in one statement: names move on from grade to grade, and are compared at its end.
  const { numAffectedRows } = await sql`update edcunit u set cur_grade = k.cur_grade, unit_name = k.unit_name
    from jsonb_to_recordset(${JSON.stringify(moved.map(({ unitNo, curGrade, newName }) => ({ unit_no: unitNo, cur_grade: curGrade, unit_name: newName })))}::jsonb)
      k (unit_no text, cur_grade integer, unit_name text)
    where u.ent_no = ${entNo} and u.unit_no = k.unit_no`.execute(db)
  refuseUnreached(numAffectedRows === BigInt(moved.length))
  await renameClasses(db, entNo, new Map(moved.map(({ unitNo, newName }) => [unitNo, newName])), naming)
}

/** Makes the names of the classes of grades (by number, with their names) anew; those given by hand stay. */
export async function renameClasses(db: Db, entNo: string, grades: ReadonlyMap<string, string>, naming: Naming) {
  const classes = await db
    .selectFrom('edcunit')
    .select(['unitNo', 'prtNo', 'clsNo', 'unitName'])
    .where('entNo', '=', entNo)
    .where('unitType', '=', unitTypes.class)
    .where('stt', '<>', Status.deleted)
    .where('nameLock', '=', '0')
    .where('clsNo', 'is not', null)
    .where('prtNo', 'in', [...grades.keys(), ''])
    .execute()
  const renamed = classes
    .map(({ unitNo, prtNo, clsNo, unitName }) => ({
      unit_no: unitNo,
      unit_name: className(grades.get(prtNo ?? '') ?? '', clsNo ?? 0, naming),
      before: unitName,
    }))
    .filter(({ unit_name, before }) => unit_name !== before)
  await sql`update edcunit u set unit_name = k.unit_name
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) k (unit_no text, unit_name text)
    where u.ent_no = ${entNo} and u.unit_no = k.unit_no`.execute(db)
}

type Graduate = {
  entNo: string
  unitNos: string[]
  grdtYear?: number | undefined
  grdtDate?: string | undefined
  early?: '0' | '1' | undefined
  yearFlag?: '0' | '1' | undefined
}
type Leaving = {
  unitNo: string
  unitName: string
  unitType: string
  stdyPrd: string
  curGrade: number | null
  grdtYear: number | null
}

/**
 * Lets grades (with their classes) or single classes leave the school: the units are set aside, students at school become
 * graduates, whoever is away or has gone stays as they are and is answered (docs/spec/rollover.md#graduate). Throws notFound for
 * units that cannot graduate, invalid for a grade before its last year, and for another year than its own, without a confirmation.
 */
export async function graduateUnits({ entNo, unitNos, grdtDate, ...asked }: Graduate, { db }: Context) {
  await lockUnits(db, entNo)
  const [naming, schYear] = await Promise.all([namingOf(db, entNo), schoolYearOf(db, entNo)])
  const { rows: units } = await sql<Leaving>`
    select u.unit_no, u.unit_name, u.unit_type, u.stdy_prd, coalesce(u.cur_grade, p.cur_grade) as cur_grade,
      coalesce(u.grdt_year, p.grdt_year) as grdt_year
    from edcunit u left join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
    where u.ent_no = ${entNo} and u.unit_no = any(${unitNos}) and u.stt <> ${Status.deleted} and u.grdt_flag = '0'
      and u.unit_type in (${unitTypes.grade}, ${unitTypes.class})`.execute(db)
  if (units.length < unitNos.length) throw new Fault('notFound', '所选单元有的不是年级或班级、已毕业或已不存在，请刷新后再选')
  const isLast = ({ stdyPrd, curGrade }: Leaving) => isTop({ stdyPrd, curGrade: curGrade ?? 0 }, naming)
  const young = units.find((unit) => !isLast(unit))
  if (young && asked.early !== '1') throw new Fault('invalid', `“${young.unitName}”还没有到毕业年级；要提前毕业请确认`)
  refuseOtherYear(units, asked)
  const yearOf = (unit: Leaving) => asked.grdtYear ?? ((isLast(unit) && unit.grdtYear) || schYear + 1)
  const left: string[] = []
  for (const [grdtYear, group] of Map.groupBy(units, yearOf)) {
    const own = group.map(({ unitNo }) => unitNo)
    left.push(...(await setAside(db, entNo, own, { grdtYear, naming })))
  }
  const stuCnt = await graduateStudents(db, entNo, left, grdtDate)
  return { unitCnt: left.length, stuCnt, others: await stillThere(db, entNo, left) }
}

/** Refuses to let units leave with another year than their own, unless that is confirmed. */
function refuseOtherYear(units: readonly Leaving[], { grdtYear, yearFlag }: Pick<Graduate, 'grdtYear' | 'yearFlag'>) {
  if (grdtYear === undefined || yearFlag === '1') return
  const other = units.find((unit) => unit.grdtYear !== null && unit.grdtYear !== grdtYear)
  if (other) throw invalidField('grdtYear', `“${other.unitName}”应在${other.grdtYear}年毕业；要改为${grdtYear}年毕业请确认`)
}

const longestName = 40

// Adds the year where names are reused, so that the next grade can take this one's.
const leftMark = (grdtYear: number, { style }: Naming) => (style === 'cohort' ? '' : `${grdtYear}届`)

/** Returns the name of a grade after it has left, unless its name was given by hand. */
export const nameLeft = (unitName: string, grdtYear: number, naming: Naming) =>
  (leftMark(grdtYear, naming) + unitName).slice(0, longestName)

/** Sets grades and classes aside with all below them, under the year of their graduation; answers their numbers. */
export async function setAside(
  db: Db,
  entNo: string,
  unitNos: readonly string[],
  { grdtYear, naming }: { grdtYear: number; naming: Naming },
) {
  const newName = sql`case when u.unit_type = ${unitTypes.grade} and u.name_lock = '0'
    then left(${leftMark(grdtYear, naming)} || u.unit_name, ${longestName}::int) else u.unit_name end`
  const { rows } = await sql<{ unitNo: string }>`
    with recursive below as (
      select unit_no from edcunit where ent_no = ${entNo} and unit_no = any(${unitNos})
      union select c.unit_no from edcunit c join below b on c.prt_no = b.unit_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
    )
    update edcunit u set stt = ${Status.disabled}, grdt_flag = '1', grdt_year = ${grdtYear}, unit_name = ${newName}
    from below b where u.ent_no = ${entNo} and u.unit_no = b.unit_no and u.grdt_flag = '0' returning u.unit_no`.execute(db)
  const left = rows.map(({ unitNo }) => unitNo)
  refuseUnreached(unitNos.every((unitNo) => left.includes(unitNo)))
  for (const table of ['empdatapwr', 'empmsgpwr'])
    await sql`delete from ${sql.table(table)} where ent_no = ${entNo} and data_type = 'unit' and data_val = any(${left})`.execute(
      db,
    )
  return left
}

/** Makes graduates of those at school in these units, and lets guardians rest who have no other child at school. */
export async function graduateStudents(db: Db, entNo: string, unitNos: readonly string[], grdtDate: string | undefined) {
  const { rows } = await sql<{ stuNo: string }>`
    update stu set stt = ${StudentState.graduated}, lv_dt = ${grdtDate ?? today()}::date, lv_rsn = '毕业'
    where ent_no = ${entNo} and unit_no = any(${unitNos}) and stt = ${StudentState.learning} returning stu_no`.execute(db)
  const stuNos = rows.map(({ stuNo }) => stuNo)
  await restGuardians(db, entNo, stuNos)
  return stuNos.length
}

/**
 * Disables the guardians of those who left, unless another child of theirs is on the roll, also one whom the caller does not see.
 */
export const restGuardians = (db: Db, entNo: string, stuNos: readonly string[]) =>
  withoutScope({ db }, () =>
    sql`with concerned as materialized (
        select distinct ptr_no from stuptr where ent_no = ${entNo} and stu_no = any(${stuNos})
      ), busy as materialized (
        select l.ptr_no from stuptr l join stu s using (ent_no, stu_no)
        where l.ent_no = ${entNo} and s.stt in (${StudentState.learning}, ${StudentState.suspended})
      )
      update ptr p set stt = ${Status.disabled} from concerned c
      where p.ent_no = ${entNo} and p.ptr_no = c.ptr_no and p.stt = ${Status.enabled} and p.ptr_no not in (select ptr_no from busy)`.execute(
      db,
    ),
  )

/** Lists the students of these units who did not graduate with the others, for they are away. */
async function stillThere(db: Db, entNo: string, unitNos: readonly string[]) {
  const { rows } = await sql<{ stuNo: string; stuName: string; unitName: string; stt: string }>`
    select s.stu_no, s.stu_name, u.unit_name, s.stt from stu s join edcunit u using (ent_no, unit_no)
    where s.ent_no = ${entNo} and s.unit_no = any(${unitNos}) and s.stt = ${StudentState.suspended}
    order by s.stu_no limit 200`.execute(db)
  return rows
}
