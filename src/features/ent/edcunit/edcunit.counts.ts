import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { StudentState, unitTypes } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'

export const noCounts = { clsCnt: 0, stuCnt: 0, boyCnt: 0, girlCnt: 0, boardCnt: 0, dayCnt: 0, suspCnt: 0 }
type Counts = typeof noCounts

// Names labels of the dictionary STU_LBL (docs/spec/students.md#labels).
const labels = { day: '01', boarding: '02' } as const

const { learning, graduated, suspended } = StudentState

/**
 * Counts what lies in each unit and below it: classes in use, and students on the roll; in a unit that left, the classes and the
 * graduates that left with it.
 */
export async function countsIn(db: Db, entNo: string): Promise<ReadonlyMap<string, Counts>> {
  const isCounted = sql`case when g.gone then s.stt = ${graduated} else s.stt in (${learning}, ${suspended}) end`
  const counted = (condition: ReturnType<typeof sql>) => sql`sum(s.cnt) filter (where ${isCounted} and ${condition})`
  const labelled = (label: string) => counted(sql`',' || s.wts || ',' like ${`%,${label},%`}`)
  const { rows } = await sql<Counts & { unitNo: string }>`
    with recursive above as (
      select unit_no, unit_no as anc_no, prt_no, grdt_flag = '1' as gone, grdt_flag = '1' as anc_gone from edcunit
      where ent_no = ${entNo} and stt <> ${Status.deleted}
      union select a.unit_no, p.unit_no, p.prt_no, a.gone, p.grdt_flag = '1' from above a join edcunit p on p.unit_no = a.prt_no
        where p.ent_no = ${entNo} and p.stt <> ${Status.deleted}
    ), own as (
      select s.unit_no, g.gone, ${counted(sql`true`)} as stu_cnt, ${counted(sql`s.sex = 'M'`)} as boy_cnt,
        ${counted(sql`s.sex = 'F'`)} as girl_cnt, ${labelled(labels.boarding)} as board_cnt,
        ${labelled(labels.day)} as day_cnt, sum(s.cnt) filter (where s.stt = ${suspended}) as susp_cnt
      from stu_cnt s cross join (values (false), (true)) g (gone)
      where s.ent_no = ${entNo} and s.stt in (${learning}, ${suspended}, ${graduated})
      group by s.unit_no, g.gone
    )
    select a.anc_no as unit_no, count(*) filter (where u.unit_type = ${unitTypes.class} and u.wait_flag = '0'
        and (u.stt = ${Status.enabled} or a.gone) and (not a.gone or a.anc_gone))::int as cls_cnt, ${sumsOf()}
    from above a join edcunit u on u.ent_no = ${entNo} and u.unit_no = a.unit_no left join own o on o.unit_no = a.unit_no and o.gone = a.anc_gone
    group by a.anc_no`.execute(db)
  return new Map(rows.map(({ unitNo, ...counts }) => [unitNo, counts]))
}

const sumsOf = () =>
  sql.join(
    ['stu_cnt', 'boy_cnt', 'girl_cnt', 'board_cnt', 'day_cnt', 'susp_cnt'].map(
      (name) => sql`coalesce(sum(${sql.ref(`o.${name}`)}), 0)::int as ${sql.id(name)}`,
    ),
  )
