import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, moment, no, none, time14 } from '#contract/fields.ts'
import { flowNo } from '#domain/approvals/approvals.contract.ts'

const may = permissions('tsk')

const dlgNo = no.meta({ title: '委托编号' })

/** Describes a delegation of the caller's, or to them (`mineFlag` 0); without flows it holds for all. */
export const Delegation = z.object({
  dlgNo,
  mineFlag: flag,
  empName: z.string().meta({ title: '委托人' }),
  toName: z.string().meta({ title: '受托人' }),
  sTm: time14.meta({ title: '开始' }),
  eTm: time14.meta({ title: '结束' }),
  flows: z.array(z.string()).meta({ title: '流程' }),
  /** Tells whether it holds now (1), or begins later (0). */
  onFlag: flag,
})

/** Defines the calls with which people have somebody decide for them while they are away (docs/spec/approvals.md#delegation). */
export const delegations = resource('/user/tsk', {
  /** Lists what holds now or later, the first to begin first. */
  getdelegations: get(may.view, z.object({}), z.array(Delegation), { title: '查询我的委托' }),
  delegate: post(
    may.view,
    z.object({
      toNo: no.meta({ title: '受托人' }),
      sTm: moment.meta({ title: '开始' }),
      eTm: moment.meta({ title: '结束' }),
      flowNos: z.array(flowNo).max(50).default([]).meta({ title: '流程' }),
    }),
    z.object({ dlgNo }),
    '委托已设置',
    { title: '设置委托', undo: false },
  ),
  enddelegation: post(may.view, z.object({ dlgNo }), none, '委托已结束', { title: '结束委托', undo: false }),
})
