import { sql } from 'kysely'
import type * as z from 'zod'
import { giveOn, passTask, rejectTask, returnTask } from '#domain/approvals/deciding.ts'
import { lockProcess, sendCopies } from '#domain/approvals/processes.ts'
import { lockPeople } from '#domain/staff/staff.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { countedNo } from '#server/database/rows.ts'
import { type NotPassed, tsk } from './tsk.contract.ts'
import { finishDecision, readDecision } from './tsk.decisions.ts'
import { taskPage } from './tsk.list.ts'

function checkCaller(context: Context, entNo: string) {
  requireOwn(context, entNo)
  refuseImpersonation(context, '替他处理')
}

// Sees all of the enterprise: who decides may lie outside the caller's own departments.
async function decide(context: Context, entNo: string, work: () => Promise<unknown>) {
  checkCaller(context, entNo)
  await withoutScope(context, work)
  return null
}

export const tskHandlers = serve(tsk, {
  getpage(asked, context) {
    requireOwn(context, asked.entNo)
    return withoutScope(context, () => taskPage(asked, context))
  },

  pass: (input, context) => decide(context, input.entNo, () => passTask(context, input)),
  reject: (input, context) => decide(context, input.entNo, () => rejectTask(context, input)),
  back: (input, context) => decide(context, input.entNo, () => returnTask(context, input)),
  giveon: (input, context) => decide(context, input.entNo, () => giveOn(context, input)),

  addcc: ({ entNo, prcNo, empNos }, context) =>
    decide(context, entNo, async () => {
      const process = await lockProcess(context, { entNo, prcNo })
      const { rows } = await sql`select from tsk where ent_no = ${entNo} and prc_no = ${prcNo}
        and emp_no = ${context.me.idntVal} limit 1`.execute(context.db)
      if (rows.length === 0 && process.starter !== context.me.idntVal) throw new Fault('notFound')
      await lockPeople(context.db, entNo, empNos)
      await sendCopies(context, process, { empNos, stepName: '抄送' })
    }),

  getdecision(which, context) {
    requireOwn(context, which.entNo)
    return withoutScope(context, () => readDecision(context, which))
  },
  finish: (input, context) => decide(context, input.entNo, () => finishDecision(context, input)),

  async many({ entNo, tskNos, word }, context) {
    checkCaller(context, entNo)
    const failed: z.output<typeof NotPassed>[] = []
    await withoutScope(context, async () => {
      for (const tskNo of tskNos) {
        const why = await tryPass(context, { entNo, tskNo, word })
        if (why) failed.push({ tskNo, title: await titleOf(context, entNo, tskNo), why })
      }
    })
    return { doneCnt: tskNos.length - failed.length, failed }
  },
})

/** Passes one of several tasks; answers why it could not be passed, which leaves the others as they are. */
async function tryPass(context: Context, which: { entNo: string; tskNo: string; word: string | null | undefined }) {
  const { db } = context
  await sql`savepoint task`.execute(db)
  try {
    await passTask(context, which)
    await sql`release savepoint task`.execute(db)
    return undefined
  } catch (error) {
    // Refuses all where one is nobody's task, or somebody else's.
    if (!(error instanceof Fault) || error.code === 'notFound') throw error
    await sql`rollback to savepoint task`.execute(db)
    return error.message
  }
}

async function titleOf({ db, me }: Context, entNo: string, tskNo: string) {
  const { rows } = await sql<{ title: string }>`select p.title from tsk t join prc p using (ent_no, prc_no)
    where t.ent_no = ${entNo} and t.tsk_no = ${countedNo(tskNo)} and t.emp_no = ${me.idntVal}`.execute(db)
  return rows[0]?.title ?? '（找不到这一项）'
}
