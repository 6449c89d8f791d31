import { sql } from 'kysely'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { Fault } from '#server/base/fault.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { mayChangeResource } from './share/res.reach.ts'

/** Lists the columns that a reviewer approved. */
const reviewed = ['res_name', 'des', 'ver_no', 'scope', 'to_ent_no', 'to_cls_no', 'shr_stt']
// Excludes the class: a deleted one moves its resources elsewhere, whoever has them.
const placed = ['cls_no', 'to_cls_no']

// Applies the rules of a change to what an undo restores: another enterprise sees what it has reviewed, and nothing else.
ruleAfterUndo('res', async (entNo, context, rows) => {
  const nos = rows.map(({ key }) => key.res_no ?? '')
  const { rows: found } = await sql<{ resNo: string; resName: string; isMine: boolean; isElsewhere: boolean }>`
    select r.res_no, r.res_name, ${mayChangeResource(context, entNo, 'edit')} or ${mayChangeResource(context, entNo, 'delete')} as is_mine,
      r.shr_stt = ${ShareState.shared} and r.to_ent_no <> ${entNo} as is_elsewhere
    from res r where r.ent_no = ${entNo} and r.res_no = any(${nos})`.execute(context.db)
  const byNo = new Map(found.map((one) => [one.resNo, one]))
  for (const { key, changed } of rows) {
    const one = byNo.get(key.res_no ?? '')
    if (!one) continue
    if (!one.isMine && changed.some((column) => !placed.includes(column)))
      throw new Fault('changedSince', `资源“${one.resName}”已不由你负责，不能撤销`)
    if (one.isElsewhere && changed.some((column) => reviewed.includes(column)))
      throw new Fault('changedSince', `资源“${one.resName}”共享出去要先审核，不能撤销，请重新设置共享`)
  }
})
