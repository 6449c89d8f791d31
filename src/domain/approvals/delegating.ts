import { sql } from 'kysely'
import type { Context, Services } from '#server/call/context.ts'
import { type Teller, tellingIn } from '#domain/messages/events.ts'
import { ProcessState, type Step, TaskKind, TaskState } from './approvals.contract.ts'
import { holdsNow, withDelegates } from './delegates.ts'
import { askAlso, changeProcess, endTask, lockProcess, type Process } from './processes.ts'
import './approval.table.ts'

/** Gives the open tasks of those whose delegations have begun to their delegates; a job does it every hour. */
export const beginDelegations = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const { rows } = await sql<{ empNo: string }>`select distinct d.emp_no from deleg d
      where d.ent_no = ${entNo} and d.done_tm is null and ${holdsNow} order by d.emp_no`.execute(teller.db)
    for (const { empNo } of rows) await handOver(teller, entNo, empNo)
  })

/** Gives the open tasks of somebody whose delegation holds now to the delegate; once, for what comes later goes there by itself. */
export async function handOver(teller: Teller, entNo: string, empNo: string) {
  const { rows } = await sql<{ prcNo: string }>`select distinct t.prc_no from tsk t join prc p using (ent_no, prc_no)
    where t.ent_no = ${entNo} and t.emp_no = ${empNo} and t.for_no is null and t.kind = ${TaskKind.decide}
      and t.stt = ${TaskState.waiting} and p.stt = ${ProcessState.open} order by t.prc_no`.execute(teller.db)
  for (const { prcNo } of rows) await handOverIn(teller, await lockProcess(teller, { entNo, prcNo }), empNo)
  await sql`update deleg d set done_tm = now() where d.ent_no = ${entNo} and d.emp_no = ${empNo} and d.done_tm is null
    and ${holdsNow}`.execute(teller.db)
}

async function handOverIn(teller: Teller, process: Process, owner: string) {
  const { entNo, prcNo, stepAt, flowNo, starter } = process
  const { rows } = await sql<{ tskNo: string; empNo: string; empName: string; why: string | null }>`
    select t.tsk_no::text as tsk_no, t.emp_no, e.emp_name, t.why from tsk t join emp e using (ent_no, emp_no)
    where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and t.emp_no = ${owner} and t.for_no is null
      and t.kind = ${TaskKind.decide} and t.stt = ${TaskState.waiting}`.execute(teller.db)
  for (const { tskNo, why, ...one } of rows) {
    const [delegate] = await withDelegates(teller.db, entNo, [{ ...one, why: why ?? '' }], { flowNo, starter })
    if (stepAt === null || !delegate?.forNo) continue
    const { stepName } = process.steps[stepAt - 1] as Step
    const word = `委托期间由${delegate.empName}代为审批`
    await endTask(teller, process, { tskNo: Number(tskNo), empNo: owner }, { stt: TaskState.givenOn, word })
    await askAlso(teller, process, { kind: TaskKind.decide, step: stepAt, stepName, people: [delegate] })
    await changeProcess(teller, process, {})
  }
}

/** Tells whether whoever handed this in will be on leave by it, with nobody who decides for them meanwhile. */
export async function lacksDelegate(
  { db }: Pick<Context, 'db'>,
  { entNo, prcNo, starter }: Pick<Process, 'entNo' | 'prcNo' | 'starter'>,
) {
  const { rows } = await sql`select from lve l where l.ent_no = ${entNo} and l.prc_no = ${prcNo} and l.emp_no = ${starter}
    and l.stt = '1' and least(l.e_tm, l.cut_tm) > now() and not exists (select from deleg d where d.ent_no = l.ent_no
      and d.emp_no = l.emp_no and d.stt = '1' and d.s_tm < l.e_tm and d.e_tm > greatest(l.s_tm, now())) limit 1`.execute(db)
  return rows.length > 0
}
