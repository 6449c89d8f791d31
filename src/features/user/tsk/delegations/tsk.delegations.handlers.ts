import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { withMinutes } from '#contract/values/day.ts'
import { holdsNow } from '#domain/approvals/delegates.ts'
import { handOver } from '#domain/approvals/delegating.ts'
import { lockPeople } from '#domain/staff/staff.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { type Input, serve } from '#server/call/serve.ts'
import { dbTimestamp } from '#server/database/dbTime.ts'
import { countedNo, requireRow, updateRow } from '#server/database/rows.ts'
import { type Delegation, delegations } from './tsk.delegations.contract.ts'

type Row = z.output<typeof Delegation>

/** Refuses a time that has passed, and whom nothing can be delegated to. */
async function checkDelegation({ db, me }: Context, { entNo, toNo, sTm, eTm, flowNos }: Input<typeof delegations.delegate>) {
  if (eTm <= sTm) throw invalidField('eTm', '结束要在开始之后')
  if (toNo === me.idntVal) throw invalidField('toNo', '不能委托给自己')
  const { rows } = await sql<{ isPast: boolean; isThere: boolean; flows: number }>`select ${dbTimestamp(eTm)} <= now() as is_past,
    exists (select from emp where ent_no = ${entNo} and emp_no = ${toNo} and stt = ${Status.enabled}) as is_there,
    (select count(*)::int from flow where ent_no = ${entNo} and flow_no = any(${flowNos}) and stt <> ${Status.deleted}) as flows`.execute(
    db,
  )
  const { isPast, isThere, flows } = requireRow(rows[0])
  if (isPast) throw invalidField('eTm', '结束时间已经过去')
  if (!isThere) throw invalidField('toNo', '这位员工不在职，请选别人')
  if (flows < new Set(flowNos).size) throw invalidField('flowNos', '所选流程有的已不存在，请重新选择')
}

/** Refuses a second delegation for the same time and flows, naming the first. */
async function refuseOverlap({ db, me }: Context, { entNo, sTm, eTm, flowNos }: Input<typeof delegations.delegate>) {
  const { rows } = await sql<{
    toName: string
    sTm: string
    eTm: string
  }>`select e.emp_name as to_name, d.s_tm, d.e_tm from deleg d
    join emp e on e.ent_no = d.ent_no and e.emp_no = d.to_no
    where d.ent_no = ${entNo} and d.emp_no = ${me.idntVal} and d.stt = '1'
      and d.s_tm < ${dbTimestamp(eTm)} and d.e_tm > ${dbTimestamp(sTm)}
      and (d.flow_nos = '{}' or ${flowNos.length === 0} or d.flow_nos && ${flowNos}::text[]) limit 1`.execute(db)
  const [other] = rows
  if (!other) return
  const when = `${withMinutes(other.sTm)} 至 ${withMinutes(other.eTm)}`
  throw invalidField('sTm', `这段时间已经委托给${other.toName}（${when}），请先结束那个委托，或换一段时间`)
}

async function delegate(asked: Input<typeof delegations.delegate>, context: Context) {
  const { entNo, toNo, sTm, eTm, flowNos } = asked
  const { db, me } = context
  requireOwn(context, entNo)
  refuseImpersonation(context, '替他委托')
  return withoutScope(context, async () => {
    await lockPeople(db, entNo, [me.idntVal])
    await checkDelegation(context, asked)
    await refuseOverlap(context, asked)
    const times = { sTm: dbTimestamp(sTm) as never, eTm: dbTimestamp(eTm) as never }
    const { dlgNo } = await db
      .insertInto('deleg')
      .values({ entNo, empNo: me.idntVal, toNo, ...times, flowNos: [...new Set(flowNos)] })
      .returning('dlgNo')
      .executeTakeFirstOrThrow()
    await handOver(context, entNo, me.idntVal)
    return { dlgNo: String(dlgNo) }
  })
}

async function endDelegation({ entNo, dlgNo }: { entNo: string; dlgNo: string }, context: Context) {
  const { db, me } = context
  requireOwn(context, entNo)
  refuseImpersonation(context, '替他结束委托')
  const { rows } = await sql<{ isOver: boolean }>`select stt = '0' or e_tm <= now() as is_over from deleg
    where ent_no = ${entNo} and dlg_no = ${countedNo(dlgNo)} and emp_no = ${me.idntVal} for update`.execute(db)
  if (requireRow(rows[0]).isOver) throw new Fault('invalid', '这个委托已经结束')
  await updateRow(db, 'deleg', { entNo, dlgNo: countedNo(dlgNo) }, { stt: Status.deleted }, [])
  return null
}

export const delegationHandlers = serve(delegations, {
  async getdelegations({ entNo }, context) {
    requireOwn(context, entNo)
    const { db, me } = context
    return withoutScope(context, async () => {
      const { rows } =
        await sql<Row>`select d.dlg_no::text as dlg_no, case when d.emp_no = ${me.idntVal} then '1' else '0' end as mine_flag,
          o.emp_name, t.emp_name as to_name, d.s_tm, d.e_tm, case when ${holdsNow} then '1' else '0' end as on_flag,
          (select coalesce(array_agg(f.flow_name order by f.flow_no), '{}') from flow f
            where f.ent_no = d.ent_no and f.flow_no = any(d.flow_nos)) as flows
        from deleg d join emp o on o.ent_no = d.ent_no and o.emp_no = d.emp_no join emp t on t.ent_no = d.ent_no and t.emp_no = d.to_no
        where d.ent_no = ${entNo} and ${me.idntVal} in (d.emp_no, d.to_no) and d.stt = '1' and d.e_tm > now()
        order by d.s_tm, d.dlg_no`.execute(db)
      return rows
    })
  },
  delegate,
  enddelegation: endDelegation,
})
