import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { addReceivers, signalInbox } from '#domain/messages/messages.ts'
import type { ScopePart } from '#domain/messages/messages.contract.ts'
import { type NamedPart, readParts } from '#domain/messages/receivers.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import type { Services } from '#server/call/context.ts'
import { readRights } from '#server/call/rights.ts'
import { scopeOf } from '#server/call/scope.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { readColumns } from '#domain/forms/formTemplates.ts'
import { onlyGaps } from './archive/knownCounts.ts'
import { askedIn } from './asked.ts'
import { AskedState, CollectionState } from './collections.contract.ts'

type Open = {
  hndNo: string
  msgNo: string | null
  empNo: string
  scope: ScopePart[]
  gapFlag: string
  tmplNo: string
  verNo: number
}

/**
 * Takes out of open collections who has left the school without an answer, and back who has returned; and asks who has come into the
 * scope since, where the collection wants it, as far as its sender reaches now.
 */
export async function renewAsked(services: Services, entNo: string) {
  const { pool } = services.database
  const origin = { entNo, call: 'clock', op: newOperation() }
  const open = await transaction(pool, origin, async (db) => {
    await markLeft(db, entNo)
    return readJoinable(db, entNo)
  })
  for (const one of open) {
    const rights = await transaction(pool, { entNo }, (db) => readRights(db, entNo, one.empNo), { readOnly: true })
    const access = permissions('hnd').add
    if (!access.some((right) => rights.has(right))) continue
    const reach = await scopeOf({ me: { entNo, rights }, services }, { access }, entNo)
    await transaction(pool, { ...origin, ...reach }, (db) => askJoiners({ db, services }, entNo, one))
  }
}

// Reads those that still take answers, of senders who are still in office.
const readJoinable = async (db: Db, entNo: string) =>
  (
    await sql<Open>`select h.hnd_no, h.msg_no, h.emp_no, h.scope, h.gap_flag, h.tmpl_no, h.ver_no from hnd h join emp e using (ent_no, emp_no)
      where h.ent_no = ${entNo} and h.stt = ${CollectionState.open} and h.join_flag = '1' and e.stt = ${Status.enabled}
        and (h.due_tm is null or h.due_tm > now() or h.late_flag = '1') order by h.hnd_no`.execute(db)
  ).rows

async function askJoiners({ db, services }: { db: Db; services: Services }, entNo: string, { hndNo, msgNo, scope, ...of }: Open) {
  // Passes over parts that are gone: the others are asked still.
  const parts = (await readParts(db, entNo, scope)).filter((part): part is NamedPart => part.name !== null)
  const people = askedIn(entNo, { parts })
  const asked = of.gapFlag === '1' ? onlyGaps(entNo, people, await readColumns(db, entNo, of.tmplNo, of.verNo)) : people
  const { rows } = await sql<{ empNo: string | null; stuNo: string | null }>`insert into hndto (ent_no, hnd_no, emp_no, stu_no)
    select ${entNo}, ${hndNo}, a.emp_no, a.stu_no from (${asked}) a
    on conflict do nothing returning emp_no, stu_no`.execute(db)
  if (rows.length === 0 || !msgNo) return
  await addReceivers({ db, services }, { entNo, msgNo }, { parts: partsOf(rows, parts) })
}

/** Returns these people as the parts of a scope, without whom the scope leaves out, guardians too. */
export function partsOf(rows: readonly { empNo: string | null; stuNo: string | null }[], parts: readonly NamedPart[]) {
  const asked = rows.map(({ empNo, stuNo }): NamedPart => {
    const kind = empNo ? 'emp' : 'stu'
    return { kind, no: empNo ?? stuNo ?? '', outFlag: '0', name: '收集里要填的人' }
  })
  return [...asked, ...parts.filter(({ outFlag }) => outFlag === '1')]
}

const isHere = sql`(t.stu_no is not null and exists (select from stu s where s.ent_no = t.ent_no and s.stu_no = t.stu_no and ${isOnRoll})
  or t.emp_no is not null and exists (select from emp e where e.ent_no = t.ent_no and e.emp_no = t.emp_no and e.stt = ${Status.enabled}))`

async function markLeft(db: Db, entNo: string) {
  const turn = async (from: string, to: string, isTurned: ReturnType<typeof sql>, gone: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ msgNo: string }>`with turned as (
        update hndto t set stt = ${to} from hnd h where t.ent_no = ${entNo} and h.ent_no = t.ent_no and h.hnd_no = t.hnd_no
          and h.stt = ${CollectionState.open} and t.stt = ${from} and ${isTurned} returning h.msg_no, t.emp_no, t.stu_no)
      update msgto r set gone_tm = ${gone} from turned w where r.ent_no = ${entNo} and r.msg_no = w.msg_no and r.done_tm is null
        and (r.emp_no = w.emp_no or r.stu_no = w.stu_no) returning r.msg_no`.execute(db)
    for (const msgNo of new Set(rows.map((row) => row.msgNo))) await signalInbox(db, { entNo, msgNo })
  }
  await turn(AskedState.todo, AskedState.gone, sql`not ${isHere}`, sql`coalesce(r.gone_tm, now())`)
  await turn(AskedState.gone, AskedState.todo, isHere, sql`null`)
}
