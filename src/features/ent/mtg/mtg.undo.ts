import { sql } from 'kysely'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { isAttendee, wasThere } from '#domain/meetings/meetings.ts'
import { type SetBack, ruleAfterUndo } from '#server/history/undo.ts'
import { reachesMeeting } from './mtg.reach.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { fixedOnceAsked } from './mtg.write.ts'
import { closedRoomOf } from './rooms/mtg.rooms.ts'

const settledColumns = new Set<string>([...fixedOnceAsked.map(snakeOf), 'ver_no'])

type Row = SetBack & { mtgNo: string; stt: string; runs: boolean; isAnswered: boolean }

/** Returns what was restored, with the meetings that it belongs to as they are now. */
async function ofMeetings(entNo: string, context: Context, rows: SetBack[]): Promise<Row[]> {
  const { rows: meetings } = await sql<
    Omit<Row, keyof SetBack>
  >`select m.mtg_no, m.stt, ${reachesMeeting(context, entNo, 'run')} as runs,
      exists (select from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no and (x.rep_tm is not null or x.appl_type is not null))
        or exists (select from mtgsign g where g.ent_no = m.ent_no and g.mtg_no = m.mtg_no) as is_answered
    from mtg m where m.ent_no = ${entNo} and m.mtg_no = any(${rows.flatMap(({ key }) => key.mtg_no ?? [])})`.execute(context.db)
  const byNo = new Map(meetings.map((one) => [one.mtgNo, one]))
  return rows.flatMap((row) => {
    const meeting = byNo.get(row.key.mtg_no ?? '')
    return meeting ? [{ ...row, ...meeting }] : []
  })
}

/** Refuses to bring a coming session back into a room that was stopped or deleted since. */
async function refuseClosedRoom(entNo: string, { db }: Context, rows: Row[]) {
  const closed = await closedRoomOf(
    db,
    entNo,
    rows.map(({ mtgNo }) => mtgNo),
  )
  if (closed) throw new Fault('changedSince', `会议室“${closed}”已停用或删除，不能撤销`)
}

const states: Record<string, string> = { [MeetingState.ended]: '会议已结束', [MeetingState.cancelled]: '会议已取消' }
const { deleted, draft, published, ended } = MeetingState

/** Refuses what a meeting no longer allows in the state that it is in, or is past the caller's reach. */
function refuse(row: Row, isReached: boolean, ...open: string[]) {
  if (!isReached) throw new Fault('changedSince', '会议已不由你负责，不能撤销')
  if (!open.includes(row.stt)) throw new Fault('changedSince', `${states[row.stt] ?? '会议还是草稿'}，不能撤销`)
}

// Applies the rules of a change to what an undo restores.
ruleAfterUndo('mtg', async (entNo, context, rows) => {
  const meetings = await ofMeetings(entNo, context, rows)
  if (meetings.some(({ changed }) => changed.includes('stt'))) await refuseClosedRoom(entNo, context, meetings)
  for (const row of meetings) {
    const isMoved = row.changed.includes('stt') || row.act === 'insert'
    refuse(row, row.runs, ...(isMoved ? [row.stt] : [draft, published]))
    if (row.stt === draft && isMoved && !row.lifted && row.isAnswered)
      throw new Fault('changedSince', '已有人回执、申请或签到，不能再改回草稿；不开了可以取消会议')
    if (row.stt !== draft && row.act === 'update' && row.changed.some((column) => settledColumns.has(column)))
      throw new Fault('changedSince', '会议已发布，不能再改回原来的名称、主持人或签到方式')
  }
})

ruleAfterUndo('mtgschd', async (entNo, context, rows) => {
  const meetings = await ofMeetings(entNo, context, rows)
  for (const row of meetings) refuse(row, row.runs, deleted, draft, published)
  await refuseClosedRoom(entNo, context, meetings)
})

ruleAfterUndo('mtgsign', async (entNo, context, rows) => {
  for (const row of await ofMeetings(entNo, context, rows)) refuse(row, row.runs, published, ended)
})

// Lets everybody undo their own applications and replies.
ruleAfterUndo('mtgman', async (entNo, context, rows) => {
  const { rows: own } = await sql<{ mtgNo: string; manNo: string }>`select mtg_no, man_no from mtgman
    where ent_no = ${entNo} and emp_no = ${context.me.idntVal}`.execute(context.db)
  const mine = new Set(own.map(({ mtgNo, manNo }) => `${mtgNo} ${manNo}`))
  for (const row of await ofMeetings(entNo, context, rows))
    refuse(row, row.runs || mine.has(`${row.mtgNo} ${row.key.man_no}`), deleted, draft, published)
  const keys = JSON.stringify(rows.map(({ key }) => key))
  const { rows: there } = await sql<{
    manName: string
  }>`select x.man_name from mtgsign g join mtgman x using (ent_no, mtg_no, man_no)
    join jsonb_to_recordset(${keys}::jsonb) k (mtg_no text, man_no text) using (mtg_no, man_no)
    where x.ent_no = ${entNo} and ${wasThere} and not ${isAttendee} limit 1`.execute(context.db)
  if (there[0]) throw new Fault('changedSince', `${there[0].manName}已签到，不能撤销`)
})
