import { sql } from 'kysely'
import { eventCodes, messageEvents } from '#domain/messages/messages.contract.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { msg } from './msg.contract.ts'

/** Lists the events that send a message, and whether the enterprise tells of each. */
export async function readEvents(context: Context, entNo: string) {
  requireOwn(context, entNo)
  const { rows } = await sql<{ evt: string }>`select evt from msgevt where ent_no = ${entNo} and use_flag = '0'`.execute(
    context.db,
  )
  const off = new Set(rows.map(({ evt }) => evt))
  return eventCodes.map((evt) => ({ evt, ...messageEvents[evt], useFlag: off.has(evt) ? ('0' as const) : ('1' as const) }))
}

/** Lets the enterprise tell of an event, or not; one that was switched on again keeps its row. */
export async function setEvent(context: Context, { entNo, evt, useFlag }: Input<typeof msg.setevent>) {
  requireOwn(context, entNo)
  await sql`insert into msgevt as v (ent_no, evt, use_flag) values (${entNo}, ${evt}, ${useFlag})
    on conflict (ent_no, evt) do update set use_flag = excluded.use_flag where v.use_flag <> excluded.use_flag`.execute(
    context.db,
  )
}
