import { sql, type SqlBool } from 'kysely'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { hasLabel } from '#domain/students/labelVisibility.ts'
import { boarding } from '#domain/students/stu.labels.contract.ts'
import { type StudentVisibility, type StudentListFilter, hasGuardian, students } from './stu.list.ts'

/**
 * Counts the students who match a filter, by kind. Leaves out the filters of what is counted: sex, certification, and who has no
 * guardian; the state narrows all but the count of states, so that what is counted is what the list shows.
 */
export async function countStudents(
  db: Db,
  { stt, sex: _, authFlag: __, noPtr: ___, ...filter }: StudentListFilter,
  visibility: StudentVisibility,
) {
  const [kinds, alone] = await Promise.all([
    countKinds(db, { ...filter, stt }, visibility),
    // Counts them by themselves, as a join: within the other counts each student would be looked up.
    students(db, { ...filter, ...(stt && { stt }) }, visibility)
      .where(sql<SqlBool>`not ${hasGuardian}`)
      .select(sql<number>`count(*)::int`.as('noPtrCnt'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...kinds, ...alone }
}

function countKinds(db: Db, { stt, ...filter }: StudentListFilter, visibility: StudentVisibility) {
  const isIn = stt ? sql<SqlBool>`s.stt = ${stt}` : sql<SqlBool>`true`
  const within = <N extends string>(condition: ReturnType<typeof sql>, name: N) =>
    sql<number>`count(*) filter (where ${isIn} and ${condition})::int`.as(name)
  const inState = <N extends string>(state: string, name: N) =>
    sql<number>`count(*) filter (where s.stt = ${state})::int`.as(name)
  return students(db, filter, visibility)
    .select([
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
    ])
    .executeTakeFirstOrThrow()
}
