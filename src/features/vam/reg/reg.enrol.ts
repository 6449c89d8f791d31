import { sql, type SqlBool } from 'kysely'
import { EnrolState, For, QuotaMode } from '#domain/activities/activities.contract.ts'
import type { FormValues } from '#contract/form/column.ts'
import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { fillPlaces, type LockedActivity, lockActivity, isPublished, readSeats } from '#domain/activities/activities.ts'
import { tellMovedUp } from '#domain/messages/enrolmentMessages.ts'
import type { Context } from '#server/call/context.ts'
import { readEnrolled } from '#domain/activities/enrolments.ts'
import { Fault } from '#server/base/fault.ts'
import { checkFormFiles, readColumns, readFilled, sealValues } from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { insertMany } from '#server/database/rows.ts'
import { requireOwn } from '#server/call/scope.ts'
import { sexIn } from '#contract/values/sex.ts'
import type { Input } from '#server/call/serve.ts'
import { withStudentReach, hasStudents, isOnRoll, studentReach } from '#domain/units/studentReach.ts'
import type { reg } from './reg.contract.ts'
import type { Scope } from '#server/call/scope.types.ts'

type Which = { entNo: string; actNo: string }
/** Describes somebody to enrol; of a student the class and its grade. */
type Person = {
  stuNo: string | null
  empNo: string | null
  name: string
  sex: string
  unitNo: string | null
  gradeNo: string | null
}

/**
 * Enrols the caller, or students of the caller's reach. Locks the activity, so that of many calls at once each gets the next
 * place, or the next number in the queue. Throws forbidden for students without the right to them.
 */
export async function enrol({ entNo, actNo, stuNos, vals }: Input<typeof reg.enroll>, context: Context) {
  requireOwn(context, entNo)
  const of = { entNo, actNo }
  if (stuNos && !hasStudents(context)) throw new Fault('forbidden', '没有权限为学生报名')
  await context.serialize(`enrol ${actNo}`)
  // Reads these before the activity is locked: both take connections of their own.
  const reach = stuNos ? await studentReach(context, entNo) : {}
  const regNos = await context.numbers('REG_NO', stuNos?.length ?? 1)
  const held = await lockActivity(context, of, 'enrol', isPublished)
  const people = stuNos ? await students(context, held, { reach, entNo, stuNos }) : [await oneself(context, held, entNo)]
  await refuseTwice(context, of, people)
  const filled = await filledIn(context, entNo, { form: held, people, vals })
  // Gives free places first to those who wait, also a place that an undo gave back.
  await tellMovedUp(context, of.entNo, await fillPlaces(context, of, held))
  const placed = await places(context, of, held, people)
  const rows = people.map(({ stuNo, empNo }, i) => ({
    ...of,
    regNo: regNos[i],
    stuNo,
    empNo,
    byUserNo: context.me.userNo,
    ...placed[i],
    ...filled,
  }))
  await insertMany(context.db, 'reg', rows)
  return readEnrolled(context, entNo, actNo, sql<SqlBool>`r.reg_no = any(${regNos})`)
}

async function oneself({ db, me }: Context, { who }: LockedActivity, entNo: string): Promise<Person> {
  if (who === For.students) throw new Fault('invalid', '这个活动面向学生，请选择要报名的学生')
  const { rows } =
    await sql<Person>`select null as stu_no, e.emp_no, e.emp_name as name, coalesce(e.sex, 'U') as sex, null as unit_no, null as grade_no
    from emp e where e.ent_no = ${entNo} and e.emp_no = ${me.idntVal} and e.stt = ${Status.enabled}`.execute(db)
  if (!rows[0]) throw new Fault('invalid', '你不是本单位的员工，不能报名')
  return rows[0]
}

