import { sql } from 'kysely'
import { lockDecision, settleDecision } from '#domain/decisions/decisions.ts'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import { requireNear } from '../mtg.read.ts'
import type { meetingMinutes } from './mtg.minutes.contract.ts'

/** Records for whoever runs a meeting that a decision is done, or not after all. Throws invalid where it is so already. */
export async function setDecision(
  context: Context,
  { entNo, mtgNo, decNo, stt, word }: Input<typeof meetingMinutes.setdecision>,
) {
  await requireNear(context, entNo, mtgNo, 'run')
  const decision = await lockDecision(context, { entNo, decNo }, sql`d.mtg_no = ${mtgNo}`)
  const isDone = stt === DecisionState.done
  if (decision.stt === stt) throw new Fault('invalid', isDone ? '这项决定已经完成' : '这项决定还没有完成，不用重开')
  await settleDecision(context, decision, { isDone, word })
  return null
}
