import { sql } from 'kysely'
import { withMinutes } from '#contract/values/day.ts'
import { ManState, MeetingState } from '#domain/meetings/meetings.contract.ts'
import { tellingIn, tellPeople } from '#domain/messages/events.ts'
import type { Services } from '#server/call/context.ts'

type Due = { mtgNo: string; mtgName: string; sDt: string; empNos: string[] }

/** Reminds those who have not answered to a meeting that begins within a day, once; a job does it every hour. */
export const remindToConfirm = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const { rows } = await sql<Due>`
      select m.mtg_no, m.mtg_name, c.s_dt, array_agg(distinct x.emp_no) as emp_nos from mtg m
      join lateral (select min(s_dt) as s_dt from mtgschd where ent_no = m.ent_no and mtg_no = m.mtg_no) c on true
      join mtgman x on x.ent_no = m.ent_no and x.mtg_no = m.mtg_no and x.emp_no is not null and x.stt = ${ManState.asked}
      where m.ent_no = ${entNo} and m.stt = ${MeetingState.published} and c.s_dt between now() and now() + interval '1 day'
        and not exists (select from msg g where g.ent_no = m.ent_no and g.abt_type = 'mtg' and g.abt_no = m.mtg_no and g.evt = 'mtgask')
      group by m.mtg_no, m.mtg_name, c.s_dt order by c.s_dt, m.mtg_no`.execute(teller.db)
    for (const { mtgNo, mtgName, sDt, empNos } of rows)
      await tellPeople(teller, {
        entNo,
        evt: 'mtgask',
        title: `请确认是否参会：${mtgName}`,
        body: `会议 ${withMinutes(sDt)} 开始，你还没有回执。`,
        empNos,
        about: { type: 'mtg', no: mtgNo },
      })
  })
