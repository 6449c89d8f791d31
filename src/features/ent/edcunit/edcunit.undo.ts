import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { Fault } from '#server/base/fault.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'

// Requires a unit in use above what is back in use.
ruleAfterUndo('edcunit', async (entNo, { db }, rows) => {
  const unitNos = rows.flatMap(({ key }) => key.unit_no ?? [])
  const { rows: off } = await sql<{ unitName: string; above: string }>`
    select u.unit_name, p.unit_name as above from edcunit u join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
    where u.ent_no = ${entNo} and u.unit_no = any(${unitNos}) and u.stt = ${Status.enabled} and p.stt <> ${Status.enabled} limit 1`.execute(
    db,
  )
  if (off[0]) throw new Fault('changedSince', `“${off[0].unitName}”的上级“${off[0].above}”已停用，请先启用上级再撤销`)
})
