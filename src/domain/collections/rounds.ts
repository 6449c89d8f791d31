import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { targetedColumns } from '#contract/form/archiveFields.ts'
import { Status } from '#contract/fields.ts'
import { readColumns, requireFillable } from '#domain/forms/formTemplates.ts'
import { signalInbox } from '#domain/messages/messages.ts'
import type { ScopePart } from '#domain/messages/messages.contract.ts'
import { type NamedPart, readParts } from '#domain/messages/receivers.ts'
import { Fault } from '#server/base/fault.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import type { Services } from '#server/call/context.ts'
import { readRights } from '#server/call/rights.ts'
import { scopeOf, withoutScope } from '#server/call/scope.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { reserveNumbers } from '#server/database/number.ts'
import { publishAnonymous } from './anonymous.ts'
import { AskedState, CollectionState, Repeat, type WriteBack } from './collections.contract.ts'
import { askScope } from './handingOut.ts'

/**
 * Selects the first time after `after` that lies whole weeks or months, by its rule, after the same time of the first round: when the
 * next one begins (`sent_tm`), or is due (`due_tm`; null for one that never is).
 */
const following = (column: 'sent_tm' | 'due_tm', after: ReturnType<typeof sql>) => sql`(select min(o.tm) from (
    select (f.${sql.ref(column)} at time zone 'Asia/Shanghai' + n * (case h.rpt when ${Repeat.week} then interval '1 week'
      else interval '1 month' end)) at time zone 'Asia/Shanghai' as tm
    from hnd f, generate_series(1, 1200) n where f.ent_no = h.ent_no and f.hnd_no = coalesce(h.srs_no, h.hnd_no)) o
  where o.tm > ${after})`

/** Sets when the next round begins of a collection that repeats; none of one that does not. */
export const setNext = (db: Db, { entNo, hndNo }: { entNo: string; hndNo: string }) =>
  sql`update hnd h set nxt_tm = case when h.rpt = ${Repeat.once} then null else ${following('sent_tm', sql`now()`)} end
    where h.ent_no = ${entNo} and h.hnd_no = ${hndNo}`.execute(db)

/** Takes out of the inboxes what is expected of those who have not answered: of a collection that has ended. */
export async function withdrawAsked(db: Db, { entNo, hndNo, msgNo }: { entNo: string; hndNo: string; msgNo: string | null }) {
  if (!msgNo) return
  // Reaches also those who have left the sender's departments and units since they were asked.
  await withoutScope({ db }, () =>
    sql`update msgto r set gone_tm = now() from hndto t where r.ent_no = ${entNo} and r.msg_no = ${msgNo} and r.done_tm is null
      and r.gone_tm is null and t.ent_no = ${entNo} and t.hnd_no = ${hndNo} and t.stt = ${AskedState.todo}
      and (t.emp_no = r.emp_no or t.stu_no = r.stu_no)`.execute(db),
  )
  await signalInbox(db, { entNo, msgNo })
}

type Round = {
  hndNo: string
  srsNo: string
  msgNo: string | null
  rnd: number
  empNo: string
  title: string
  des: string | null
  lateFlag: '0' | '1'
  gapFlag: '0' | '1'
  scope: ScopePart[]
  backs: WriteBack[]
  tmplNo: string
  verNo: number
}

/**
 * Begins the next round of every collection whose time has come: the same form, as it is published now, to whoever is in the scope
 * now, within the reach of its sender; the round before ends. Whoever has left, or may hand out no more, begins none.
 */
export async function beginRounds(services: Services, entNo: string) {
  const { pool, sidePool } = services.database
  const origin = { entNo, call: 'clock' }
  const due = await transaction(pool, { entNo }, (db) => readDue(db, entNo), { readOnly: true })
  for (const { hndNo, empNo } of due) {
    const rights = await transaction(pool, { entNo }, (db) => readRights(db, entNo, empNo), { readOnly: true })
    const access = permissions('hnd').add
    if (!access.some((right) => rights.has(right))) continue
    const reach = await scopeOf({ me: { entNo, rights }, services }, { access }, entNo)
    const number = (code: string) =>
      transaction(sidePool, { entNo }, async (on) => (await reserveNumbers(on, code, 1, entNo))[0] as string)
    await transaction(pool, { ...origin, op: newOperation(), ...reach }, (db) =>
      beginRound({ db, services, number }, entNo, hndNo),
    ).catch(async (error: unknown) => {
      // Tries again at the next time where nobody is to be asked now, as in holidays.
      if (!(error instanceof Fault)) throw error
      await transaction(pool, { ...origin, op: newOperation() }, (db) => setNext(db, { entNo, hndNo }))
    })
  }
}

