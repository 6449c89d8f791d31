import { sql } from 'kysely'
import { published } from '#domain/activities/activities.contract.ts'
import { runsActivity } from '#domain/activities/activities.ts'
import { Fault } from '#server/base/fault.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'

const settled = ['who', 'only_sex', 'units', 'quota_mode', 'tmpl_no', 'ver_no', 'audit_flag', 'pub_flag']

// Keeps an activity with enrolments published, with as many places as are taken; after publication its audience and form stay as
// well.
ruleAfterUndo('act', async (entNo, context, rows) => {
  const actNos = rows.flatMap(({ key }) => key.act_no ?? [])
  const { rows: acts } = await sql<{
    actNo: string
    title: string
    isMine: boolean
    isOut: boolean
    isPulled: boolean
    isShort: boolean
  }>`select a.act_no, a.title,
      a.stt in ('4', '7', '8') as is_out,
      ${runsActivity(context)} as is_mine,
      a.stt in ('0', '1', '2') and exists (select from reg r where r.ent_no = a.ent_no and r.act_no = a.act_no and r.stt in ('1', '2', '3')) as is_pulled,
      a.stt = ${published} and exists (select from actseat t where t.ent_no = a.ent_no and t.act_no = a.act_no and t.take_cnt > a.quota) as is_short
    from act a where a.ent_no = ${entNo} and a.act_no = any(${actNos})`.execute(context.db)
  const isSetBack = (actNo: string) =>
    rows.some(
      ({ key, changed }) => key.act_no === actNo && !changed.includes('stt') && changed.some((one) => settled.includes(one)),
    )
  for (const { actNo, title, isMine, isOut, isPulled, isShort } of acts) {
    if (!isMine) throw new Fault('changedSince', `“${title}”不由你负责，不能撤销`)
    if (isOut && isSetBack(actNo)) throw new Fault('changedSince', `“${title}”已发布，面向、名额方式和报名表单不能再改回去`)
    if (isPulled) throw new Fault('changedSince', `“${title}”已有人报名，不能撤销`)
    if (isShort) throw new Fault('changedSince', `“${title}”的报名人数已超过原来的名额，不能撤销`)
  }
})
