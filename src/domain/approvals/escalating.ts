import { sql } from 'kysely'
import { type Teller, tellingIn, tellPeople } from '#domain/messages/events.ts'
import type { Services } from '#server/call/context.ts'
import { aboutProcess, ProcessState, type Step, TaskKind, TaskState } from './approvals.contract.ts'
import { findFallback, leadersOf } from './approvers.ts'
import { addCopies, changeProcess, lockProcess, type Process } from './processes.ts'

/** Tells others too of what was not decided in the hours that its step gives, once for each step; a job does it every hour. */
export const escalateLate = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const { rows } = await sql<{ prcNo: string }>`select p.prc_no from prc p join flowver v using (ent_no, flow_no, ver_no)
      where p.ent_no = ${entNo} and p.stt = ${ProcessState.open} and p.esc_tm is null
        and (select min(t.came_tm) from tsk t where t.ent_no = p.ent_no and t.prc_no = p.prc_no and t.kind = ${TaskKind.decide}
          and t.stt = ${TaskState.waiting}) + make_interval(hours => (v.steps -> (p.step_at - 1) ->> 'escHrs')::int) <= now()
      order by p.prc_no`.execute(teller.db)
    for (const { prcNo } of rows) await escalate(teller, await lockProcess(teller, { entNo, prcNo }))
  })

async function escalate(teller: Teller, process: Process) {
  const { entNo, prcNo, title, stepAt, starter } = process
  const step = process.steps[(stepAt ?? 0) - 1]
  if (!step) return
  const waiting = await readWaiting(teller, process)
  const isOther = ({ empNo }: { empNo: string }) => empNo !== starter && waiting.every((one) => one.empNo !== empNo)
  const found = step.escTo === 'keeper' ? [] : await leadersOfAll(teller, entNo, waiting)
  const others = found.filter(isOther)
  const told = others.length > 0 ? others : (await findFallback(teller.db, entNo)).filter(isOther)
  const empNos = [...new Set(told.map(({ empNo }) => empNo))]
  await addCopies(teller, process, { empNos, stepName: `${step.stepName}超时提醒` })
  await changeProcess(teller, process, { escTm: sql`now()` })
  const names = waiting.map(({ empName }) => empName).join('、')
  await tellPeople(teller, {
    entNo,
    evt: 'prccc',
    title: `超时未审批：${title}`,
    body: bodyOf(step, names),
    empNos,
    about: { type: aboutProcess, no: prcNo },
  })
}

const bodyOf = ({ stepName, escHrs }: Step, names: string) =>
  `“${stepName}”已超过 ${escHrs} 小时，还在等${names}审批。请提醒一下；审批仍由${names}作决定。`

async function readWaiting({ db }: Teller, { entNo, prcNo }: Process) {
  const { rows } = await sql<{ empNo: string; empName: string }>`select distinct e.emp_no, e.emp_name from tsk t
    join emp e using (ent_no, emp_no) where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and t.kind = ${TaskKind.decide}
      and t.stt = ${TaskState.waiting} order by e.emp_no`.execute(db)
  return rows
}

async function leadersOfAll({ db }: Teller, entNo: string, people: readonly { empNo: string }[]) {
  const found = []
  for (const { empNo } of people) found.push(...(await leadersOf(db, entNo, empNo)))
  return found
}
