import { sql } from 'kysely'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { type Action, actions, refusal, meetingState } from '#domain/meetings/meetings.ts'
import { requireRow } from '#server/database/rows.ts'
import { type Nearness, within } from './mtg.reach.ts'

/** Tests whether the state of the meeting `m` allows an action. */
const allows = (action: Action) => sql`m.stt = any(${actions[action].from as readonly string[]})`

const kept = sql`m.mtg_no, m.mtg_name, m.mtg_type, m.host_emp_no, m.emp_no, m.sign_flag, m.out_flag, m.appl_flag, m.tmpl_no, m.ver_no,
  m.atchs, m.stt, m.ver`
export type Held = {
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
async function whyNot(context: Context, wanted: Wanted, nearness: Nearness, action: Action): Promise<Fault> {
  const { rows } = await sql<Held & { now: string }>`select ${kept}, ${meetingState} as now from mtg m
    where ${one(wanted)} and ${within(context, wanted.entNo, nearness)}`.execute(context.db)
  const { now, ...meeting } = requireRow(rows[0])
  return actions[action].from.includes(meeting.stt as never) ? new Fault('conflict', undefined, meeting) : refusal(now, action)
}

/** Brings a meeting into another state, from those alone that the action knows; the guard is the statement's own. */
export async function moveMeeting(context: Context, wanted: Wanted, action: Action, to: Record<string, unknown>): Promise<Held> {
  const set = Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<Held>`update mtg m set ${set.length > 0 ? sql.join(set) : sql`ver = m.ver`}
    where ${one(wanted)} and ${within(context, wanted.entNo, 'run')} and ${allows(action)}
      ${wanted.ver === undefined ? sql`` : sql`and m.ver = ${wanted.ver}`} returning ${kept}`.execute(context.db)
  return rows[0] ?? Promise.reject(await whyNot(context, wanted, 'run', action))
}

/** Holds a meeting in its state until the transaction ends, for what is done to its people. */
export async function lockMeeting(context: Context, wanted: Wanted, action: Action, nearness: Nearness = 'run'): Promise<Held> {
  const { rows } = await sql<Held>`select ${kept} from mtg m where ${one(wanted)}
    and ${within(context, wanted.entNo, nearness)} and ${allows(action)} for no key update`.execute(context.db)
  return rows[0] ?? Promise.reject(await whyNot(context, wanted, nearness, action))
}

/** Throws notFound for a missing meeting, invalid where its state does not allow a call that only reads. */
export async function requireState(context: Context, wanted: Wanted, action: Action) {
  const { rows } = await sql<{ stt: string; now: string }>`select m.stt, ${meetingState} as now from mtg m where ${one(wanted)}
    and ${within(context, wanted.entNo, 'run')}`.execute(context.db)
  const { stt, now } = requireRow(rows[0])
  if (!actions[action].from.includes(stt as never)) throw refusal(now, action)
}
