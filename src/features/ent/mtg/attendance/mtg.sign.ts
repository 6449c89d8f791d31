import { sql } from 'kysely'
import { SignState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { isAttendee, isExpected, stayedAway, wasThere } from '#domain/meetings/meetings.ts'
import { lockMeeting } from '../mtg.state.ts'

type ByHand = { entNo: string; mtgNo: string; rdx: number; manNos: string[]; stt: string; rem?: string | null | undefined }

/**
 * Enters attendance by hand. Throws invalid where the meeting needs none or has not begun, notFound for people who are not
 * attendees.
 */
export async function setSigns(context: Context, { entNo, mtgNo, rdx, manNos, stt, rem = null }: ByHand) {
  const { signFlag } = await lockMeeting(context, { entNo, mtgNo }, 'setSign')
  if (signFlag !== '1') throw new Fault('invalid', '这次会议不用签到')
  const { rows: early } = await sql<{
    from: string
  }>`select to_char(sign_s_dt at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as from
    from mtgschd where ent_no = ${entNo} and mtg_no = ${mtgNo} and rdx = ${rdx} and sign_s_dt > now()`.execute(context.db)
  if (early[0]) throw new Fault('invalid', `还没有开始签到，${early[0].from} 起可以登记`)
  const { rows } = await sql`insert into mtgsign as g (ent_no, mtg_no, rdx, man_no, sign_tm, sign_way, rem, stt)
    select x.ent_no, x.mtg_no, c.rdx, x.man_no, case ${stt} when ${SignState.absent} then null else now() end, 'hand', ${rem}, ${stt}
    from mtgman x join mtgschd c on c.ent_no = x.ent_no and c.mtg_no = x.mtg_no and c.rdx = ${rdx}
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and x.man_no = any(${manNos}) and ${isAttendee}
    on conflict (ent_no, mtg_no, rdx, man_no) do update set stt = excluded.stt, rem = excluded.rem, sign_way = 'hand',
      sign_tm = case excluded.stt when ${SignState.absent} then null else coalesce(g.sign_tm, excluded.sign_tm) end
    returning 1`.execute(context.db)
  if (rows.length < manNos.length) throw new Fault('notFound', '所选人员有的不在应到名单里，请刷新后再选')
}

/** Marks expected attendees as absent who did not sign in to the sessions that have begun. */
export const markAbsent = (context: Context, entNo: string, mtgNo: string) =>
  sql`insert into mtgsign as g (ent_no, mtg_no, rdx, man_no, sign_way, stt)
    select x.ent_no, x.mtg_no, c.rdx, x.man_no, 'hand', ${SignState.absent}
    from mtgman x join mtgschd c using (ent_no, mtg_no)
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and ${isExpected} and c.s_dt <= now()
    on conflict (ent_no, mtg_no, rdx, man_no) do update set stt = excluded.stt where g.stt = ${SignState.none}`.execute(
    context.db,
  )

type Turnout = { manCnt: number; comeCnt: number; leaveCnt: number; lateCnt: number }

/** Reads the board of a session: how many belong to it, came and are on leave, and who came last. */
export async function readBoard(db: Db, entNo: string, mtgNo: string, rdx: number) {
  const [counts, newest] = await Promise.all([
    sql<Turnout>`select count(*)::int as man_cnt, count(*) filter (where ${stayedAway})::int as leave_cnt,
        count(*) filter (where ${wasThere})::int as come_cnt, count(*) filter (where g.stt = ${SignState.late})::int as late_cnt
      from mtgman x left join mtgsign g on g.ent_no = x.ent_no and g.mtg_no = x.mtg_no and g.man_no = x.man_no and g.rdx = ${rdx}
      where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and ${isAttendee}`.execute(db),
    sql<{ manNo: string; manName: string; signTm: string; stt: string }>`select x.man_no, x.man_name, g.sign_tm, g.stt
      from mtgsign g join mtgman x using (ent_no, mtg_no, man_no)
      where g.ent_no = ${entNo} and g.mtg_no = ${mtgNo} and g.rdx = ${rdx} and ${wasThere} and g.sign_tm is not null
      order by g.sign_tm desc, x.man_no limit 8`.execute(db),
  ])
  return { ...(counts.rows[0] ?? { manCnt: 0, comeCnt: 0, leaveCnt: 0, lateCnt: 0 }), newest: newest.rows }
}
