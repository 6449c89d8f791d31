import { sql, type SqlBool } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { isLeaveWithin, leaveEnd } from '#domain/leaves/leaves.ts'
import { isExpected } from '#domain/meetings/meetings.ts'
import type { Input } from '#server/call/serve.ts'
import type { mtg } from './mtg.contract.ts'
import type { meetingRooms } from './rooms/mtg.rooms.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { reachesMeeting } from './mtg.reach.ts'
import { dbTimestamp, dbTime } from '#server/database/dbTime.ts'
import { requireNear } from './mtg.read.ts'

// Limits the clashes, for nobody reads more.
const most = 500
// Limits the span in days: a longer one would reveal how somebody's weeks are filled.
const mostDays = 31

/**
 * Finds other meetings in the same room or at the same place, or with the same people, in a time: those named, as far as the
 * caller reaches them, and those of the meeting that is changed or copied; and who of these is on leave then. Leaves out the name of a meeting that the caller does not find. Throws invalid for too long a time.
 */
export async function readClashes(context: Context, asked: Input<typeof mtg.getclash>) {
  const { entNo, schdSDt, schdEDt, roomNo, place = '', empNos = [], mtgNo = '', fromNo = '' } = asked
  if (Date.parse(dbTime(schdEDt)) - Date.parse(dbTime(schdSDt)) > mostDays * 86_400_000)
    throw new Fault('invalid', `一场会议最长 ${mostDays} 天`, {
      errors: [{ field: 'schdEDt', message: `一场会议最长 ${mostDays} 天` }],
    })
  for (const no of [mtgNo, fromNo]) if (no) await requireNear(context, entNo, no, 'run')
  const room = roomNo ? await readRoom(context.db, entNo, roomNo) : undefined
  const places = room ? [room.roomName] : [place]
  // Compares rooms by number where both meetings have one, and places by their text otherwise.
  const isThere = sql<SqlBool>`case when ${room?.roomNo ?? null}::text is not null and n.room_no is not null
    then n.room_no = ${room?.roomNo ?? null} else n.place = any(${places}) end`
  const { rows } = await sql<Clash>`
    with people as (${peopleOf({ entNo, empNos, mtgNo, fromNo })}), near as (
      select m.ent_no, m.mtg_no, case when ${reachesMeeting(context, entNo, 'find')} then m.mtg_name else '另有会议' end as mtg_name,
        c.room_no, c.place, c.s_dt, c.e_dt
      from mtgschd c join mtg m using (ent_no, mtg_no)
      where c.ent_no = ${entNo} and m.stt = '2' and m.mtg_no <> ${mtgNo} and c.s_dt < ${dbTimestamp(schdEDt)} and c.e_dt > ${dbTimestamp(schdSDt)}
    )
    select 'place' as kind, n.place as name, n.mtg_name, n.s_dt, n.e_dt from near n where ${isThere}
    union all
    select 'man', x.man_name, n.mtg_name, n.s_dt, n.e_dt from near n join mtgman x using (ent_no, mtg_no) join people using (emp_no)
    where ${isExpected}
    union all
    select 'leave', e.emp_name, '请假', l.s_tm, ${leaveEnd} from lve l join people using (emp_no) join emp e using (ent_no, emp_no)
    where l.ent_no = ${entNo} and ${isLeaveWithin(dbTimestamp(schdSDt), dbTimestamp(schdEDt))}
    order by 1 desc, 2, 4 limit ${most}`.execute(context.db)
  return rows
}

type Clash = { kind: 'place' | 'man' | 'leave'; name: string; mtgName: string; sDt: string; eDt: string }
type Room = { roomNo: string; roomName: string; seats: number | null }
type Of = { entNo: string; empNos: readonly string[]; mtgNo: string; fromNo: string }

/** Selects the employees who are named, and who are expected at the meeting that is changed or copied. */
const peopleOf = ({ entNo, empNos, mtgNo, fromNo }: Of) => sql`select emp_no from emp where ent_no = ${entNo}
    and emp_no = any(${empNos})
  union select x.emp_no from mtgman x where x.ent_no = ${entNo} and x.mtg_no in (${mtgNo}, ${fromNo}) and ${isExpected}
    and x.emp_no is not null`

async function readRoom(db: Db, entNo: string, roomNo: string): Promise<Room | undefined> {
  const { rows } =
    await sql<Room>`select room_no, room_name, seats from mtgroom where ent_no = ${entNo} and room_no = ${roomNo}`.execute(db)
  return rows[0]
}

/** Counts the people of a meeting beside the seats of its room: those named, and those of the meeting that is changed or copied. */
export async function readSeats(context: Context, asked: Input<typeof meetingRooms.getroomseats>) {
  const { entNo, roomNo, empNos = [], moreCnt = 0, mtgNo = '', fromNo = '' } = asked
  for (const no of [mtgNo, fromNo]) if (no) await requireNear(context, entNo, no, 'run')
  const { roomName, seats } = requireRow(await readRoom(context.db, entNo, roomNo))
  const { rows } = await sql<{ cnt: number }>`select (select count(*) from (${peopleOf({ entNo, empNos, mtgNo, fromNo })}) p)::int
    + (select count(*) from mtgman x where x.ent_no = ${entNo} and x.mtg_no in (${mtgNo}, ${fromNo}) and x.emp_no is null
      and ${isExpected})::int as cnt`.execute(context.db)
  return { roomName, seats, manCnt: (rows[0]?.cnt ?? 0) + moreCnt }
}
