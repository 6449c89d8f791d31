import { sql } from 'kysely'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { isPublished, runsActivity } from '#domain/activities/activities.ts'
import { participantName } from '#domain/activities/enrolments.ts'
import { Fault } from '#server/base/fault.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'

type Row = { title: string; name: string; isMine: boolean; isOn: boolean; isOver: boolean; isSpent: boolean }

// Requires for an undo a free place in an activity that is still on; returns nobody to the queue who has come, paid, or submitted
// something.
ruleAfterUndo('reg', async (entNo, context, rows) => {
  const regNos = rows.flatMap(({ key, changed }) => (changed.includes('stt') ? (key.reg_no ?? []) : []))
  if (regNos.length === 0) return
  // Locks the activities, so that no place is given meanwhile.
  await sql`select from act where ent_no = ${entNo} and act_no in (select act_no from reg where ent_no = ${entNo}
    and reg_no = any(${regNos})) order by act_no for no key update`.execute(context.db)
  const { rows: enrolments } =
    await sql<Row>`select a.title, ${participantName} as name, ${runsActivity(context)} as is_mine, ${isPublished} as is_on,
      exists (select from actseat t where t.ent_no = a.ent_no and t.act_no = a.act_no and t.seat_no = r.seat_no
        and t.take_cnt > a.quota) as is_over,
      r.stt = ${EnrolState.waiting} and (r.sign_tm is not null or r.pay_flag = '1'
        or exists (select from wrk w where w.ent_no = r.ent_no and w.reg_no = r.reg_no and w.stt <> '0')) as is_spent
    from reg r join act a using (ent_no, act_no) where r.ent_no = ${entNo} and r.reg_no = any(${regNos})`.execute(context.db)
  for (const one of enrolments) {
    if (!one.isMine) throw new Fault('changedSince', `“${one.title}”的报名不由你负责，不能撤销`)
    if (!one.isOn) throw new Fault('changedSince', `“${one.title}”已取消，不能撤销`)
    if (one.isOver) throw new Fault('changedSince', `“${one.title}”的名额已给了别人，不能撤销`)
    if (one.isSpent) throw new Fault('changedSince', `${one.name}递补后已签到、缴费或交过作品，不能撤销`)
  }
})
