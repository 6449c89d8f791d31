import { sql } from 'kysely'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { inEnterprise, type Caller, tellOfEvent } from './events.ts'

type MovedUp = { actNo: string; title: string; stt: string; empNo: string; names: string[] }

/** Tells members of staff who wait for a place, or for whose pupils they enrolled, that one became free. */
export async function tellMovedUp(caller: Caller, entNo: string, regNos: readonly string[]) {
  if (regNos.length === 0) return
  const { rows } = await inEnterprise(caller.db, entNo, () =>
    sql<MovedUp>`select r.act_no, a.title, r.stt, e.emp_no, array_agg(coalesce(s.stu_name, e.emp_name) order by r.wait_no) as names
      from reg r join act a using (ent_no, act_no) left join stu s on s.ent_no = r.ent_no and s.stu_no = r.stu_no
      join emp e on e.ent_no = r.ent_no and (e.emp_no = r.emp_no or r.emp_no is null
        and exists (select from identity i where i.ent_no = e.ent_no and i.idnt_val = e.emp_no and i.user_no = r.by_user_no))
      where r.ent_no = ${entNo} and r.reg_no = any(${[...regNos]}) group by r.act_no, a.title, r.stt, e.emp_no order by e.emp_no`.execute(
      caller.db,
    ),
  )
  for (const { actNo, title, stt, empNo, names } of rows)
    await tellOfEvent(caller, {
      entNo,
      evt: 'regup',
      title: `${names.slice(0, 3).join('、')}${names.length > 3 ? `等 ${names.length} 人` : ''}候补到了名额：${title}`,
      body: stt === EnrolState.taken ? '已经报上名。' : '还要审核。',
      empNos: [empNo],
      about: { type: 'act', no: actNo },
    })
}
