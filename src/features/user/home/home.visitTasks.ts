import { sql } from 'kysely'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { VisitState } from '#contract/visits.ts'
import type { Context } from '#server/context.ts'
import { may, readOwn } from './home.read.ts'
import { amount, type Count, task } from './home.task.ts'

/** Visitors who wait for the caller's own answer. */
export async function visitors(context: Context) {
  if (!may(context, vst.pass)) return undefined
  const cnt = await readOwn(context, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from vst where ent_no = ${entNo}
      and to_emp_no = ${context.me.idntVal} and stt = ${VisitState.waiting} and plan_e_dt > now()`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  return task('visit', cnt, `${amount(cnt)} 位访客等你确认`, '/ent/vst?chip=wait')
}
