import { sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { hostWithin, isToHost } from '#domain/visits/visits.ts'

// Allows a visit to wait or open the gate again only while it is still to come, and within the reach of the caller.
ruleAfterUndo('vst', async (entNo, context, rows) => {
  const vstNos = rows.flatMap(({ key }) => key.vst_no ?? [])
  const { rows: visits } = await sql<{ vstName: string; isMine: boolean; isOver: boolean }>`
    select v.vst_name, ${isToHost(hostWithin(context, entNo))} as is_mine, v.stt in ('1', '2') and v.plan_e_dt <= now() as is_over
    from vst v where v.ent_no = ${entNo} and v.vst_no = any(${vstNos})`.execute(context.db)
  if (visits.some(({ isMine }) => !isMine)) throw new Fault('notFound')
  const over = visits.find(({ isOver }) => isOver)
  if (over) throw new Fault('changedSince', `“${over.vstName}”的来访时间已过，不能撤销`)
})
