import { sql } from 'kysely'
import { today } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { giveReason } from '#server/history/history.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { lockClasses } from '#domain/units/units.ts'
import type { stu } from '../stu.contract.ts'

/** Describes what changes of a student depend on. */
export type KeptStudent = {
  stuNo: string
  stuName: string
  unitNo: string
  stdyNo: string | null
  idNo: string | null
  authTel: string | null
  authFlag: string
  wts: string | null
  stt: string
  ver: number
}

const kept = sql`stu_no, stu_name, unit_no, stdy_no, id_no, auth_tel, auth_flag, wts, stt, ver`

/** Locks those of these students who are live and within reach until the transaction ends, and returns them. */
export async function lockLive(db: Db, entNo: string, stuNos: readonly string[]): Promise<KeptStudent[]> {
  const { rows } = await sql<KeptStudent>`select ${kept} from stu
    where ent_no = ${entNo} and stu_no = any(${stuNos}) and stt <> ${Status.deleted} order by stu_no for no key update`.execute(
    db,
  )
  return rows
}

/** Locks live students until the transaction ends. Throws for numbers that name none within reach. */
export async function lockStudents(db: Db, entNo: string, stuNos: readonly string[]): Promise<KeptStudent[]> {
  const students = await lockLive(db, entNo, stuNos)
  if (students.length < stuNos.length) throw new Fault('notFound', '所选学生有的已不存在，请刷新后再选')
  return students
}

/** Locks one live student. Throws notFound where there is none within reach. */
export const lockStudent = async (db: Db, entNo: string, stuNo: string): Promise<KeptStudent> =>
  requireRow((await lockLive(db, entNo, [stuNo]))[0])

const gone: Record<string, string> = { [StudentState.graduated]: '已毕业', [StudentState.transferred]: '已转出' }

/** Throws invalid for students who have left, naming them. */
export function refuseLeft(students: readonly Pick<KeptStudent, 'stuName' | 'stt'>[], verb: string) {
  const left = students.filter(({ stt }) => stt in gone)
  const [first] = left
  if (!first) return
  const more = left.length > 1 ? `等 ${left.length} 名学生已离校` : gone[first.stt]
  throw new Fault('invalid', `${first.stuName}${more}，不能${verb}`)
}

/** Lets students come back to school; into a class that is in use. */
export async function enableStudents({ entNo, stuNos }: Input<typeof stu.enable>, { db }: Context) {
  const students = await lockStudents(db, entNo, stuNos)
  refuseLeft(students, '复学')
  const back = students.filter(({ stt }) => stt === StudentState.suspended)
  if (back.length > 0) await lockClasses(db, entNo, [...new Set(back.map(({ unitNo }) => unitNo))])
  return setState(db, entNo, back, { stt: StudentState.learning, lvDt: null, lvRsn: null })
}

/** Marks students as away for a while. */
export async function disableStudents({ entNo, stuNos, lvRsn = null }: Input<typeof stu.disable>, { db }: Context) {
  const students = await lockStudents(db, entNo, stuNos)
  refuseLeft(students, '休学')
  const here = students.filter(({ stt }) => stt === StudentState.learning)
  return setState(db, entNo, here, { stt: StudentState.suspended, lvDt: today().replaceAll('-', ''), lvRsn })
}

/** Marks students as transferred to another school. */
export async function transferStudents({ entNo, stuNos, lvDt, lvRsn }: Input<typeof stu.transfer>, { db }: Context) {
  const students = await lockStudents(db, entNo, stuNos)
  refuseLeft(students, '转出')
  return setState(db, entNo, students, { stt: StudentState.transferred, lvDt, lvRsn })
}

async function setState(
  db: Db,
  entNo: string,
  students: KeptStudent[],
  { stt, lvDt, lvRsn }: { stt: string; lvDt: string | null; lvRsn: string | null },
) {
  const stuNos = students.map(({ stuNo }) => stuNo)
  await sql`update stu set stt = ${stt}, lv_dt = ${lvDt}, lv_rsn = ${lvRsn}
    where ent_no = ${entNo} and stu_no = any(${stuNos})`.execute(db)
  return null
}

/** Moves students to another class; those who are in it already stay as they are. */
export async function moveStudents({ entNo, stuNos, unitNo, rem }: Input<typeof stu.updateunit>, { db }: Context) {
  if (rem) await giveReason(db, rem)
  await lockClasses(db, entNo, [unitNo])
  refuseLeft(await lockStudents(db, entNo, stuNos), '调班')
  await sql`update stu set unit_no = ${unitNo} where ent_no = ${entNo} and stu_no = any(${stuNos}) and unit_no <> ${unitNo}`.execute(
    db,
  )
  return null
}
