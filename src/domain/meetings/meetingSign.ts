import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { agendaOf } from './agenda.ts'
import { MeetingState, SignState } from './meetings.contract.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { Code } from './meetingCode.ts'
import { isAttendee, lateMinutes, meetingRefusal, wasThere } from './meetings.ts'
import type { MeetingSignedIn } from './signedIn.contract.ts'

/** Describes who signs in; `empNo` null: a guest. */
type Attendee = { manNo: string; manName: string; empNo: string | null }

type Session = {
  mtgName: string
  schdName: string | null
  stt: string
  signFlag: string
  outFlag: string
  isEarly: boolean
  isOver: boolean
  hasBegun: boolean
  isRunning: boolean
  lateMin: number
  signFrom: string
  signTo: string
}
const hour = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'MM-DD HH24:MI')`

/** Reads the session that a code is for, locked in its state until the transaction ends. */
async function holdSession(db: Db, { entNo, mtgNo, rdx }: Code): Promise<Session> {
  const { rows } = await sql<Session>`select m.mtg_name, c.schd_name, m.stt, m.sign_flag, m.out_flag,
      t.now < c.sign_s_dt as is_early, t.now > c.sign_e_dt as is_over, t.now >= c.s_dt as has_begun, t.now < c.e_dt as is_running,
      greatest(floor(extract(epoch from t.now - c.s_dt) / 60)::int, 0) as late_min,
      ${hour('c.signSDt')} as sign_from, ${hour('c.signEDt')} as sign_to
    from mtg m join mtgschd c using (ent_no, mtg_no), lateral (select clock_timestamp() as now) t
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and c.rdx = ${rdx} and m.stt <> ${MeetingState.deleted}
    for no key update of m`.execute(db)
  const [session] = rows
  if (!session) throw new Fault('notFound', '会议或场次已不存在')
  if (session.stt !== MeetingState.published) throw meetingRefusal(session.stt, 'sign')
  if (session.signFlag !== '1') throw new Fault('invalid', '这次会议不用签到')
  return session
}

// Sets the time in milliseconds in which a second scan does not sign out.
const hurry = 60_000

type Done = z.input<typeof MeetingSignedIn>
type Kept = Pick<Done, 'signTm' | 'outTm' | 'stt' | 'lateMin' | 'agenda'>

/**
 * Signs in by a code the person found among the people of its meeting, whom it locks; or out, where that is asked for and the
 * code was made after the sign-in. Returns undefined where nobody is found. Throws notFound where the session is gone.
 */
export async function signIn(db: Db, code: Code, find: () => Promise<Attendee | undefined>): Promise<Done | undefined> {
  const session = await holdSession(db, code)
  const person = await find()
  if (!person) return undefined
  const { manNo, manName } = person
  const key = sql`g.ent_no = ${code.entNo} and g.mtg_no = ${code.mtgNo} and g.rdx = ${code.rdx} and g.man_no = ${manNo}`
  const { rows } = await sql<{ isThere: boolean; isLater: boolean; isOut: boolean }>`select ${wasThere} as is_there,
      g.out_tm is not null as is_out,
      to_timestamp(${code.since / 1000}::float8) >= g.sign_tm + make_interval(secs => ${hurry / 1000}) as is_later
    from mtgsign g where ${key}`.execute(db)
  const [before] = rows
  const leaves = before?.isThere && before.isLater && !before.isOut && session.outFlag === '1' && session.hasBegun
  if (leaves)
    await sql`update mtgsign g set out_tm = clock_timestamp(),
      stt = ${session.isRunning ? sql`${SignState.early}` : sql`g.stt`} where ${key}`.execute(db)
  else if (!before?.isThere) await enter(db, code, manNo, session)
  const { mtgName, schdName } = session
  const { rows: now } = await sql<Kept>`
    select coalesce(g.sign_tm, g.upd_tm) as sign_tm, g.out_tm, g.stt, ${lateMinutes} as late_min, ${agendaOf} as agenda
    from mtgsign g join mtgschd c using (ent_no, mtg_no, rdx) join mtg m using (ent_no, mtg_no)
    where ${key}`.execute(db)
  const [kept] = now
  if (!kept) throw new Fault('notFound')
  const agenda = kept.agenda.map(({ title, speaker, mins }) => ({ title, speaker, mins }))
  return { manName, mtgName, schdName, ...kept, agenda, newFlag: leaves || !before?.isThere ? '1' : '0' }
}

async function enter(
  db: Db,
  { entNo, mtgNo, rdx }: Code,
  manNo: string,
  { isEarly, isOver, lateMin, signFrom, signTo }: Session,
) {
  if (isEarly) throw new Fault('invalid', `还没有开始签到，${signFrom} 起可以签到`)
  if (isOver) throw new Fault('invalid', `签到已于 ${signTo} 截止，请找会议的负责人补签`)
  const stt = lateMin > 0 ? SignState.late : SignState.normal
  await sql`insert into mtgsign (ent_no, mtg_no, rdx, man_no, sign_tm, sign_way, stt)
    values (${entNo}, ${mtgNo}, ${rdx}, ${manNo}, clock_timestamp(), 'qr', ${stt})
    on conflict (ent_no, mtg_no, rdx, man_no) do update set sign_tm = excluded.sign_tm, out_tm = null, sign_way = 'qr', rem = null,
      stt = excluded.stt`.execute(db)
}

// Joins the attendee `x` to the employee in office, if any; a former employee does not sign in.
const person = sql`mtgman x left join emp e on e.ent_no = x.ent_no and e.emp_no = x.emp_no and e.stt = ${Status.enabled}`
const isHere = sql`(x.emp_no is null or e.emp_no is not null)`

/** Finds the employee among a meeting's people; undefined where they are none of them. */
export async function attendeeOf(db: Db, { entNo, mtgNo }: Code, empNo: string): Promise<Attendee | undefined> {
  const { rows } = await sql<Attendee>`select x.man_no, x.man_name, x.emp_no from ${person} where x.ent_no = ${entNo}
    and x.mtg_no = ${mtgNo} and x.emp_no = ${empNo} and ${isAttendee} and ${isHere}`.execute(db)
  return rows[0]
}

/** Finds the one among a meeting's people with this name, and a phone that ends so; undefined also where there are two. */
export async function attendeeNamed(db: Db, { entNo, mtgNo }: Code, name: string, tel4: string): Promise<Attendee | undefined> {
  const { rows } = await sql<Attendee>`select x.man_no, x.man_name, x.emp_no from ${person}
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and ${isAttendee} and ${isHere} and x.man_name = ${name}
      and right(coalesce(e.auth_tel, x.man_tel), 4) = ${tel4} limit 2`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}
