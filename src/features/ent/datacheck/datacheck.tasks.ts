import { sql } from 'kysely'
import type * as z from 'zod'
import { Fault } from '#server/fault.ts'
import type { Context } from '#server/context.ts'
import { insertMany } from '#server/rows.ts'
import type { Input } from '#server/serve.ts'
import { lockTree } from '#server/tree.ts'
import { checkUnits } from './datacheck.check.ts'
import { type CheckTask, type datacheck, TaskState } from './datacheck.contract.ts'

type Task = z.output<typeof CheckTask>

// What has been done with stays in sight for a while.
const shownDays = 30

/** The open tasks within the caller's reach, the caller's own first; whatever has nothing left to repair is done. */
export async function listTasks(context: Context, entNo: string): Promise<Task[]> {
  const { db, me } = context
  const { rows } = await sql<Omit<Task, 'cnt' | 'doneFlag'> & { empNo: string; isFresh: boolean }>`
    select k.task_no, k.rule_code as rule, k.unit_no, u.unit_name, k.emp_no, e.emp_name, k.crt_tm,
      case k.emp_no when ${me.idntVal} then '1' else '0' end as mine_flag, k.crt_tm > now() - make_interval(days => ${shownDays}::int) as is_fresh,
      (select nick_name from account a where a.user_no = k.user_no) as nick_name
    from chktask k join edcunit u using (ent_no, unit_no) join emp e using (ent_no, emp_no)
    where k.ent_no = ${entNo} and k.stt = ${TaskState.open} order by mine_flag desc, k.task_no`.execute(db)
  if (rows.length === 0) return []
  const { units } = await checkUnits(context, entNo)
  const byNo = new Map(units.map((unit) => [unit.unitNo, unit.counts]))
  return rows.flatMap(({ isFresh, empNo: _, ...task }) => {
    const cnt = byNo.get(task.unitNo)?.[task.rule] ?? 0
    return cnt > 0 || isFresh ? [{ ...task, cnt, doneFlag: cnt > 0 ? ('0' as const) : ('1' as const) }] : []
  })
}

/** Asks the head teachers of classes to repair what a rule found there; of one rule a class has one open task. */
export async function assignTasks({ entNo, rule, unitNos }: Input<typeof datacheck.assign>, context: Context) {
  const { db, me, numbers } = context
  await lockTree(db, { table: 'chktask' }, entNo)
  const { units } = await checkUnits(context, entNo)
  const wanted = units.filter(({ unitNo }) => unitNos.includes(unitNo))
  if (wanted.length < unitNos.length) throw new Fault('notFound', '所选班级有的已不存在，请刷新后再选')
  const open = await db
    .selectFrom('chktask')
    .select('unitNo')
    .where('entNo', '=', entNo)
    .where('ruleCode', '=', rule)
    .where('stt', '=', TaskState.open)
    .execute()
  const asked = new Set(open.map(({ unitNo }) => unitNo))
  const left = wanted.filter(({ unitNo, counts }) => counts[rule] && !asked.has(unitNo))
  if (left.length === 0) throw new Fault('invalid', '所选班级没有这个问题，或已经指派过')
  const headless = left.filter(({ heads }) => heads.length === 0)
  if (headless.length > 0) throw new Fault('invalid', `${namesOf(headless)}还没有班主任，请先在“教育单元”里指定`)
  const taskNos = await numbers('TASK_NO', left.length)
  await insertMany(
    db,
    'chktask',
    left.map(({ unitNo, heads }, i) => ({
      entNo,
      taskNo: taskNos[i],
      ruleCode: rule,
      unitNo,
      empNo: heads[0]?.empNo,
      userNo: me.userNo,
      stt: TaskState.open,
    })),
  )
  return { cnt: left.length }
}

const namesOf = (units: readonly { unitName: string }[]) =>
  units
    .slice(0, 3)
    .map(({ unitName }) => unitName)
    .join('、') + (units.length > 3 ? ` 等 ${units.length} 个班` : '')
