import { sql } from 'kysely'
import { isShown, runs } from '#server/activities.ts'
import { isMine } from '#server/enrolments.ts'
import { Fault } from '#server/fault.ts'
import { ruleAfterUndo } from '#server/undo.ts'

// What an undo gives back needs a place that is still free, in an activity that is still on, and whoever undoes it has to do with it.
ruleAfterUndo('reg', async (entNo, context, rows) => {
  const regNos = rows.flatMap(({ key }) => key.reg_no ?? [])
  const { rows: acts } = await sql<{ title: string; isMine: boolean; isOn: boolean; isOver: boolean }>`select a.title,
      bool_and(${runs(context)} or ${isMine(context)}) as is_mine, ${isShown} as is_on,
      exists (select from actseat t where t.ent_no = a.ent_no and t.act_no = a.act_no and t.take_cnt > a.quota) as is_over
    from reg r join act a using (ent_no, act_no) where r.ent_no = ${entNo} and r.reg_no = any(${regNos})
    group by a.ent_no, a.act_no`.execute(context.db)
  for (const act of acts) {
    if (!act.isMine) throw new Fault('changedSince', `“${act.title}”的报名不由你负责，不能撤销`)
    if (!act.isOn) throw new Fault('changedSince', `“${act.title}”已取消，不能撤销`)
    if (act.isOver) throw new Fault('changedSince', `“${act.title}”的名额已给了别人，不能撤销`)
  }
})
