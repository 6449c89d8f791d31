import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { isOpen, isThere } from './inbox.ts'
import { signalInbox, type Within } from './messages.ts'
import { MessageNeed } from './needs.contract.ts'
import { routeLateReaders, routeLater } from './delivery/routing.ts'

/** Reminds those receivers `t` of the message `m` who match; answers how many of each message. */
export async function remindReceivers(within: Within, entNo: string, which: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ msgNo: string }>`update msgto t set remind_tm = now(), remind_cnt = t.remind_cnt + 1 from msg m
    where t.ent_no = ${entNo} and m.ent_no = t.ent_no and m.msg_no = t.msg_no and ${which} returning t.msg_no`.execute(within.db)
  const counts = new Map([...Map.groupBy(rows, ({ msgNo }) => msgNo)].map(([msgNo, some]) => [msgNo, some.length]))
  for (const msgNo of counts.keys()) {
    await signalInbox(within.db, { entNo, msgNo })
    await routeLater(within, { entNo, msgNo })
  }
  return counts
}

// Finds who still owes an answer that is due within a day, to what came to them earlier, and has not been reminded since; a job
// does it every hour.
const dayBefore = sql`m.due_tm - interval '1 day'`
const isDueTomorrow = sql`${isThere} and ${isOpen} and m.need <> ${MessageNeed.none} and now() between ${dayBefore} and m.due_tm
  and t.came_tm < ${dayBefore} and (t.remind_tm is null or t.remind_tm < least(${dayBefore}, current_date))`

/** Reminds a day before an answer is due, and sends a short message about what asks for an act and is still unread. */
export const remindOfDue = ({ database, jobs }: Services, entNo: string) =>
  transaction(database.pool, { entNo }, async (db: Db) => {
    await remindReceivers({ db, services: { jobs } }, entNo, isDueTomorrow)
    await routeLateReaders({ jobs }, db, entNo)
  })
