import { sql } from 'kysely'
import { cutShort } from '#domain/leaves/cutShort.ts'
import { remindOnceADay } from '#domain/messages/reminders.ts'
import { Fault } from '#server/base/fault.ts'
import { withoutScope } from '#server/call/scope.ts'
import { requireRow } from '#server/database/rows.ts'
import { returnAnswer } from './answers/outcomes.ts'
import { ProcessState, TaskKind, TaskState } from './approvals.contract.ts'
import { lockOwn } from './handingIn.ts'
import { changeProcess, dropTasks, type Process } from './processes.ts'
import { type Handing, requireCustody, type Starter } from './starter.ts'

type Which = { prcNo: string; ver?: number | undefined }

/** Takes back what was handed in, until somebody else has decided. Throws invalid then, and for what is over. */
export async function withdrawProcess(context: Handing, by: Starter, which: Which) {
  const process = await lockOwn(context, by, which)
  if (process.stt !== ProcessState.open && process.stt !== ProcessState.returned)
    throw new Fault('invalid', '这个申请已经办结，不能撤回')
  if (process.stt === ProcessState.open && (await isDecided(context, by, process)))
    throw new Fault('invalid', '已经有人审批，不能撤回，可以请审批人退回')
  await dropTasks(context, process)
  await changeProcess(context, process, { stt: ProcessState.withdrawn, stepAt: null, jumpAt: null, doneTm: sql`now()` })
  // Leaves the answer of a collection to be written again.
  if (process.toNo !== null && process.stt === ProcessState.open)
    await withoutScope(context, () => returnAnswer(context, process, null))
}

async function isDecided({ db }: Handing, { empNo }: Starter, { entNo, prcNo }: Process) {
  const { rows } = await sql`select from tsk where ent_no = ${entNo} and prc_no = ${prcNo} and kind = ${TaskKind.decide}
    and stt in (${TaskState.passed}, ${TaskState.returned}, ${TaskState.refused})
    and emp_no is distinct from ${empNo ?? null} limit 1`.execute(db)
  return rows.length > 0
}

/** Reminds who is waited for, once a day; answers how many. Throws invalid for what nobody decides about now. */
export async function urgeProcess(context: Handing, by: Starter, which: Which) {
  const process = await lockOwn(context, by, which)
  if (process.stt !== ProcessState.open) throw new Fault('invalid', '这个申请不在审批中，不用催办')
  return remindOnceADay(context, process, { isAwaited: sql`t.done_tm is null`, nobody: '没有可以催办的人' })
}

/** Ends a leave that followed from the starter's own application, from now on. */
export async function cutOwnLeave(context: Handing, by: Starter, lveNo: string) {
  const { entNo, empNo = null, ptrNo = null, stuNo = null } = by
  await requireCustody(context.db, by)
  await withoutScope(context, async () => {
    const { rows } = await sql`select from lve l join prc p using (ent_no, prc_no)
      where l.ent_no = ${entNo} and l.lve_no = ${lveNo} and l.stt = '1' and p.emp_no is not distinct from ${empNo}
        and p.ptr_no is not distinct from ${ptrNo} and p.stu_no is not distinct from ${stuNo}`.execute(context.db)
    requireRow(rows[0])
    await cutShort(context, { entNo, lveNo })
  })
}
