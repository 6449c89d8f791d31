import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { today } from '#contract/values/day.ts'
import { type Naming, onRoll, StudentState, unitTypes } from '#domain/units/units.contract.ts'
import { calendarYear, type GradeRow, readGrades } from '#domain/units/schoolYear.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { isOddAge } from '#domain/students/ages.ts'
import { namingOf, schoolYearOf } from '#domain/units/units.ts'

export type ClassRow = {
  unitNo: string
  unitName: string
  prtNo: string
  clsNo: number | null
  waitFlag: '0' | '1'
  nameLock: string
  cnt: number
  awayCnt: number
  heads: string | null
}
export type StudentRow = { stuNo: string; stuName: string; unitNo: string; unitName: string; stt: string }
export type Named = {
  unitNo: string
  prtNo: string | null
  unitName: string
  unitType: string
  stdyPrd: string | null
  clsNo: number | null
  nameLock: string
}
/** Describes an import of students that is not written yet, and whether it is the caller's. */
type OpenImport = { nickName: string; isMine: boolean }
type Stray = { unitNo: string; unitName: string; stt: string; cnt: number }

/** Describes a school before its year-end, as far as that concerns it. */
export type State = {
  /** Gives today, as YYYY-MM-DD. */
  day: string
  schYear: number
  calendarYear: number
  naming: Naming
  parents: { unitNo: string; unitName: string; prtNo: string | null; unitType: string }[]
  grades: GradeRow[]
  classes: ClassRow[]
  /** Lists all units with their places, which a new name may meet. */
  names: Named[]
  /** Lists those on the roll who are in no class in use. */
  strays: Stray[]
  /** Lists those away whose class may graduate. */
  away: StudentRow[]
  /** Lists students in the plan. */
  named: StudentRow[]
  openImports: OpenImport[]
  oddAges: number
  classMax: number
}

/** Selects an import `b` of students that is still to be written; older ones nobody can write any more. */
export const isOpenImport = sql`b.stt = '1' and b.kind like 'stu%' and b.crt_tm > now() - interval '7 days'`

const live = sql`stt <> ${Status.deleted}`

/** Reads a school; `named`: the numbers of the students that the plan moves. */
export async function readState({ db, me }: Pick<Context, 'db' | 'me'>, entNo: string, named: readonly string[]): Promise<State> {
  const students = (condition: ReturnType<typeof sql>) =>
    sql<StudentRow>`select s.stu_no, s.stu_name, s.unit_no, u.unit_name, s.stt from stu s join edcunit u using (ent_no, unit_no)
      where s.ent_no = ${entNo} and ${condition} order by s.unit_no, s.stu_no`.execute(db)
  const [schYear, year, naming, grades, units, classes, strays, away, moved, imports, ages, most] = await Promise.all([
    schoolYearOf(db, entNo),
    calendarYear(db, entNo),
    namingOf(db, entNo),
    readGrades(db, entNo),
    db
      .selectFrom('edcunit')
      .select(['unitNo', 'unitName', 'prtNo', 'unitType', 'stdyPrd', 'clsNo', 'nameLock'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', Status.deleted)
      .orderBy('showOrd')
      .orderBy('unitNo')
      .execute(),
    classesOf(db, entNo),
    sql<Stray>`select u.unit_no, u.unit_name, s.stt, count(*)::int as cnt from stu s join edcunit u using (ent_no, unit_no)
      where s.ent_no = ${entNo} and s.stt in (${StudentState.learning}, ${StudentState.suspended}) and u.grdt_flag = '0'
        and (u.unit_type <> ${unitTypes.class} or u.stt <> ${Status.enabled}) group by 1, 2, 3 order by 1, 3`.execute(db),
    students(sql`s.stt = ${StudentState.suspended} and u.grdt_flag = '0'`),
    students(sql`s.stu_no = any(${named}) and s.${live}`),
    sql<OpenImport>`select a.nick_name, b.user_no = ${me.userNo} as is_mine
      from imp_batch b join account a using (user_no) where b.ent_no = ${entNo} and ${isOpenImport} order by b.batch_no`.execute(
      db,
    ),
    oddAges(db, entNo),
    readParameter(db, entNo, 'CLASS_MAX'),
  ])
  return {
    day: today(),
    schYear,
    calendarYear: year,
    naming,
    parents: units
      .filter(({ unitType }) => ['1', '2', '3'].includes(unitType))
      .map(({ unitNo, unitName, prtNo, unitType }) => ({ unitNo, unitName, prtNo, unitType })),
    grades,
    classes,
    names: units,
    strays: strays.rows,
    away: away.rows,
    named: moved.rows,
    openImports: imports.rows,
    oddAges: ages,
    classMax: Number(most) || 55,
  }
}

async function classesOf(db: Db, entNo: string): Promise<ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    select c.unit_no, c.unit_name, c.prt_no, c.cls_no, c.wait_flag, c.name_lock, coalesce(n.cnt, 0) as cnt, coalesce(n.away, 0) as away_cnt,
      (select string_agg(e.emp_name, '、' order by e.emp_no) from empdatapwr d join emp e using (ent_no, emp_no)
        left join role r using (ent_no, role_no) left join pbcrole p on p.role_no = d.role_no
        where d.ent_no = c.ent_no and d.data_type = 'unit' and d.data_val = c.unit_no and e.stt = ${Status.enabled}
          and (r.role_item = '5' or p.role_item = '6')) as heads
    from edcunit c left join (select unit_no, count(*) filter (where stt = ${StudentState.learning})::int as cnt,
        count(*) filter (where stt = ${StudentState.suspended})::int as away
      from stu where ent_no = ${entNo} and stt = any(${[...onRoll]}) group by 1) n on n.unit_no = c.unit_no
    where c.ent_no = ${entNo} and c.unit_type = ${unitTypes.class} and c.stt = ${Status.enabled} and c.grdt_flag = '0'
    order by c.wait_flag, c.show_ord, c.unit_no`.execute(db)
  return rows
}

async function oddAges(db: Db, entNo: string): Promise<number> {
  const naming = await namingOf(db, entNo)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from stu s join edcunit c using (ent_no, unit_no) join edcunit g on g.ent_no = c.ent_no and g.unit_no = c.prt_no
    where s.ent_no = ${entNo} and s.stt = ${StudentState.learning} and g.grdt_flag = '0' and ${isOddAge(naming)}`.execute(db)
  return rows[0]?.n ?? 0
}
