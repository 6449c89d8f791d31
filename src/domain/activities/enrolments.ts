import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { EnrolState } from './activities.contract.ts'
import type { Context } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { isWithinReach } from '#domain/units/studentReach.ts'
import { unitNameOf } from '#domain/students/students.ts'

/** Selects the place of the enrolment `r` in the queue; null of one that does not wait. */
export const queueNo = sql<number | null>`case when r.stt = ${EnrolState.waiting} then (select count(*)::int from reg w
  where w.ent_no = r.ent_no and w.act_no = r.act_no and w.seat_no = r.seat_no and w.stt = ${EnrolState.waiting}
    and w.wait_no <= r.wait_no) end`

/** Selects who `r` enrols, with class or department; to be read without the third lock. */
export const participantName = sql<string>`coalesce((select s.stu_name from stu s where s.ent_no = r.ent_no and s.stu_no = r.stu_no),
  (select e.emp_name from emp e where e.ent_no = r.ent_no and e.emp_no = r.emp_no), '')`
export const groupOf = sql<string | null>`case when r.stu_no is null
  then (select ${mainDepartmentOf('orgName')} from emp e where e.ent_no = r.ent_no and e.emp_no = r.emp_no)
  else (select ${unitNameOf} from stu s where s.ent_no = r.ent_no and s.stu_no = r.stu_no) end`

/**
 * Selects the caller's enrolments, and those the caller made for students still in their care. Must run before the first
 * statement, which holds a connection.
 */
export async function ownEnrolments(context: Context, entNo: string): Promise<RawBuilder<SqlBool>> {
  const { userNo, idntVal } = context.me
  const reached = await isWithinReach(context, entNo, sql`r.stu_no`)
  return sql<SqlBool>`(r.emp_no is not distinct from ${idntVal} or r.by_user_no = ${userNo} and (r.stu_no is null or ${reached}))`
}

type Enrolled = { regNo: string; stuNo: string | null; name: string; queueNo: number | null; stt: string }

/** Reads enrolments `r` in an activity, as they are shown to those who made them. */
export function readEnrolled(context: Context, entNo: string, actNo: string, which: RawBuilder<SqlBool>): Promise<Enrolled[]> {
  return withoutScope(context, async () => {
    const { rows } =
      await sql<Enrolled>`select r.reg_no, r.stu_no, ${participantName} as name, ${queueNo} as queue_no, r.stt from reg r
      where r.ent_no = ${entNo} and r.act_no = ${actNo} and r.stt <> ${EnrolState.deleted} and ${which} order by r.reg_no`.execute(
        context.db,
      )
    return rows
  })
}
