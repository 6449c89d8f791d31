import { permissions, permits } from '#contract/access.ts'
import { Fault } from '#server/base/fault.ts'
import { requireDescendants } from '#server/call/scope.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { ent, stateChange } from './ent.contract.ts'
import { checkIdentity } from './ent.rules.ts'
import { checkDepth, readEnterpriseNodes, parentOf } from './ent.tree.ts'

const may = permissions('ent')

// Applies the rules of a change to what an undo restores: who may, where it lies, and how deep.
ruleAfterUndo('ent', async (entNo, context, rows) => {
  const { db, me } = context
  const changed = new Set(rows.flatMap((row) => row.changed))
  if (entNo !== me.entNo && ![may.edit, may.delete].some((access) => permits(me, access))) throw new Fault('forbidden')
  if (changed.has('stt') && ![stateChange.access, may.delete].some((access) => permits(me, access))) throw new Fault('forbidden')
  const { prtNo } = await db.selectFrom('ent').select('prtNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  if (!prtNo || !['prt_no', 'stt'].some((column) => changed.has(column))) return
  if (prtNo !== me.entNo) await requireDescendants(context, ent.updateprtent, [prtNo])
  const [one] = await readEnterpriseNodes(db, [entNo]).catch(() => [])
  if (!one) return
  const above = await parentOf(db, prtNo)
  await checkIdentity(db, above, one)
  checkDepth(above, one.height)
})
