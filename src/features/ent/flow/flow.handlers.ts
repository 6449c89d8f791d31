import { Status } from '#contract/fields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { childColumn } from '#domain/approvals/guardianFields.contract.ts'
import { tryWalk } from '#domain/approvals/walking.ts'
import { readFilled } from '#domain/forms/formTemplates.ts'
import { invalidField } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import { pageOf } from '#server/database/rows.ts'
import { flow } from './flow.contract.ts'
import { flowColumns, flows, readFlow } from './flow.list.ts'
import { findNamed } from './flow.find.ts'
import { createFlow, deleteFlow, publishFlow, setFlowState, updateFlow } from './flow.write.ts'
import './flow.table.ts'

export const flowHandlers = serve(flow, {
  getpage: ({ pageIndex, pageSize, ...filter }, context) =>
    pageOf(flows(context, filter).select(flowColumns), ['-f.updTm', 'f.flowNo'], { pageIndex, pageSize }),

  get: (key, context) => readFlow(context, key),
  find: findNamed,
  create: createFlow,
  update: updateFlow,
  publish: publishFlow,
  setstt: setFlowState,
  delete: deleteFlow,

  async try({ entNo, flowNo, empNo, vals, chosen }, context) {
    const { db } = context
    const { steps, billClmns, startBy } = await readFlow(context, { entNo, flowNo })
    const isGuardians = startBy === 'ptr'
    if (!isGuardians) await requireStarter(db, entNo, empNo)
    const values = await readFilled(db, entNo, billClmns.map(optional), vals)
    const child = isGuardians ? childIn(billClmns, values) : null
    const starter = isGuardians ? null : (empNo ?? null)
    return tryWalk(context, entNo, { flowNo, steps, columns: billClmns, starter, stuNo: child, vals: values, chosen })
  },
})

async function requireStarter(db: Db, entNo: string, empNo = '') {
  const starter = await db
    .selectFrom('emp')
    .select('empNo')
    .where('entNo', '=', entNo)
    .where('empNo', '=', empNo)
    .where('stt', '=', Status.enabled)
    .executeTakeFirst()
  if (!starter) throw invalidField('empNo', '这位员工不存在，或已离职、停用，请另选一位')
}

const childIn = (columns: readonly Column[], values: FormValues): string | null =>
  (values[childColumn(columns)?.clmnNo ?? ''] as { no: string }[] | undefined)?.[0]?.no ?? null

/** Lets a field be left out, for a trial needs only what decides about the way. */
const optional = (column: Column): Column => ({ ...column, mustFlag: '0' })
