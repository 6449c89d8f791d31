import { sql } from 'kysely'
import { isPublished } from '#domain/activities/activities.ts'
import { Fault } from '#server/base/fault.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { reviews } from './wrk.list.ts'

// Leaves it to reviewers to put a work back on the wall; its enrolment must still exist.
ruleAfterUndo('wrk', async (entNo, context, rows) => {
  const wrkNos = rows.flatMap(({ key }) => key.wrk_no ?? [])
  const { rows: works } = await sql<{ title: string; isMine: boolean; isOn: boolean; isOver: boolean }>`select w.title,
      (${reviews(context)} or w.by_user_no = ${context.me.userNo} and (w.stt <> '2' or w.answer is null)) as is_mine,
      ${isPublished} and r.stt = '2' as is_on, a.wrk_max < (select count(*) from wrk o where o.ent_no = w.ent_no and o.reg_no = w.reg_no
        and o.stt in ('1', '2')) as is_over
    from wrk w join act a using (ent_no, act_no) join reg r on r.ent_no = w.ent_no and r.reg_no = w.reg_no
    where w.ent_no = ${entNo} and w.wrk_no = any(${wrkNos})`.execute(context.db)
  for (const { title, isMine, isOn, isOver } of works) {
    if (!isMine) throw new Fault('changedSince', `作品“${title}”不由你负责，不能撤销`)
    if (isOver) throw new Fault('changedSince', `已交过别的作品，“${title}”不能再放回来`)
    if (!isOn) throw new Fault('changedSince', `作品“${title}”的活动或报名已取消，不能撤销`)
  }
})
