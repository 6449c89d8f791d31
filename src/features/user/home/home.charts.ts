import { sql } from 'kysely'
import type * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { loginLogScope } from '#server/auth/loginLogScope.ts'
import { treeOf } from '#server/database/tree.ts'
import type { DepartmentBar, GradeColumn, HomeChartData, SignInDay } from './home.contract.ts'
import { mayCall, readAsCall } from './home.read.ts'

const mostBars = 10
const days = 30

export async function chartsOf(context: Context): Promise<z.output<typeof HomeChartData>> {
  const { view } = permissions('userlgn')
  const [grades, departments, signIns] = await Promise.all([
    mayCall(context, stu.getpage) && context.me.idntNo === '030' ? readAsCall(context, stu.getpage, studentsByGrade) : null,
    mayCall(context, emp.getpage) ? readAsCall(context, emp.getpage, staffByDepartment) : null,
    // Hides it during impersonation, as the log itself.
    mayCall(context, { access: view }) && !context.me.imitUserNo ? signInsByDay(context) : null,
  ])
  return { grades, departments, signIns }
}

/** Counts those on the roll by grade, the youngest first; as many as the list of a grade shows. */
async function studentsByGrade(db: Db, entNo: string): Promise<z.output<typeof GradeColumn>[]> {
  const { rows } = await sql<z.output<typeof GradeColumn>>`
    select g.unit_no, g.unit_name, ${countOf('M')} as man_cnt, ${countOf('F')} as woman_cnt,
      ${countOf('U')} as other_cnt
    from edcunit g join edcunit c on c.ent_no = g.ent_no and c.prt_no = g.unit_no
    join stu_cnt s on s.ent_no = c.ent_no and s.unit_no = c.unit_no and s.stt in (${sql.join(onRoll)})
    where g.ent_no = ${entNo} and g.unit_type = '4' and g.grdt_flag = '0' and g.stt <> ${Status.deleted} and c.stt <> ${Status.deleted}
    group by g.unit_no, g.unit_name, g.stdy_prd, g.cur_grade, g.show_ord having sum(s.cnt) > 0
    order by g.stdy_prd, g.cur_grade, g.show_ord, g.unit_no`.execute(db)
  return rows
}

const countOf = (sex: string) => sql`coalesce(sum(s.cnt) filter (where s.sex = ${sex}), 0)::int`

type Bar = z.output<typeof DepartmentBar>
type Department = { orgNo: string; orgName: string; prtNo: string | null }
type Node = Department & { items: Node[] }

/** Counts employees by department, the largest first: a member of several counts in each, as in the list that a bar leads to. */
async function staffByDepartment(db: Db, entNo: string): Promise<Bar[]> {
  const rows = await db
    .selectFrom('org')
    .select(['orgNo', 'orgName', 'prtNo'])
    .where('entNo', '=', entNo)
    .where('stt', '<>', Status.deleted)
    .execute()
  const bars = barsOf(treeOf(rows, 'orgNo', 'prtNo', (row) => row))
  const pairs = bars.flatMap(({ orgNos }, bar) => orgNos.map((orgNo) => ({ orgNo, bar })))
  // Subtracts the few who are disabled, for a join would look at each person by itself.
  const { rows: counts } = await sql<{ bar: number | null; cnt: number }>`
    with people as materialized (
      select distinct w.bar, o.emp_no from unnest(${pairs.map(({ orgNo }) => orgNo)}::text[], ${pairs.map(({ bar }) => bar)}::int[]) w (org_no, bar)
      join orgemp o on o.ent_no = ${entNo} and o.org_no = w.org_no
      where o.emp_no not in (select e.emp_no from emp e where e.ent_no = ${entNo} and e.stt <> ${Status.enabled})
    ), ranked as materialized (
      select bar, count(*)::int as cnt, row_number() over (order by count(*) desc, bar) as place from people group by bar
    )
    (select bar, cnt from ranked where place <= ${mostBars} order by place)
    union all select null, count(distinct emp_no)::int from people where bar in (select bar from ranked where place > ${mostBars})
    having count(*) > 0`.execute(db)
  return counts.map(({ bar, cnt }) => {
    const { orgNo, orgName, isDirect } = bars[bar ?? -1] ?? { orgNo: null, orgName: '其他', isDirect: false }
    return { orgNo, orgName, isDirect, cnt }
  })
}

type Group = Omit<Bar, 'cnt'> & { orgNos: string[] }

const allOf = ({ orgNo, items }: Node): string[] => [orgNo, ...items.flatMap(allOf)]

/** Lists the departments to compare: those under the single top, whose own people stand beside them, or the tops themselves. */
function barsOf(tops: Node[]): Group[] {
  const [only, ...others] = tops
  if (!only || others.length > 0 || only.items.length === 0)
    return tops.map((node) => ({ orgNo: node.orgNo, orgName: node.orgName, isDirect: false, orgNos: allOf(node) }))
  const own = { orgNo: only.orgNo, orgName: only.orgName, isDirect: true, orgNos: [only.orgNo] }
  return [own, ...barsOf(only.items)]
}

/** Reads the last days of the sign-in log, also those without a line; days of the database's session are those of Shanghai. */
async function signInsByDay(context: Context): Promise<z.output<typeof SignInDay>[]> {
  const { getlogpage } = userLgn
  const seen = await loginLogScope(context, { call: getlogpage, view: permissions('userlgn').view, entNo: context.me.entNo })
  const read = async (db: Db) => {
    const { rows } = await sql<z.output<typeof SignInDay>>`
      with people as (
        select l.at::date as day, l.user_no, count(*) as tries, bool_or(l.result = 'ok' and l.imit_user_no is null) as came
        from login_log l where l.at >= current_date - ${days - 1}::int and ${seen} group by 1, 2
      ), lines as (
        select day, sum(tries)::int as tries, count(user_no) filter (where came)::int as people from people group by day
      )
      select to_char(d.day, 'YYYYMMDD') as day, coalesce(n.people, 0) as people, coalesce(n.tries, 0) as tries
      from generate_series(current_date - ${days - 1}::int, current_date, interval '1 day') d (day)
      left join lines n on n.day = d.day::date order by 1`.execute(db)
    return rows
  }
  return transaction(context.services.database.pool, {}, read, { readOnly: true })
}
