import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context, Services } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { reserveNumbers } from '#server/database/number.ts'
import { withSight } from '#server/database/sight.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import { MessageClass, type MessageEvent, messageEvents } from './messages.contract.ts'
import { MessageNeed } from './needs.contract.ts'
import { sendAbout, type Within } from './messages.ts'
import { peopleInScope, type Place } from './places.ts'

/** Describes what an event is told with, and to whom. */
export type Told = {
  entNo: string
  evt: MessageEvent
  title: string
  body?: string
  /** Lists who is told; whoever is no longer in office, or does not want to be told, is left out. */
  empNos: readonly string[]
  /** Names what it is about, which the message opens. */
  about: { type: string; no: string }
}

/** Describes what events are told within: the transaction, the queue of what comes after it, and the numbers of messages. */
export type Teller = Within & Pick<Context, 'number'>
/** Describes what a call tells of events within. */
export type Caller = Teller & Pick<Context, 'me'>

/** Tells members of staff of an event, in the transaction in which it happens. Whoever caused it is not told. */
export const tellOfEvent = ({ me, ...teller }: Caller, told: Told) =>
  tellPeople(teller, { ...told, empNos: told.empNos.filter((empNo) => told.entNo !== me.entNo || empNo !== me.idntVal) })

/** Tells members of staff of an event that nobody causes, or that they have to know of although they caused it themselves. */
export const tellPeople = ({ db, services, number }: Teller, told: Told) =>
  inEnterprise(db, told.entNo, async () => {
    const { entNo, evt, title, body = '', about } = told
    const empNos = await whoWants(db, told)
    if (empNos.length === 0) return
    const parts = empNos.map((no) => ({ kind: 'emp' as const, no, outFlag: '0' as const, name: messageEvents[evt].name }))
    const notice = { entNo, evt, title, body, about, msgCls: messageEvents[evt].cls, need: MessageNeed.none }
    await sendAbout({ db, services, number }, notice, { parts })
  })

/** Tells those whose scope of messages covers a place of what happened there, but for whom it was told directly (`but`). */
export async function tellInScope(
  caller: Caller,
  { place, but = [], ...told }: Omit<Told, 'evt' | 'empNos'> & { place: Place; but?: readonly string[] },
) {
  const people = await inEnterprise(caller.db, told.entNo, () => peopleInScope(caller.db, told.entNo, place))
  const empNos = people.map(({ empNo }) => empNo).filter((empNo) => !but.includes(empNo))
  await tellOfEvent(caller, { ...told, evt: 'inscope', empNos })
}

/** Works in a transaction on all of an enterprise, whichever the call works on: who is to know of something may be out of its reach. */
export const inEnterprise = <T>(db: Db, entNo: string, work: () => Promise<T>): Promise<T> =>
  withoutScope({ db }, () => withSight(db, { entNo }, work))

/** Tells of events in a transaction of its own, for what no call of the enterprise does; `call` is what history names. */
export const tellingIn = <T>(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  { entNo, call, userNo }: { entNo: string; call: string; userNo?: string },
  work: (teller: Teller) => Promise<T>,
): Promise<T> =>
  transaction(database.pool, { entNo, call, userNo, op: newOperation() }, (db) => {
    const number = (code: string) =>
      transaction(database.sidePool, { entNo }, async (on) => (await reserveNumbers(on, code, 1, entNo))[0] as string)
    return work({ db, services: { jobs }, number })
  })

// Leaves out those who do not want to be told; what is urgent the enterprise alone may switch off.
async function whoWants(db: Db, { entNo, evt, empNos }: Told): Promise<string[]> {
  if (empNos.length === 0) return []
  const isUrgent = messageEvents[evt].cls === MessageClass.urgent
  const { rows } = await sql<{ empNo: string }>`select e.emp_no from emp e
    where e.ent_no = ${entNo} and e.emp_no = any(${[...empNos]}) and e.stt = ${Status.enabled}
      and not exists (select from msgevt v where v.ent_no = ${entNo} and v.evt = ${evt} and v.use_flag = '0')
      and (${isUrgent} or not exists (select from msgpref p
        where p.ent_no = ${entNo} and p.idnt_val = e.emp_no and ${evt} = any(p.off_evts)))
    order by e.emp_no`.execute(db)
  return rows.map(({ empNo }) => empNo)
}
