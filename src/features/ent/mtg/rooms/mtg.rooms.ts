import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { withMinutes } from '#contract/values/day.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import type { MeetingSession } from '../mtg.parts.contract.ts'

type Of = { entNo: string; mtgNo: string }

/** Selects whether the session `c` of the meeting `m` is still ahead or under way, in a draft or a published meeting. */
const isComing = sql`(m.stt in (${MeetingState.draft}, ${MeetingState.published}) and c.e_dt > now())`
// Limits the meetings that a refusal names.
const named = 3

/** Returns what in coming meetings a room is for, in words; undefined where none needs it. */
export async function needOf(db: Db, entNo: string, roomNo: string): Promise<string | undefined> {
  const { rows } = await sql<{
    mtgName: string
    sDt: string
    cnt: number
  }>`select m.mtg_name, c.s_dt, count(*) over ()::int as cnt
    from mtgschd c join mtg m using (ent_no, mtg_no) where c.ent_no = ${entNo} and c.room_no = ${roomNo} and ${isComing}
    order by c.s_dt, m.mtg_no limit ${named}`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const meetings = rows.map(({ mtgName, sDt }) => `“${mtgName}”（${withMinutes(sDt)}）`).join('、')
  return meetings + (first.cnt > named ? ` 等 ${first.cnt} 场` : '')
}

/** Refuses to stop or delete a room that a coming meeting needs, and names the meeting. */
export async function refuseNeeded(
  db: Db,
  entNo: string,
  { roomNo, roomName }: { roomNo: string; roomName: string },
  verb: string,
) {
  const need = await needOf(db, entNo, roomNo)
  if (need) throw new Fault('invalid', `会议室“${roomName}”不能${verb}：${need}要用，请先给会议换会议室`)
}

/** Gives the coming sessions in a room the name that it has now. */
export const renameComing = (db: Db, entNo: string, roomNo: string, roomName: string) =>
  sql`update mtgschd c set place = ${roomName} from mtg m where m.ent_no = c.ent_no and m.mtg_no = c.mtg_no
    and c.ent_no = ${entNo} and c.room_no = ${roomNo} and ${isComing} and c.place is distinct from ${roomName}`.execute(db)

/**
 * Returns sessions with the names of their rooms as places; the room of a session that stays in it is held as it is. Throws
 * invalid for a room that is not in use.
 */
export async function inRooms(db: Db, { entNo, mtgNo }: Of, schds: readonly MeetingSession[]): Promise<MeetingSession[]> {
  const asked = schds.flatMap(({ roomNo }) => roomNo ?? [])
  if (asked.length === 0) return [...schds]
  // Holds the rooms, for somebody may be stopping one.
  const { rows: rooms } = await sql<{ roomNo: string; roomName: string }>`select room_no, room_name from mtgroom
    where ent_no = ${entNo} and room_no = any(${asked}) and stt = ${Status.enabled} for share`.execute(db)
  const { rows: kept } = await sql<{ rdx: number; roomNo: string; place: string | null }>`select rdx, room_no, place from mtgschd
    where ent_no = ${entNo} and mtg_no = ${mtgNo} and room_no is not null`.execute(db)
  return schds.map((session) => {
    if (!session.roomNo) return session
    const same = kept.find(({ rdx, roomNo }) => rdx === session.rdx && roomNo === session.roomNo)
    const room = rooms.find(({ roomNo }) => roomNo === session.roomNo)
    if (!room && !same) throw invalidField('schds', `第 ${session.rdx} 场的会议室不存在或已停用，请重新选择`)
    return { ...session, place: same ? same.place : (room?.roomName ?? null) }
  })
}

/** Names a room of coming sessions of these meetings that is no longer in use; undefined where all are. */
export async function closedRoomOf(db: Db, entNo: string, mtgNos: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ roomName: string }>`select r.room_name from mtgschd c join mtg m using (ent_no, mtg_no)
    join mtgroom r on r.ent_no = c.ent_no and r.room_no = c.room_no
    where c.ent_no = ${entNo} and c.mtg_no = any(${mtgNos}) and r.stt <> ${Status.enabled} and ${isComing} limit 1`.execute(db)
  return rows[0]?.roomName
}

// Refuses an undo that takes a room away from coming meetings.
ruleAfterUndo('mtgroom', async (entNo, { db }, rows) => {
  const nos = rows.flatMap(({ key }) => key['room_no'] ?? [])
  const { rows: closed } = await sql<{ roomNo: string; roomName: string }>`select room_no, room_name from mtgroom
    where ent_no = ${entNo} and room_no = any(${nos}) and stt <> ${Status.enabled}`.execute(db)
  for (const { roomNo, roomName } of closed) {
    const need = await needOf(db, entNo, roomNo)
    if (need) throw new Fault('changedSince', `会议室“${roomName}”已安排给${need}，不能撤销`)
  }
})
