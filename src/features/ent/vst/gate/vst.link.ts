import { VisitState } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { recordLook } from '#server/history/history.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { hostKey } from '#domain/visits/visitKeys.ts'
import { hostWithin } from '#domain/visits/visits.ts'
import type { vst } from '../vst.contract.ts'
import { selectVisits } from '../vst.list.ts'

/**
 * Returns the link with which the host answers on a phone. Throws notFound for a missing visit, forbidden for impersonators, who
 * may not pass on an answer, invalid where none is awaited.
 */
export async function makeHostKey({ entNo, vstNo }: Input<typeof vst.makehostkey>, context: Context) {
  const { db, me, services } = context
  if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能发出确认链接')
  const list = selectVisits(db, { entNo, vstNos: [vstNo], hostNo: hostWithin(context, entNo) })
  const { toEmpNo, planEDt, sttNow } = requireRow(await list.executeTakeFirst())
  if (sttNow !== VisitState.waiting) throw new Fault('invalid', '这次来访不再等待确认')
  await recordLook(db, entNo, 'vst', { vst_no: vstNo, field: 'hostKey' })
  const until = Date.parse(planEDt.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6+08:00'))
  return { hostKey: hostKey(services.secret, { entNo, vstNo, empNo: toEmpNo }, until) }
}
