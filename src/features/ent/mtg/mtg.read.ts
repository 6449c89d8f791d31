import { sql } from 'kysely'
import type { Column, Values } from '#contract/form/column.ts'
import { ManState, SignState } from '#contract/meetings.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { maskValues, readColumns } from '#server/forms.ts'
import { fileLink } from '#server/links.ts'
import { wasThere } from '#server/meetings.ts'
import { found } from '#server/rows.ts'
import { meetings, stateCount } from './mtg.list.ts'
import { type Nearness, within } from './mtg.reach.ts'

/** Refuses a meeting that the caller is not near enough to, as if it were not there. */
export async function requireNear(context: Context, entNo: string, mtgNo: string, nearness: Nearness) {
  const { rows } = await sql<{ near: boolean }>`select ${within(context, entNo, nearness)} as near from mtg m
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and m.stt <> '0'`.execute(context.db)
  found(rows[0]?.near || undefined)
}

/** The sessions of a meeting in the order of their times, with how many were there. */
export async function readSessions(db: Db, entNo: string, mtgNo: string) {
  const { rows } = await sql<{
    rdx: number
    schdName: string | null
    place: string | null
    sDt: string
    eDt: string
    signSDt: string
    signEDt: string
    comeCnt: number
    lateCnt: number
  }>`select c.rdx, c.schd_name, c.place, c.s_dt, c.e_dt, c.sign_s_dt, c.sign_e_dt,
      count(*) filter (where ${wasThere})::int as come_cnt, count(*) filter (where g.stt = ${SignState.late})::int as late_cnt
    from mtgschd c left join mtgsign g using (ent_no, mtg_no, rdx)
    where c.ent_no = ${entNo} and c.mtg_no = ${mtgNo}
    group by c.ent_no, c.mtg_no, c.rdx order by c.s_dt, c.rdx`.execute(db)
  return rows
}

type File = { fileNo: string; name: string; size: number }

/** A meeting in full, as far as the caller finds it. */
export async function readMeeting(context: Context, entNo: string, mtgNo: string) {
  const { db, services } = context
  const row = found(
    await meetings(context, entNo)
      .where('m.mtgNo', '=', mtgNo)
      .select(['m.cntnt', 'm.tmplNo', 'm.verNo'])
      .select([
        sql<File[]>`m.atchs`.as('atchs'),
        sql<'0' | '1'>`m.sign_flag`.as('signFlag'),
        sql<'0' | '1'>`m.out_flag`.as('outFlag'),
        sql<string | null>`(select e.emp_name from emp e where e.ent_no = m.ent_no and e.emp_no = m.emp_no)`.as('crtName'),
        sql<string | null>`(select t.tmpl_name from tmpl t where t.ent_no = m.ent_no and t.tmpl_no = m.tmpl_no)`.as('tmplName'),
        stateCount(ManState.leave).as('leaveCnt'),
        stateCount(ManState.confirmed).as('cfmCnt'),
      ])
      .executeTakeFirst(),
  )
  const { tmplNo, verNo, atchs, ...facts } = row
  const [schds, billClmns, mine] = await Promise.all([
    readSessions(db, entNo, mtgNo),
    tmplNo && verNo ? readColumns(db, entNo, tmplNo, verNo) : [],
    readMine(context, entNo, mtgNo),
  ])
  return {
    ...facts,
    tmplNo,
    atchs: atchs.map((file) => ({ ...file, url: fileLink(services.secret, entNo, file.fileNo) })),
    schds,
    billClmns,
    mine: mine && { ...mine, vals: mine.vals && maskValues(services.secret, billClmns, mine.vals) },
  }
}

async function readMine({ db, me }: Context, entNo: string, mtgNo: string) {
  const person = await db
    .selectFrom('mtgman as x')
    .where('x.entNo', '=', entNo)
    .where('x.mtgNo', '=', mtgNo)
    .where('x.empNo', '=', me.idntVal)
    .where('x.stt', '<>', ManState.deleted)
    .select(['x.manNo', 'x.manType', 'x.stt', 'x.applType', 'x.rsn', 'x.answer', sql<Values | null>`x.vals`.as('vals')])
    .executeTakeFirst()
  if (!person) return null
  const signs = await db
    .selectFrom('mtgsign')
    .where('entNo', '=', entNo)
    .where('mtgNo', '=', mtgNo)
    .where('manNo', '=', person.manNo)
    .select(['rdx', 'signTm', 'outTm', 'stt'])
    .orderBy('rdx')
    .execute()
  return { ...person, signs }
}

type Replied = { rsn: string | null; answer: string | null; vals: unknown; repTm: string | null }

/** People as they are shown to who asks: reasons and replies only to whoever sees to the meeting. */
export async function shownPeople<Row extends Replied>(context: Context, entNo: string, mtgNo: string, rows: Row[]) {
  const { db, services } = context
  const { rows: kept } = await sql<{ runs: boolean; billClmns: Column[] | null }>`
    select ${within(context, entNo, 'run')} as runs, v.bill_clmns from mtg m
    left join tmplver v on v.ent_no = m.ent_no and v.tmpl_no = m.tmpl_no and v.ver_no = m.ver_no
    where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo}`.execute(db)
  const { runs = false, billClmns } = kept[0] ?? {}
  const masked = (vals: unknown) => (vals ? maskValues(services.secret, billClmns ?? [], vals as Values) : null)
  return rows.map((row) =>
    runs ? { ...row, vals: masked(row.vals) } : { ...row, rsn: null, answer: null, vals: null, repTm: null },
  )
}

/** Other meetings at the same place, or with the same people, in a time; told by name alone. */
export async function readClashes(db: Db, entNo: string, { schdSDt, schdEDt, place = '', empNos = [], mtgNo = '' }: ClashAsked) {
  const { rows } = await sql<{ kind: 'place' | 'man'; name: string; mtgName: string; sDt: string; eDt: string }>`
    with near as (
      select m.ent_no, m.mtg_no, m.mtg_name, m.host_emp_no, c.place, c.s_dt, c.e_dt from mtgschd c join mtg m using (ent_no, mtg_no)
      where c.ent_no = ${entNo} and m.stt = '2' and m.mtg_no <> ${mtgNo} and c.s_dt < ${timeOf(schdEDt)} and c.e_dt > ${timeOf(schdSDt)}
    )
    select 'place' as kind, n.place as name, n.mtg_name, n.s_dt, n.e_dt from near n where n.place = ${place}
    union all
    select 'man', x.man_name, n.mtg_name, n.s_dt, n.e_dt from near n join mtgman x using (ent_no, mtg_no)
    where x.emp_no = any(${empNos}) and x.stt in ('1', '2', '4')
    order by 1 desc, 2, 4 limit 50`.execute(db)
  return rows
}

type ClashAsked = {
  schdSDt: string
  schdEDt: string
  place?: string | undefined
  empNos?: string[] | undefined
  mtgNo?: string | undefined
}

/** `yyyyMMddHHmmss` of China as the database takes it. */
export const timeOf = (moment: string) => sql`${timeText(moment)}::timestamptz`
export const timeText = (moment: string) =>
  `${moment.slice(0, 4)}-${moment.slice(4, 6)}-${moment.slice(6, 8)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}:${moment.slice(12, 14)}+08`
