import { sql } from 'kysely'
import { fieldsHiddenFrom } from '#domain/approvals/hiding.ts'
import { cutShort, lockLeave } from '#domain/leaves/cutShort.ts'
import { type LeaveFields, LeaveState } from '#domain/leaves/leaves.contract.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { pageOf, updateRow } from '#server/database/rows.ts'
import { lve } from './lve.contract.ts'
import { exportLeaves } from './export/lve.export.ts'
import { leaveColumns, leaveDays, leaves, readLeave } from './lve.list.ts'
import './lve.table.ts'

type Which = { entNo: string; lveNo: string; ver?: number | undefined }

/** Locks the leave of a pupil that goes on now. Throws notFound beyond reach, invalid for employees and other times. */
async function lockPupil(context: Context, which: Which) {
  requireOwn(context, which.entNo)
  refuseImpersonation(context, '替他登记')
  await readLeave(context, which)
  const leave = await lockLeave(context, which)
  if (!leave.stuNo) throw new Fault('invalid', '员工请假不用登记离校和返校')
  return leave
}

async function letOut(
  context: Context,
  { ftchName, ftchRelt, ver, ...which }: Which & { ftchName?: string | null | undefined; ftchRelt?: string | null | undefined },
) {
  const { stt, isLeft, name } = await lockPupil(context, which)
  if (isLeft) throw new Fault('invalid', `${name}已经登记过离校`)
  if (stt === LeaveState.ahead) throw new Fault('invalid', `${name}的请假还没有开始，不能离校`)
  if (stt === LeaveState.over) throw new Fault('invalid', `${name}的请假已经结束，不能离校`)
  const left = { leftTm: sql`now()`, leftNo: context.me.idntVal, ftchName: ftchName ?? null, ftchRelt: ftchRelt ?? null }
  await updateRow(context.db, 'lve', which, { ver, ...left }, [])
  return null
}

async function takeBack(context: Context, { ver, ...which }: Which) {
  const { isLeft, isBack, name } = await lockPupil(context, which)
  if (!isLeft) throw new Fault('invalid', `${name}还没有登记离校`)
  if (isBack) throw new Fault('invalid', `${name}已经登记过返校`)
  await updateRow(context.db, 'lve', which, { ver, backTm: sql`now()`, backNo: context.me.idntVal }, [])
  return null
}

/** Leaves the reason out for who decided in a step that hides that field. */
async function read(context: Context, which: Which) {
  const { lve: fields, ...leave } = await readLeave(context, which)
  const hidden = await fieldsHiddenFrom(context, { entNo: which.entNo, prcNo: leave.prcNo })
  // Trusts what is kept: the call that wrote it checked it. Versions from before do not say which field tells the reason.
  const reason = (fields as LeaveFields | null)?.rsn
  const isHidden = reason ? hidden.has(reason) : hidden.size > 0
  return { ...leave, rsn: isHidden ? null : leave.rsn }
}

export const lveHandlers = serve(lve, {
  async getpage({ pageIndex, pageSize, ...asked }, context) {
    return pageOf((await leaves(context, asked)).select(leaveColumns), ['-l.sTm', 'l.lveNo'], { pageIndex, pageSize })
  },
  getcalendar: (asked, context) => leaveDays(context, asked),
  get: (which, context) => read(context, which),
  export: exportLeaves,
  leave: (input, context) => letOut(context, input),
  back: (input, context) => takeBack(context, input),

  async cut(which, context) {
    requireOwn(context, which.entNo)
    refuseImpersonation(context, '替他销假')
    await readLeave(context, which)
    await cutShort(context, which)
    return null
  },
})
