import { sql } from 'kysely'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { type MeetingAction, meetingActions, meetingRefusal, meetingState } from '#domain/meetings/meetings.ts'
import { requireRow } from '#server/database/rows.ts'
import { type Nearness, reachesMeeting } from './mtg.reach.ts'

/** Tests whether the state of the meeting `m` allows an action. */
const allows = (action: MeetingAction) => sql`m.stt = any(${meetingActions[action].from as readonly string[]})`

const kept = sql`m.mtg_no, m.mtg_name, m.mtg_type, m.host_emp_no, m.emp_no, m.sign_flag, m.out_flag, m.appl_flag, m.tmpl_no, m.ver_no,
  m.atchs, m.stt, m.ver`
export type LockedMeeting = {
  mtgNo: string
  mtgName: string
  mtgType: string | null
  hostEmpNo: string
  empNo: string
  signFlag: string
  outFlag: string
  applFlag: string
  tmplNo: string | null
  verNo: number | null
  atchs: { fileNo: string; name: string; size: number }[]
  stt: string
  ver: number
}
type Wanted = { entNo: string; mtgNo: string; ver?: number | undefined }

const one = ({ entNo, mtgNo }: Wanted) => sql`m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and m.stt <> ${MeetingState.deleted}`

/** Returns why a meeting was not changed: it is out of reach, in another state, or somebody changed it meanwhile. */
async function whyNot(context: Context, wanted: Wanted, nearness: Nearness, action: MeetingAction): Promise<Fault> {
  const { rows } = await sql<LockedMeeting & { now: string }>`select ${kept}, ${meetingState} as now from mtg m
    where ${one(wanted)} and ${reachesMeeting(context, wanted.entNo, nearness)}`.execute(context.db)
  const { now, ...meeting } = requireRow(rows[0])
  return meetingActions[action].from.includes(meeting.stt as never)
    ? new Fault('conflict', undefined, meeting)
    : meetingRefusal(now, action)
}

/** Brings a meeting into another state, from those alone that the action knows; the guard is the statement's own. */
export async function moveMeeting(
  context: Context,
  wanted: Wanted,
  action: MeetingAction,
  to: Record<string, unknown>,
): Promise<LockedMeeting> {
  const set = Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<LockedMeeting>`update mtg m set ${set.length > 0 ? sql.join(set) : sql`ver = m.ver`}
    where ${one(wanted)} and ${reachesMeeting(context, wanted.entNo, 'run')} and ${allows(action)}
      ${wanted.ver === undefined ? sql`` : sql`and m.ver = ${wanted.ver}`} returning ${kept}`.execute(context.db)
  return rows[0] ?? Promise.reject(await whyNot(context, wanted, 'run', action))
}

/** Holds a meeting in its state until the transaction ends, for what is done to its people. */
export async function lockMeeting(
  context: Context,
  wanted: Wanted,
  action: MeetingAction,
  nearness: Nearness = 'run',
): Promise<LockedMeeting> {
  const { rows } = await sql<LockedMeeting>`select ${kept} from mtg m where ${one(wanted)}
    and ${reachesMeeting(context, wanted.entNo, nearness)} and ${allows(action)} for no key update`.execute(context.db)
  return rows[0] ?? Promise.reject(await whyNot(context, wanted, nearness, action))
}

/** Throws notFound for a missing meeting, invalid where its state does not allow a call that only reads. */
export async function requireState(context: Context, wanted: Wanted, action: MeetingAction) {
  const { rows } = await sql<{ stt: string; now: string }>`select m.stt, ${meetingState} as now from mtg m where ${one(wanted)}
    and ${reachesMeeting(context, wanted.entNo, 'run')}`.execute(context.db)
  const { stt, now } = requireRow(rows[0])
  if (!meetingActions[action].from.includes(stt as never)) throw meetingRefusal(now, action)
}
