import { sql } from 'kysely'
import { withMinutes } from '#contract/values/day.ts'
import { tellingIn, tellPeople } from '#domain/messages/events.ts'
import type { Services } from '#server/call/context.ts'
import { VisitState } from './visits.contract.ts'

type Late = { vstNo: string; vstName: string; toEmpNo: string; planEDt: string }

/** Tells hosts once of visitors who are inside for longer than they announced; a job does it every hour. */
export const remindOfLateVisitors = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const { rows } = await sql<Late>`select v.vst_no, v.vst_name, v.to_emp_no, v.plan_e_dt from vst v
      where v.ent_no = ${entNo} and v.stt = ${VisitState.inside} and v.plan_e_dt < now()
        and not exists (select from msg g where g.ent_no = v.ent_no and g.abt_type = 'vst' and g.abt_no = v.vst_no and g.evt = 'vstover')
      order by v.plan_e_dt, v.vst_no`.execute(teller.db)
    for (const { vstNo, vstName, toEmpNo, planEDt } of rows)
      await tellPeople(teller, {
        entNo,
        evt: 'vstover',
        title: `${vstName}超过预计时间还没有离开`,
        body: `预计 ${withMinutes(planEDt)} 离开，还没有登记离开。`,
        empNos: [toEmpNo],
        about: { type: 'vst', no: vstNo },
      })
  })