async function students(
  context: Context,
  { who, units, sex }: LockedActivity,
  { reach, entNo, stuNos }: { reach: Scope; entNo: string; stuNos: readonly string[] },
): Promise<Person[]> {
  if (who === For.employees) throw new Fault('invalid', '这个活动只面向员工')
  const people = await withStudentReach(context, reach, async () => {
    const { rows } = await sql<Person>`select s.stu_no, null as emp_no, s.stu_name as name, s.sex, s.unit_no,
        (select p.unit_no from edcunit u join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
          where u.ent_no = s.ent_no and u.unit_no = s.unit_no and p.unit_type = ${unitTypes.grade}) as grade_no
      from stu s where s.ent_no = ${entNo} and s.stu_no = any(${stuNos}) and ${isOnRoll}`.execute(context.db)
    return rows
  })
  if (people.length < stuNos.length) throw new Fault('notFound', '所选学生有的已不在籍，或不在你能看到的范围里，请刷新后再选')
  const others = people.filter(
    (one) =>
      (units.length > 0 && !units.includes(one.unitNo ?? '') && !units.includes(one.gradeNo ?? '')) ||
      (sex && one.sex !== sexIn(sex)),
  )
  if (others.length > 0) throw new Fault('invalid', `${named(others)}不在活动面向的范围里`)
  // Keeps the order in which they were named.
  return stuNos.map((no) => people.find(({ stuNo }) => stuNo === no) as Person)
}

async function refuseTwice({ db }: Context, { entNo, actNo }: Which, people: readonly Person[]) {
  const { rows } = await sql<{
    no: string
  }>`select coalesce(stu_no, emp_no) as no from reg where ent_no = ${entNo} and act_no = ${actNo}
    and stt in (${EnrolState.reviewing}, ${EnrolState.taken}, ${EnrolState.waiting})
    and coalesce(stu_no, emp_no) = any(${people.map(noOf)})`.execute(db)
  const there = people.filter((one) => rows.some(({ no }) => no === noOf(one)))
  if (there.length > 0) throw new Fault('invalid', `${named(there)}已经报过名`)
}

const noOf = ({ stuNo, empNo }: Person) => stuNo ?? empNo
const named = (people: readonly Person[]) =>
  people
    .slice(0, 3)
    .map(({ name }) => name)
    .join('、') + (people.length > 3 ? `等 ${people.length} 人` : '')

async function filledIn(
  context: Context,
  entNo: string,
  { form: { tmplNo, verNo }, people, vals }: { form: LockedActivity; people: readonly Person[]; vals: FormValues },
) {
  if (!tmplNo || !verNo) return { vals: null, verNo: null }
  if (people.length > 1) throw new Fault('invalid', '这个活动有报名表单，请一名一名地报名')
  const { db, me, services } = context
  const columns = await readColumns(db, entNo, tmplNo, verNo)
  const values = await readFilled(db, entNo, columns, vals)
  await checkFormFiles(db, { entNo, userNo: me.userNo }, { columns, values })
  await checkPicked(context, entNo, columns, { values })
  return { vals: sealValues(services.secret, columns, values), verNo }
}

// Gives each a place, one after the other; without one they wait, where that is wanted.
async function places(
  context: Context,
  of: Which,
  { quota, quotaMode, waitFlag, auditFlag }: LockedActivity,
  people: readonly Person[],
) {
  const seats = await readSeats(context, of)
  const taken = new Map([...seats].map(([seatNo, { takeCnt }]) => [seatNo, takeCnt]))
  const { rows } = await sql<{ last: number }>`select coalesce(max(wait_no), 0) as last from reg
    where ent_no = ${of.entNo} and act_no = ${of.actNo}`.execute(context.db)
  let last = rows[0]?.last ?? 0
  return people.map(({ gradeNo }) => {
    const seatNo = quotaMode === QuotaMode.grades ? (gradeNo ?? '') : ''
    const before = taken.get(seatNo) ?? 0
    if (quota === null || before < quota) {
      taken.set(seatNo, before + 1)
      return { seatNo, stt: auditFlag === '1' ? EnrolState.reviewing : EnrolState.taken, waitNo: null }
    }
    if (waitFlag !== '1') throw new Fault('invalid', people.length > 1 ? '名额不够，请少选几名' : '名额已满')
    last += 1
    return { seatNo, stt: EnrolState.waiting, waitNo: last }
  })
}
