import { sql, type SqlBool } from 'kysely'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { hasLabel } from '#domain/students/labelVisibility.ts'
import { counterOf } from '#domain/people/keptKinds.ts'
import { boarding } from '#domain/students/stu.labels.contract.ts'
import { countAlone, kindsOfStudents, type StudentVisibility, type StudentListFilter, students } from './stu.list.ts'

/**
 * Counts the students who match a filter, by kind. Leaves out the filters of what is counted: sex, certification, and who has no
 * guardian; the state narrows all but the count of states, so that what is counted is what the list shows.
 */
export async function countStudents(
  db: Db,
  { stt, sex: _, authFlag: __, noPtr: ___, ...filter }: StudentListFilter,
  visibility: StudentVisibility,
) {
  const [kinds, noPtrCnt] = await Promise.all([
    countKinds(db, { ...filter, stt }, visibility),
    countAlone(db, { ...filter, ...(stt && { stt }) }, visibility),
  ])
  return { ...kinds, noPtrCnt }
}

function countKinds(db: Db, { stt, ...filter }: StudentListFilter, visibility: StudentVisibility) {
  const known = kindsOfStudents(db, filter, visibility)
  const isIn = stt ? sql<SqlBool>`s.stt = ${stt}` : sql<SqlBool>`true`
  const count = counterOf(known !== undefined)
  const within = <N extends string>(condition: ReturnType<typeof sql>, name: N) => count(sql`${isIn} and ${condition}`).as(name)
  const inState = <N extends string>(state: string, name: N) => count(sql`s.stt = ${state}`).as(name)
  const counts = [
    within(sql`true`, 'total'),
    within(sql`s.sex = 'M'`, 'manCnt'),
    within(sql`s.sex = 'F'`, 'womanCnt'),
    within(hasLabel([boarding.boards]), 'brdCnt'),
    within(hasLabel([boarding.day]), 'dayCnt'),
    within(sql`s.auth_flag = '0'`, 'noAuthCnt'),
    inState(StudentState.learning, 'lrnCnt'),
    inState(StudentState.graduated, 'grdtCnt'),
    inState(StudentState.transferred, 'lvCnt'),
    inState(StudentState.suspended, 'spndCnt'),
  ] as const
  return known
    ? known.select(counts).executeTakeFirstOrThrow()
    : students(db, filter, visibility).select(counts).executeTakeFirstOrThrow()
}
