import { sql } from 'kysely'
import type * as z from 'zod'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { isAttendee } from '#domain/meetings/meetings.ts'
import { VisitState } from '#domain/visits/visits.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Appointment } from './home.contract.ts'
import { mayCall, readOwn } from './home.read.ts'

type Appointments = z.output<typeof Appointment>[]

/** Lists the meetings and visitors of the caller that today still has to come, or that are there now. */
export async function todayOf(context: Context): Promise<Appointments> {
  const all = await Promise.all([meetings(context), visitors(context)])
  return all.flat().toSorted((one, other) => one.begins.localeCompare(other.begins))
}

async function meetings(context: Context): Promise<Appointments> {
  if (!mayCall(context, mtg.getpage)) return []
  return readOwn(context, async (db, entNo) => {
    const { rows } = await sql<{ begins: string; title: string; place: string | null; mtgNo: string }>`
      select c.s_dt as begins, m.mtg_name as title, c.place, m.mtg_no
      from mtgman x join mtg m using (ent_no, mtg_no) join mtgschd c using (ent_no, mtg_no)
      where x.ent_no = ${entNo} and x.emp_no = ${context.me.idntVal} and ${isAttendee} and m.stt = ${MeetingState.published}
        and c.e_dt > now() and c.s_dt < current_date + 1`.execute(db)
    return rows.map(({ mtgNo, ...row }) => ({ ...row, kind: 'mtg', path: `/ent/mtg/${mtgNo}` }))
  })
}

async function visitors(context: Context): Promise<Appointments> {
  if (!mayCall(context, vst.getvstnotepersonalpage)) return []
  return readOwn(context, async (db, entNo) => {
    const { rows } = await sql<{ begins: string; title: string; place: string | null; vstNo: string }>`
      select plan_s_dt as begins, vst_name || ' 来访' as title, gate as place, vst_no from vst
      where ent_no = ${entNo} and to_emp_no = ${context.me.idntVal} and stt in (${VisitState.agreed}, ${VisitState.inside})
        and plan_e_dt > now() and plan_s_dt < current_date + 1`.execute(db)
    return rows.map(({ vstNo, ...row }) => ({ ...row, kind: 'vst', path: `/ent/vst?vstNo=${vstNo}` }))
  })
}
