import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Column } from '#contract/form/column.ts'
import { FlowState, keptSteps, ProcessState, type StartBy, type Step } from '#domain/approvals/approvals.contract.ts'
import { type LeaveFields, likelyLeaveFields } from '#domain/leaves/leaves.contract.ts'
import { readEnterpriseRoles } from '#server/access/enterpriseRoles.ts'
import { likeOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Db } from '#server/database/database.ts'

type Filter = { entNo: string; stt?: string | undefined; keyWord?: string | undefined }

/** Names the states in which a form that was handed in still needs its flow. */
export const underWay = [ProcessState.open, ProcessState.returned]

/** Selects the live flows of the caller's own enterprise. */
export function flows(context: Context, { entNo, stt, keyWord }: Filter) {
  requireOwn(context, entNo)
  const like = likeOf(keyWord)
  return context.db
    .selectFrom('flow as f')
    .innerJoin('tmpl as t', (on) => on.onRef('t.entNo', '=', 'f.entNo').onRef('t.tmplNo', '=', 'f.tmplNo'))
    .where('f.entNo', '=', entNo)
    .where('f.stt', '<>', FlowState.deleted)
    .$if(!!stt, (list) => list.where('f.stt', '=', stt as string))
    .$if(!!keyWord, (list) =>
      list.where(({ eb, or }) => or([eb(sql`lower(f.flow_name)`, 'like', like), eb(sql`lower(t.tmpl_name)`, 'like', like)])),
    )
}

/** Lists the columns of a flow in the list. */
export const flowColumns = [
  ...(['f.flowNo', 'f.flowName', 'f.tmplNo', 't.tmplName', 'f.des', 'f.stt', 'f.verNo', 'f.updTm', 'f.ver'] as const),
  // Casts what the table's checks admit.
  sql<StartBy>`f.start_by`.as('startBy'),
  sql<number>`jsonb_array_length(f.steps)`.as('stepCnt'),
  sql<number>`(select count(*)::int from prc p where p.ent_no = f.ent_no and p.flow_no = f.flow_no
    and p.stt in (${sql.join(underWay)}))`.as('openCnt'),
] as const

/** Reads a flow with its steps, and the names of whom and what these mention. Throws notFound where there is none. */
export async function readFlow(context: Context, { entNo, flowNo }: { entNo: string; flowNo: string }) {
  const { typeNo, ...row } = requireRow(
    await flows(context, { entNo })
      .where('f.flowNo', '=', flowNo)
      .select(flowColumns)
      .select([
        'f.steps',
        'f.lve',
        't.typeNo',
        sql<'0' | '1'>`case when exists (select from flowver v where v.ent_no = f.ent_no and v.flow_no = f.flow_no
          and v.ver_no = f.ver_no and v.steps = f.steps and v.start_by = f.start_by
          and (f.lve is null or v.lve = f.lve)) then '0' else '1' end`.as('changedFlag'),
      ])
      .executeTakeFirst(),
  )
  const steps = keptSteps(row.steps)
  const billClmns = await readPublishedColumns(context.db, entNo, row.tmplNo)
  const roles = await readEnterpriseRoles(context.db, entNo, [...new Set(steps.flatMap(({ roleNo }) => roleNo ?? []))])
  return {
    ...row,
    steps,
    people: await namesIn(context.db, entNo, steps),
    roles: roles.map(({ roleNo, roleName }) => ({ roleNo, roleName })),
    lve: leaveFieldsOf(row.lve, typeNo, billClmns),
    billClmns,
  }
}

/** Returns the fields that tell of a leave: as they were named, or as the form suggests; null for forms of other types. */
export function leaveFieldsOf(kept: unknown, typeNo: string, columns: readonly Column[]): LeaveFields | null {
  const likely = likelyLeaveFields(typeNo, columns)
  // Trusts what is kept: the call that wrote it checked it.
  return likely && ((kept as LeaveFields | null) ?? likely)
}

/** Lists whom steps name, each once. */
export const namedIn = (steps: readonly Pick<Step, 'empNos' | 'ccNos'>[]) => [
  ...new Set(steps.flatMap(({ empNos, ccNos }) => [...empNos, ...ccNos])),
]

async function namesIn(db: Db, entNo: string, steps: readonly Step[]) {
  const empNos = namedIn(steps)
  if (empNos.length === 0) return []
  const rows = await db
    .selectFrom('emp')
    .select(['empNo', 'empName', 'stt'])
    .where('entNo', '=', entNo)
    .where('empNo', 'in', empNos)
    .execute()
  const known = new Map(rows.map((row) => [row.empNo, row]))
  return empNos.map((empNo) => {
    const { empName = '（不在可查看的范围内）', stt = Status.enabled } = known.get(empNo) ?? {}
    return { empNo, empName, goneFlag: stt === Status.enabled ? ('0' as const) : ('1' as const) }
  })
}

/** Reads the fields of the published version of a form, also while it is disabled; none where it was never published. */
export async function readPublishedColumns(db: Db, entNo: string, tmplNo: string): Promise<Column[]> {
  const { rows } = await sql<{ billClmns: Column[] }>`select v.bill_clmns from tmpl t
    join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.tmpl_no = ${tmplNo}`.execute(db)
  return rows[0]?.billClmns ?? []
}
