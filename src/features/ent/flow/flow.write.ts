import { sql } from 'kysely'
import { FlowState, keptSteps, type Step } from '#domain/approvals/approvals.contract.ts'
import type { LeaveFields } from '#domain/leaves/leaves.contract.ts'
import { requireFillable } from '#domain/forms/formTemplates.ts'
import { Fault, invalidField, takenField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { requireRow, softDelete, updateRow } from '#server/database/rows.ts'
import { checkForGuardians, checkLeaveFields, checkSteps } from './flow.check.ts'
import type { flow } from './flow.contract.ts'
import { leaveFieldsOf, readPublishedColumns, underWay } from './flow.list.ts'

type Which = { entNo: string; flowNo: string; ver?: number | undefined }

/** Throws invalid for a form that cannot be handed in, and taken for one that has a flow already. */
async function checkForm({ db }: Context, { entNo, tmplNo, flowNo = '' }: { entNo: string; tmplNo: string; flowNo?: string }) {
  const { typeNo } = await requireFillable(db, entNo, tmplNo)
  const other = await db
    .selectFrom('flow')
    .select('flowName')
    .where('entNo', '=', entNo)
    .where('tmplNo', '=', tmplNo)
    .where('flowNo', '<>', flowNo)
    .where('stt', '<>', FlowState.deleted)
    .executeTakeFirst()
  if (other) throw takenField('tmplNo', `这张表单已有审批流程“${other.flowName}”`)
  return typeNo
}

/** Locks a live flow of the caller's own enterprise. Throws notFound where there is none. */
async function lockFlow(context: Context, { entNo, flowNo }: Which) {
  requireOwn(context, entNo)
  const row = requireRow(
    await context.db
      .selectFrom('flow')
      .select(['flowName', 'tmplNo', 'steps', 'lve', 'startBy', 'verNo', 'stt'])
      .where('entNo', '=', entNo)
      .where('flowNo', '=', flowNo)
      .where('stt', '<>', FlowState.deleted)
      .forUpdate()
      .executeTakeFirst(),
  )
  return { ...row, steps: keptSteps(row.steps) }
}

export async function createFlow({ entNo, des, ...written }: Input<typeof flow.create>, context: Context) {
  requireOwn(context, entNo)
  await checkForm(context, { entNo, tmplNo: written.tmplNo })
  const flowNo = await context.number('FLOW_NO')
  return context.db
    .insertInto('flow')
    .values({ entNo, flowNo, ...written, des: des ?? null, stt: FlowState.draft })
    .returning(['flowNo', 'ver'])
    .executeTakeFirstOrThrow()
}

/** Writes a step as it is kept: without what belongs to another way to decide who decides. */
const kept = ({ who, roleNo, empNos, clmnNo, mode, cnt, escHrs, escTo, ...step }: Step): Step => ({
  ...step,
  who,
  roleNo: who === 'role' ? (roleNo ?? null) : null,
  empNos: who === 'named' ? [...new Set(empNos)] : [],
  clmnNo: who === 'field' ? (clmnNo ?? null) : null,
  mode,
  cnt: mode === 'some' ? (cnt ?? null) : null,
  hrs: step.hrs ?? null,
  escHrs: escHrs ?? null,
  escTo: escHrs ? (escTo ?? 'leader') : null,
  cond: step.cond ?? null,
  fills: [...new Set(step.fills)],
  hides: [...new Set(step.hides)],
  ccNos: [...new Set(step.ccNos)],
})

/** Writes a flow as it will be published next; what is in use stays as it is. */
export async function updateFlow(
  { entNo, flowNo, ver, steps, lve, startBy, ...changes }: Input<typeof flow.update>,
  context: Context,
) {
  const before = await lockFlow(context, { entNo, flowNo })
  const tmplNo = changes.tmplNo ?? before.tmplNo
  if (tmplNo !== before.tmplNo) {
    if (before.verNo !== null) throw invalidField('tmplNo', '发布过的流程不能换表单，请给那张表单新建一个流程')
    await checkForm(context, { entNo, flowNo, tmplNo })
  }
  const written = (steps ?? before.steps).map(kept)
  if (steps || tmplNo !== before.tmplNo)
    await checkSteps(context, entNo, written, {
      columns: await readPublishedColumns(context.db, entNo, tmplNo),
      startBy: startBy ?? before.startBy,
    })
  const parts = {
    ...(steps && { steps: JSON.stringify(written) }),
    ...(startBy && { startBy }),
    ...leaveChange(lve, tmplNo !== before.tmplNo),
  }
  return updateRow(context.db, 'flow', { entNo, flowNo }, { ver, ...changes, ...parts }, ['flowName', 'tmplNo', 'des', 'ver'])
}

// Forgets the fields of another form.
const leaveChange = (lve: LeaveFields | undefined, isOther: boolean) =>
  lve ? { lve: JSON.stringify(lve) } : isOther ? { lve: null } : {}

/** Publishes the steps as they are written: what is handed in from here on walks them, what is under way keeps its own. */
export async function publishFlow({ entNo, flowNo, ver }: Which, context: Context) {
  const { db } = context
  const { tmplNo, steps, lve: named, startBy, verNo: before } = await lockFlow(context, { entNo, flowNo })
  if (steps.length === 0) throw invalidField('steps', '还没有审批步骤，至少要有一步')
  const typeNo = await checkForm(context, { entNo, flowNo, tmplNo })
  const columns = await readPublishedColumns(db, entNo, tmplNo)
  await checkSteps(context, entNo, steps, { columns, startBy })
  const lve = leaveFieldsOf(named, typeNo, columns)
  if (lve) checkLeaveFields(lve, columns)
  if (startBy === 'ptr' || startBy === 'both') checkForGuardians(steps, columns)
  const leave = lve && JSON.stringify(lve)
  const verNo = (before ?? 0) + 1
  const { numAffectedRows } = await sql`insert into flowver (ent_no, flow_no, ver_no, steps, lve, start_by)
    select ${entNo}, ${flowNo}, ${verNo}, f.steps, ${leave}::jsonb, f.start_by from flow f where f.ent_no = ${entNo} and f.flow_no = ${flowNo}
      and not exists (select from flowver v where v.ent_no = f.ent_no and v.flow_no = f.flow_no and v.ver_no = f.ver_no
        and v.steps = f.steps and v.start_by = f.start_by and v.lve is not distinct from ${leave}::jsonb)`.execute(db)
  if (numAffectedRows === 0n) throw invalidField('steps', '没有需要发布的修改')
  await updateRow(db, 'flow', { entNo, flowNo }, { ver, verNo, lve: leave, stt: FlowState.published }, [])
  return { verNo }
}

/** Stops a flow, so that nothing new is handed in by it, or starts it again. */
export async function setFlowState({ entNo, flowNo, ver, stt }: Input<typeof flow.setstt>, context: Context) {
  const { verNo, tmplNo } = await lockFlow(context, { entNo, flowNo })
  if (verNo === null) throw invalidField('stt', '流程还没有发布，不能停用或启用')
  if (stt === FlowState.published) await checkForm(context, { entNo, flowNo, tmplNo })
  await updateRow(context.db, 'flow', { entNo, flowNo }, { ver, stt }, [])
  return null
}

/** Deletes a flow by which nothing is under way. Throws inUse, with the number, for others. */
export async function deleteFlow({ entNo, flowNo, ver }: Which, context: Context) {
  const { flowName } = await lockFlow(context, { entNo, flowNo })
  const { rows } = await withoutScope(context, () =>
    sql<{ count: number }>`select count(*)::int as count from prc where ent_no = ${entNo} and flow_no = ${flowNo}
      and stt = any(${underWay})`.execute(context.db),
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new Fault('inUse', `“${flowName}”还有 ${count} 个申请没有办完，不能删除。可以先停用，办完再删`)
  await context.db.deleteFrom('prcdraft').where('entNo', '=', entNo).where('flowNo', '=', flowNo).execute()
  return softDelete(context.db, 'flow', { entNo, flowNo }, ver)
}
