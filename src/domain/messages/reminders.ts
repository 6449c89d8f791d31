import { type RawBuilder, sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
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

/**
 * Reminds those receivers `t` of a message of whom something is awaited, each at most once a day; answers how many. Throws invalid
 * where all were reminded today, or with `nobody` where nothing is awaited of anybody.
 */
export async function remindOnceADay(
  within: Within,
  { entNo, msgNo }: { entNo: string; msgNo: string | null },
  { isAwaited, nobody }: { isAwaited: RawBuilder<unknown>; nobody: string },
): Promise<{ remindCnt: number }> {
  const waiting = sql`t.ent_no = ${entNo} and t.msg_no = ${msgNo} and t.gone_tm is null and ${isAwaited}`
  const isFirstToday = sql`(t.remind_tm is null or t.remind_tm < current_date)`
  const counts = await remindReceivers(within, entNo, sql`${waiting} and ${isFirstToday}`)
  const remindCnt = counts.get(msgNo ?? '') ?? 0
  if (remindCnt > 0) return { remindCnt }
  const { rows } = await sql`select from msgto t join msg m using (ent_no, msg_no) where ${waiting} limit 1`.execute(within.db)
  throw new Fault('invalid', rows.length > 0 ? '今天已经提醒过，明天才能再提醒' : nobody)
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
