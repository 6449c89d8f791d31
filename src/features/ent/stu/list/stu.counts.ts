import { sql } from 'kysely'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { hasLabel } from '#domain/students/labelVisibility.ts'
import { counterOf } from '#domain/people/keptKinds.ts'
import { boarding } from '#domain/students/stu.labels.contract.ts'
import { countAlone, kindsOfStudents, type StudentVisibility, type StudentListFilter, students } from './stu.list.ts'

/** Counts the students who match a filter, by kind. */
export async function countStudents(db: Db, filter: StudentListFilter, visibility: StudentVisibility) {
  const [kinds, noPtrCnt] = await Promise.all([countKinds(db, filter, visibility), countAlone(db, filter, visibility)])
  return { ...kinds, noPtrCnt }
}

function countKinds(db: Db, filter: StudentListFilter, visibility: StudentVisibility) {
  const known = kindsOfStudents(db, filter, visibility)
  const count = counterOf(known !== undefined)
  const within = <N extends string>(condition: ReturnType<typeof sql>, name: N) => count(condition).as(name)
  const ofState = <N extends string>(stt: string, name: N) => within(sql`s.stt = ${stt}`, name)
  const counts = [
    within(sql`true`, 'total'),
    within(sql`s.sex = 'M'`, 'manCnt'),
    within(sql`s.sex = 'F'`, 'womanCnt'),
    within(hasLabel([boarding.boards]), 'brdCnt'),
    within(hasLabel([boarding.day]), 'dayCnt'),
    within(sql`s.auth_flag = '0'`, 'noAuthCnt'),
    within(isOnRoll, 'rollCnt'),
    ofState(StudentState.learning, 'lrnCnt'),
    ofState(StudentState.graduated, 'grdtCnt'),
    ofState(StudentState.transferred, 'lvCnt'),
    ofState(StudentState.suspended, 'spndCnt'),
  ] as const
  return known
    ? known.select(counts).executeTakeFirstOrThrow()
    : students(db, filter, visibility).select(counts).executeTakeFirstOrThrow()
}
