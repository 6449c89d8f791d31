import { sql } from 'kysely'
import { permissions, permits, type Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { Fault, takenField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import { softDelete, updateRow } from '#server/database/rows.ts'
import { readSeats } from '../mtg.clash.ts'
import { reachesMeeting } from '../mtg.reach.ts'
import { meetingRooms } from './mtg.rooms.contract.ts'
import { refuseNeeded, renameComing } from './mtg.rooms.ts'

const may = permissions('mtg')

const keeps = ({ me }: Pick<Context, 'me'>, rights: readonly Right[]) => permits(me, rights) && me.rights.reachOf(rights).whole

/** Throws forbidden for whoever changes their own meetings alone: rooms are everybody's. */
function requireKeeper(context: Context, entNo: string, rights: readonly Right[]) {
  requireOwn(context, entNo)
  if (!keeps(context, rights)) throw new Fault('forbidden', '会议室由管理全单位会议的人维护，你可以在会议里选用')
}

async function refuseTaken(db: Db, entNo: string, roomName: string, roomNo = '') {
  const { rows } = await sql`select from mtgroom where ent_no = ${entNo} and room_name = ${roomName} and room_no <> ${roomNo}
    and stt <> ${Status.deleted} limit 1`.execute(db)
  if (rows.length > 0) throw takenField('roomName', `已有会议室“${roomName}”，请换一个名称`)
}

export const meetingRoomHandlers = serve(meetingRooms, {
  async getrooms({ entNo }, context) {
    requireOwn(context, entNo)
    const rooms = await context.db
      .selectFrom('mtgroom')
      .select(['roomNo', 'roomName', 'place', 'seats', 'rem', 'stt', 'ver'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', Status.deleted)
      .orderBy('stt')
      .orderBy('roomName')
      .execute()
    // Casts the state: a deleted one is not read.
    const editFlag = keeps(context, may.edit) ? ('1' as const) : ('0' as const)
    return { editFlag, rooms: rooms.map((room) => ({ ...room, stt: room.stt as '1' | '2' })) }
  },

  async getroomuse({ entNo }, context) {
    requireOwn(context, entNo)
    const { rows } = await sql<{ roomNo: string; mtgNo: string | null; mtgName: string; sDt: string; eDt: string }>`
      select x.room_no, case when x.is_found then x.mtg_no end as mtg_no,
        case when x.is_found then x.mtg_name else '另有会议' end as mtg_name, x.s_dt, x.e_dt
      from (select c.room_no, m.mtg_no, m.mtg_name, c.s_dt, c.e_dt, ${reachesMeeting(context, entNo, 'find')} as is_found
        from mtgschd c join mtg m using (ent_no, mtg_no)
        where c.ent_no = ${entNo} and c.room_no is not null and m.stt in (${MeetingState.published}, ${MeetingState.ended})
          and c.s_dt < date_trunc('week', now()) + interval '7 days' and c.e_dt > date_trunc('week', now())) x
      order by x.s_dt, x.room_no`.execute(context.db)
    return rows
  },

  getroomseats: (asked, context) => readSeats(context, asked),

  async createroom({ entNo, ...room }, context) {
    requireKeeper(context, entNo, may.add)
    const { db } = context
    await refuseTaken(db, entNo, room.roomName)
    return db
      .insertInto('mtgroom')
      .values({ entNo, roomNo: await context.number('ROOM_NO'), ...room })
      .returning(['roomNo', 'ver'])
      .executeTakeFirstOrThrow()
  },

  async updateroom({ entNo, roomNo, ...changes }, context) {
    requireKeeper(context, entNo, may.edit)
    const { db } = context
    if (changes.roomName) await refuseTaken(db, entNo, changes.roomName, roomNo)
    const { roomName, ...saved } = await updateRow(db, 'mtgroom', { entNo, roomNo }, changes, ['roomNo', 'ver', 'roomName'])
    if (changes.stt === Status.disabled) await refuseNeeded(db, entNo, { roomNo, roomName }, '停用')
    if (changes.roomName) await renameComing(db, entNo, roomNo, roomName)
    return saved
  },

  async deleteroom({ entNo, roomNo, ver }, context) {
    requireKeeper(context, entNo, may.delete)
    const { db } = context
    await softDelete(db, 'mtgroom', { entNo, roomNo }, ver)
    const room = await db
      .selectFrom('mtgroom')
      .select(['roomNo', 'roomName'])
      .where('entNo', '=', entNo)
      .where('roomNo', '=', roomNo)
      .executeTakeFirstOrThrow()
    await refuseNeeded(db, entNo, room, '删除')
    return null
  },
})
