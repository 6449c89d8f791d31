import { sql } from 'kysely'
import { ManState, SignState } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { readVersion } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import { fileLink } from '#server/files/links.ts'
import { agendaOf } from '#domain/meetings/agenda.ts'
import { isAttendee, takesShortCode, wasThere } from '#domain/meetings/meetings.ts'
import { requireRow } from '#server/database/rows.ts'
import { meetings, stateCount } from './mtg.list.ts'
import { readOwnPart } from './replies/mtg.replies.ts'
import { type Nearness, reachesMeeting } from './mtg.reach.ts'

/** Throws notFound for a meeting that the caller is not near enough to, as if it did not exist. */
export async function requireNear(context: Context, entNo: string, mtgNo: string, nearness: Nearness) {
  const { rows } = await sql<{ near: boolean }>`select ${reachesMeeting(context, entNo, nearness)} as near from mtg m
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and m.stt <> '0'`.execute(context.db)
  requireRow(rows[0]?.near || undefined)
}

/** Throws notFound for a session that a meeting does not have. */
export async function requireSession(db: Db, entNo: string, mtgNo: string, rdx: number) {
  const { rows } = await sql`select from mtgschd where ent_no = ${entNo} and mtg_no = ${mtgNo} and rdx = ${rdx}`.execute(db)
  if (rows.length === 0) throw new Fault('notFound', `会议没有第 ${rdx} 场，请刷新后再选`)
}

/** Tests whether a session is signed in to now by the six digits on its board. */
export async function isShortCodeTaken(db: Db, { entNo, mtgNo, rdx }: { entNo: string; mtgNo: string; rdx: number }) {
  const { rows } = await sql`select from mtg m join mtgschd c using (ent_no, mtg_no)
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and c.rdx = ${rdx} and ${takesShortCode}`.execute(db)
  return rows.length > 0
}

/** Reads the sessions of a meeting in the order of their times, with the number of attendees. */
export async function readSessions(db: Db, entNo: string, mtgNo: string) {
  const { rows } = await sql<{
    rdx: number
    schdName: string | null
    roomNo: string | null
    roomPlace: string | null
    place: string | null
    sDt: string
    eDt: string
    signSDt: string
    signEDt: string
    comeCnt: number
    lateCnt: number
  }>`select c.rdx, c.schd_name, c.room_no, c.place,
      (select r.place from mtgroom r where r.ent_no = c.ent_no and r.room_no = c.room_no) as room_place, c.s_dt, c.e_dt, c.sign_s_dt, c.sign_e_dt,
      count(*) filter (where ${wasThere})::int as come_cnt, count(*) filter (where g.stt = ${SignState.late})::int as late_cnt
    from mtgschd c left join (mtgsign g join mtgman x using (ent_no, mtg_no, man_no)) on g.ent_no = c.ent_no and g.mtg_no = c.mtg_no
      and g.rdx = c.rdx and ${isAttendee}
    where c.ent_no = ${entNo} and c.mtg_no = ${mtgNo}
    group by c.ent_no, c.mtg_no, c.rdx order by c.s_dt, c.rdx`.execute(db)
  return rows
}

type File = { fileNo: string; name: string; size: number }

/** Reads a meeting in full, as far as the caller finds it; its content is for those who attend it. Throws notFound otherwise. */
export async function readMeeting(context: Context, entNo: string, mtgNo: string) {
  const { db, services } = context
  const row = requireRow(
    await meetings(context, entNo)
      .where('m.mtgNo', '=', mtgNo)
      .select(['m.cntnt', 'm.tmplNo', 'm.verNo', agendaOf.as('agenda')])
      .select([
        sql<File[]>`m.atchs`.as('atchs'),
        sql<'0' | '1'>`m.sign_flag`.as('signFlag'),
        sql<'0' | '1'>`m.out_flag`.as('outFlag'),
        sql<string | null>`(select e.emp_name from emp e where e.ent_no = m.ent_no and e.emp_no = m.emp_no)`.as('crtName'),
        sql<string | null>`(select t.tmpl_name from tmpl t where t.ent_no = m.ent_no and t.tmpl_no = m.tmpl_no)`.as('tmplName'),
        stateCount(ManState.confirmed).as('cfmCnt'),
        sql<'0' | '1'>`case when ${reachesMeeting(context, entNo, 'attend')} then '1' else '0' end`.as('attendFlag'),
      ])
      .executeTakeFirst(),
  )
  const { tmplNo, verNo, atchs, cntnt, agenda, ...facts } = row
  const attends = facts.attendFlag === '1'
  const [schds, form, mine] = await Promise.all([
    readSessions(db, entNo, mtgNo),
    tmplNo && verNo ? readVersion(db, entNo, tmplNo, verNo) : undefined,
    readOwnPart(context, entNo, mtgNo, tmplNo),
  ])
  return {
    ...facts,
    tmplNo,
    cntnt: attends ? cntnt : null,
    agenda: attends ? agenda : [],
    atchs: attends ? atchs.map((file) => ({ ...file, url: fileLink(services.secret, entNo, file.fileNo) })) : [],
    schds,
    billClmns: form?.billClmns ?? [],
    singleFlag: form?.sets.singleFlag ?? '0',
    mine,
  }
}
