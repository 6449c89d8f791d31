import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { isExpected } from '#domain/meetings/meetings.ts'
import type { Input } from '#server/call/serve.ts'
import type { mtg } from './mtg.contract.ts'
import { reachesMeeting } from './mtg.reach.ts'
import { dbTimestamp, dbTime } from '#server/database/dbTime.ts'
import { requireNear } from './mtg.read.ts'

// Limits the clashes, for nobody reads more.
const most = 500
// Limits the span in days: a longer one would reveal how somebody's weeks are filled.
const mostDays = 31

/**
 * Finds other meetings at the same place, or with the same people, in a time: those named, as far as the caller reaches them, and
 * those of the meeting that is changed or copied. Leaves out the name of a meeting that the caller does not find. Throws invalid
 * for too long a time.
 */
export async function readClashes(context: Context, asked: Input<typeof mtg.getclash>) {
  const { entNo, schdSDt, schdEDt, place = '', empNos = [], mtgNo = '', fromNo = '' } = asked
  if (Date.parse(dbTime(schdEDt)) - Date.parse(dbTime(schdSDt)) > mostDays * 86_400_000)
    throw new Fault('invalid', `一场会议最长 ${mostDays} 天`, {
      errors: [{ field: 'schdEDt', message: `一场会议最长 ${mostDays} 天` }],
    })
  for (const no of [mtgNo, fromNo]) if (no) await requireNear(context, entNo, no, 'run')
  const { rows } = await sql<{ kind: 'place' | 'man'; name: string; mtgName: string; sDt: string; eDt: string }>`
    with people as (
      select emp_no from emp where ent_no = ${entNo} and emp_no = any(${empNos})
      union select x.emp_no from mtgman x where x.ent_no = ${entNo} and x.mtg_no in (${mtgNo}, ${fromNo}) and ${isExpected}
    ), near as (
      select m.ent_no, m.mtg_no, case when ${reachesMeeting(context, entNo, 'find')} then m.mtg_name else '另有会议' end as mtg_name,
        c.place, c.s_dt, c.e_dt
      from mtgschd c join mtg m using (ent_no, mtg_no)
      where c.ent_no = ${entNo} and m.stt = '2' and m.mtg_no <> ${mtgNo} and c.s_dt < ${dbTimestamp(schdEDt)} and c.e_dt > ${dbTimestamp(schdSDt)}
    )
    select 'place' as kind, n.place as name, n.mtg_name, n.s_dt, n.e_dt from near n where n.place = ${place}
    union all
    select 'man', x.man_name, n.mtg_name, n.s_dt, n.e_dt from near n join mtgman x using (ent_no, mtg_no) join people using (emp_no)
    where ${isExpected}
    order by 1 desc, 2, 4 limit ${most}`.execute(context.db)
  return rows
}