const readDue = async (db: Db, entNo: string) =>
  (
    await sql<{ hndNo: string; empNo: string }>`select h.hnd_no, h.emp_no from hnd h join emp e using (ent_no, emp_no)
      where h.ent_no = ${entNo} and h.nxt_tm <= now() and h.stt in (${CollectionState.open}, ${CollectionState.ended})
        and e.stt = ${Status.enabled} order by h.nxt_tm, h.hnd_no`.execute(db)
  ).rows

type Work = { db: Db; services: Services; number: (code: string) => Promise<string> }

async function beginRound({ db, services, number }: Work, entNo: string, hndNo: string) {
  const { rows } =
    await sql<Round>`select h.hnd_no, coalesce(h.srs_no, h.hnd_no) as srs_no, h.msg_no, h.rnd, h.emp_no, h.title, h.des,
      h.late_flag, h.gap_flag, h.scope, h.backs, h.tmpl_no, h.ver_no
    from hnd h where h.ent_no = ${entNo} and h.hnd_no = ${hndNo} and h.nxt_tm <= now() for update`.execute(db)
  const [last] = rows
  if (!last) return
  const { scope, backs, tmplNo } = last
  const [nextNo, form] = [await number('HND_NO'), await formOf(db, entNo, last)]
  await sql`insert into hnd (ent_no, hnd_no, title, des, tmpl_no, ver_no, scope, backs, due_tm, late_flag, edit_flag, join_flag, gap_flag,
      anon, apr_flag, flow_no, flow_ver, rpt, srs_no, rnd, emp_no, sent_tm, stt)
    select ent_no, ${nextNo}, title, des, ${tmplNo}, ${form.verNo}, scope, ${JSON.stringify(backs)}::jsonb,
      ${following('due_tm', sql`h.nxt_tm`)}, late_flag, edit_flag, join_flag, gap_flag, anon, apr_flag, flow_no,
      coalesce((select f.ver_no from flow f where f.ent_no = h.ent_no and f.flow_no = h.flow_no and f.stt = '2'), flow_ver), rpt, ${last.srsNo}, rnd + 1, emp_no, now(),
      ${CollectionState.open}
    from hnd h where h.ent_no = ${entNo} and h.hnd_no = ${hndNo}`.execute(db)
  await sql`update hnd set nxt_tm = null, stt = ${CollectionState.ended} where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(
    db,
  )
  await withdrawAsked(db, { entNo, hndNo, msgNo: last.msgNo })
  await publishAnonymous(db, services.secret, { entNo, hndNo }, { isOver: true })
  // Passes over parts that are gone: the others are asked still.
  const parts = (await readParts(db, entNo, scope)).filter((part): part is NamedPart => part.name !== null)
  const handed = { ...last, entNo, hndNo: nextNo, rnd: last.rnd + 1, isRepeated: true }
  await askScope({ db, services, number }, handed, { parts, columns: form.columns })
  await setNext(db, { entNo, hndNo: nextNo })
}

/** Reads the form as it is published now; as it was, where it can be handed out no more, or holds no more what is written back. */
async function formOf(db: Db, entNo: string, { tmplNo, verNo, backs }: Round) {
  const before = { verNo, columns: await readColumns(db, entNo, tmplNo, verNo) }
  const now = await requireFillable(db, entNo, tmplNo).catch((error: unknown) => {
    if (error instanceof Fault) return undefined
    throw error
  })
  if (!now) return before
  const targets = new Set(targetedColumns(now.billClmns).map(({ column }) => column.clmnNo))
  return backs.every(({ clmnNo }) => targets.has(clmnNo)) ? { verNo: now.verNo, columns: now.billClmns } : before
}
