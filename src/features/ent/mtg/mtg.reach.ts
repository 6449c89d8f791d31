import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { ManState, MeetingState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { isAttendee } from '#domain/meetings/meetings.ts'
import { requireOwn } from '#server/call/scope.ts'

/** Names how close somebody has to be to a meeting: may find it, attends it, runs it. */
export type Nearness = 'find' | 'attend' | 'run'

const { edit } = permissions('mtg')
const isListed = (empNo: string, as: RawBuilder<SqlBool>) => sql<SqlBool>`(m.stt <> ${MeetingState.draft} and exists
  (select from mtgman x where x.ent_no = m.ent_no and x.mtg_no = m.mtg_no and x.emp_no = ${empNo} and ${as}))`
const isAnybody = sql<SqlBool>`x.stt <> ${ManState.deleted}`
const isOpen = sql<SqlBool>`(m.appl_flag = '1' and m.stt = ${MeetingState.published})`

/**
 * Tests whether the caller reaches the meeting `m`: with the right to change meetings through a role over the whole enterprise
 * all of them, with that right otherwise those that they called or host; everybody finds those that they attend, asked to join,
 * or may join.
 */
export function reachesMeeting({ me }: Pick<Context, 'me'>, entNo: string, nearness: Nearness) {
  requireOwn({ me }, entNo)
  const edits = permits(me, edit)
  if (edits && me.rights.reachOf(edit).whole) return sql<SqlBool>`true`
  const ways = [
    ...(edits ? [sql<SqlBool>`${me.idntVal} in (m.emp_no, m.host_emp_no)`] : []),
    ...(nearness === 'attend' ? [isListed(me.idntVal, isAttendee)] : []),
    ...(nearness === 'find' ? [isListed(me.idntVal, isAnybody), isOpen] : []),
  ]
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : sql<SqlBool>`false`
}
