import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Teller, tellingIn } from '#domain/messages/events.ts'
import { log } from '#server/base/log.ts'
import { Fault } from '#server/base/fault.ts'
import type { Services } from '#server/call/context.ts'
import { ProcessState, TaskKind, TaskState } from './approvals.contract.ts'
import { findFallback } from './approvers.ts'
import { decidersOf, reopenStep } from './advancing.ts'
import { changeProcess, isSinceReturn, lockProcess, type Process } from './processes.ts'

/** Gives the open tasks of those who have left to who decides now; a job does it every hour. */
export const replaceLeavers = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const { rows } = await sql<{ prcNo: string }>`select distinct t.prc_no from tsk t join prc p using (ent_no, prc_no)
      join emp e on e.ent_no = t.ent_no and e.emp_no = t.emp_no
      where t.ent_no = ${entNo} and t.kind = ${TaskKind.decide} and t.stt = ${TaskState.waiting} and p.stt = ${ProcessState.open}
        and e.stt <> ${Status.enabled} order by t.prc_no`.execute(teller.db)
    for (const { prcNo } of rows) await replaceIn(teller, await lockProcess(teller, { entNo, prcNo }))
  })

async function replaceIn(teller: Teller, process: Process) {
  const { entNo, prcNo, msgNo, stepAt, starter } = process
  if (stepAt === null) return
  const next = await successors(teller, process, stepAt)
  // Leaves it as it is where there is nobody: it waits, and is seen in the list of the flow.
  if (next?.length === 0) return log.warn({ event: 'nobody decides', prcNo, starter })
  await sql`update tsk t set stt = ${TaskState.dropped}, done_tm = now(), word = '已不在职，由他人审批' from emp e
    where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and t.kind = ${TaskKind.decide} and t.stt = ${TaskState.waiting}
      and e.ent_no = t.ent_no and e.emp_no = t.emp_no and e.stt <> ${Status.enabled}`.execute(teller.db)
  // Waits for nobody who has left, so that only those are counted and reminded who can answer.
  await sql`update msgto t set gone_tm = now() from emp e where t.ent_no = ${entNo} and t.msg_no = ${msgNo} and t.done_tm is null
    and t.gone_tm is null and e.ent_no = t.ent_no and e.emp_no = t.emp_no and e.stt <> ${Status.enabled}`.execute(teller.db)
  return next ? reopenStep(teller, process, stepAt, next) : changeProcess(teller, process, {})
}

/** Finds who decides in place of those who have left; undefined where others of the step are asked still, empty where nobody is there. */
async function successors(teller: Teller, process: Process, stepAt: number) {
  const { entNo, prcNo, starter } = process
  const { rows } = await sql<{ empNo: string; isAsked: boolean }>`select t.emp_no, t.stt = ${TaskState.waiting} as is_asked
    from tsk t join emp e using (ent_no, emp_no) where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and t.step = ${stepAt}
      and t.kind = ${TaskKind.decide} and (t.stt = ${TaskState.waiting} or t.stt = ${TaskState.passed} and ${isSinceReturn}) and e.stt = ${Status.enabled}`.execute(
    teller.db,
  )
  if (rows.some(({ isAsked }) => isAsked)) return undefined
  const isNew = ({ empNo }: { empNo: string }) => empNo !== starter && rows.every((row) => row.empNo !== empNo)
  const found = (await decidersOf(teller, process, stepAt).catch(noneOf)).filter(isNew)
  return found.length > 0 ? found : (await findFallback(teller.db, entNo)).filter(isNew)
}

function noneOf(error: unknown): [] {
  if (!(error instanceof Fault)) throw error
  return []
}
