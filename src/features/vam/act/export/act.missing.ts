import { sql, type SqlBool } from 'kysely'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { isPublished } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { withStudentReach, hasStudents, isInUnits, isOnRoll, studentReach } from '#domain/units/studentReach.ts'
import { requireUnit } from '#domain/units/units.ts'
import type { Input } from '#server/call/serve.ts'
import { unitNameOf } from '#domain/students/students.ts'
import type { act } from '../act.contract.ts'

type MissingFilter = {
  entNo: string
  actNo?: string | undefined
  unitNo?: string | undefined
  keyWord?: string | undefined
}

// Selects the beginning of the school year, in September.
const thisYear = sql`make_timestamptz(extract(year from now() - interval '8 months')::int, 9, 1, 0, 0, 0)`
const takesPart = sql`r.stt in (${EnrolState.reviewing}, ${EnrolState.taken}, ${EnrolState.waiting})`

/**
 * Selects the students that an activity is for and who have not enrolled in it; without one those in nothing this school year.
 */
export function studentsNotEnrolled(db: Db, { entNo, actNo, unitNo, keyWord }: MissingFilter) {
  const none = actNo
    ? sql<SqlBool>`exists (select from act a where a.ent_no = ${entNo} and a.act_no = ${actNo} and a.stt <> '0' and a.who <> '2'
        and (a.only_sex is null or s.sex = a.only_sex) and ${isInUnits(sql`a.units`)})
      and not exists (select from reg r where r.ent_no = s.ent_no and r.stu_no = s.stu_no and r.act_no = ${actNo} and ${takesPart})`
    : sql<SqlBool>`not exists (select from reg r join act a using (ent_no, act_no) where r.ent_no = s.ent_no and r.stu_no = s.stu_no
        and ${takesPart} and a.s_dt >= ${thisYear} and ${isPublished})`
  return db
    .selectFrom('stu as s')
    .where('s.entNo', '=', entNo)
    .where(isOnRoll)
    .where(none)
    .$if(!!unitNo, (list) => list.where(isInUnits(sql`${[unitNo]}`)))
    .$if(!!keyWord, (list) => list.where(matches('s', keyWord as string)))
}

const listed = ['s.stuNo', 's.stuName', unitNameOf.as('unitName')] as const
const readMissingRows = (db: Db, filter: MissingFilter) => studentsNotEnrolled(db, filter).select(listed)

/** Reads one page of them, as far as the caller reaches students. */
export async function readMissing({ pageIndex, pageSize, ...filter }: Input<typeof act.getmissingpage>, context: Context) {
  const reach = await reachFor(context, filter)
  return withStudentReach(context, reach, async () => {
    await requireUnit(context.db, filter)
    return pageOf(readMissingRows(context.db, filter), ['s.unitNo', 's.stuNo'], { pageIndex, pageSize })
  })
}

/**
 * Returns which students the caller sees. Throws notFound for an activity that does not exist, forbidden for a caller who looks
 * after none.
 */
export async function reachFor(context: Context, { entNo, actNo }: MissingFilter) {
  if (!hasStudents(context)) throw new Fault('forbidden', '没有权限查看学生')
  const reach = await studentReach(context, entNo)
  if (!actNo) return reach
  const { rows } = await sql<{ no: string }>`select act_no as no from act
    where ent_no = ${entNo} and act_no = ${actNo} and stt <> '0'`.execute(context.db)
  requireRow(rows[0])
  return reach
}
