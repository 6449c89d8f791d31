import { sql } from 'kysely'
import type * as z from 'zod'
import { renewResults } from './checkResults.ts'
import type { StudentRule } from './checkRules.ts'
import type { Context } from '#server/call/context.ts'
import { type CheckTask, TaskState } from './checkTasks.contract.ts'

type Task = z.output<typeof CheckTask>
type Open = Omit<Task, 'cnt' | 'doneFlag' | 'rule'> & { rule: StudentRule; isFresh: boolean }
type Found = { unitNo: string } & Record<StudentRule, number>

// Sets for how many days finished tasks stay visible.
const shownDays = 30

/** Reads the open tasks within the caller's reach, the caller's own first; one with nothing left to repair is done. */
export async function openTasks(context: Pick<Context, 'db' | 'services' | 'me'>, entNo: string): Promise<Task[]> {
  const { db, me, services } = context
  const { rows } = await sql<Open>`
    select k.task_no, k.rule_code as rule, k.unit_no, u.unit_name, e.emp_name, k.crt_tm,
      case k.emp_no when ${me.idntVal} then '1' else '0' end as mine_flag, k.crt_tm > now() - make_interval(days => ${shownDays}::int) as is_fresh,
      (select nick_name from account a where a.user_no = k.user_no) as nick_name
    from chktask k join edcunit u using (ent_no, unit_no) join emp e using (ent_no, emp_no)
    where k.ent_no = ${entNo} and k.stt = ${TaskState.open} order by mine_flag desc, k.task_no`.execute(db)
  if (rows.length === 0) return []
  const rules = [...new Set(rows.map(({ rule }) => rule))]
  await renewResults(services, { kind: 'units', entNos: [entNo] })
  const found = await sql<Found>`select unit_no, ${sql.join(rules.map((rule) => sql.ref(rule)))} from chkunit
    where ent_no = ${entNo} and unit_no = any(${rows.map(({ unitNo }) => unitNo)})`.execute(db)
  const byNo = new Map(found.rows.map((unit) => [unit.unitNo, unit]))
  return rows.flatMap(({ isFresh, ...task }) => {
    const cnt = byNo.get(task.unitNo)?.[task.rule] ?? 0
    return cnt > 0 || isFresh ? [{ ...task, cnt, doneFlag: cnt > 0 ? ('0' as const) : ('1' as const) }] : []
  })
}
