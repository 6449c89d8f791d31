import { sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { type Asked, type Filler, type Given, isFilledBy, lockToFill, storeAnswer } from '#domain/collections/answering.ts'
import { Anonymity } from '#domain/collections/collections.contract.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import { advance } from '../advancing.ts'
import { markProcess } from './outcomes.ts'
import { FlowState, ProcessState } from '../approvals.contract.ts'
import { changeProcess, dropTasks, lockProcess, type Process } from '../processes.ts'
import type { Handing } from '../starter.ts'

/**
 * Stores the answer of somebody who is asked, and hands it in where answers are approved; answers whether it is one without a name, of
 * which no trace may name them. Throws invalid with every error by column, and where it is closed to them.
 */
export async function sendAnswer(context: Handing, filler: Filler, sent: Omit<Given, 'by'>): Promise<{ isAnonymous: boolean }> {
  await lockProcessesOf(context.db, filler.entNo, isFilledBy(filler))
  const asked = await lockToFill(context.db, filler)
  await answerAndSubmit(context, asked, { ...sent, by: filler })
  return { isAnonymous: asked.anon === Anonymity.full }
}

// Waits for whoever decides about the answer at this moment, who locks it in this order as well.
const lockProcessesOf = (db: Db, entNo: string, which: ReturnType<typeof sql>) =>
  sql`select from prc p where p.ent_no = ${entNo}
    and p.to_no in (select t.to_no from hndto t where t.ent_no = ${entNo} and ${which}) for update`.execute(db)

/** Stores an answer, and hands it in where answers are approved. Throws invalid with every error by column. */
export async function answerAndSubmit(context: Handing, asked: Asked, given: Given) {
  const vals = await storeAnswer(context.db, context.services.secret, asked, given)
  if (asked.flowNo !== null && asked.flowVer !== null)
    await submit(context, { ...asked, flowNo: asked.flowNo, flowVer: asked.flowVer }, given.by, vals)
}

type Submitted = Asked & { flowNo: string; flowVer: number }

/** Hands an answer in, or again where nobody has decided about it, or it was returned or taken back: it goes on where it stood. */
async function submit(context: Handing, asked: Submitted, by: Given['by'], vals: FormValues) {
  const { db } = context
  const { entNo, toNo, stuNo, empNo } = asked
  await withoutScope(context, async () => {
    const { rows } = await sql<{
      prcNo: string
    }>`select prc_no from prc where ent_no = ${entNo} and to_no = ${Number(toNo)}`.execute(db)
    // Names the child for whom a guardian answers, or the school; members of staff for themselves.
    const whose = { empNo: by.ptrNo ? null : (by.empNo ?? empNo), ptrNo: by.ptrNo ?? null, stuNo }
    const again = rows[0]?.prcNo
    const prcNo = again ?? (await start(context, asked, whose, vals))
    const process = await lockProcess(context, { entNo, prcNo })
    const renewed = { ...process, starter: whose.empNo, ptrNo: whose.ptrNo, values: vals }
    if (again) await takeAgain(context, process, { ...whose, vals })
    await markProcess(context, process, 'waiting')
    await advance(context, renewed, process.jumpAt ?? 1)
  })
}

type Whose = { empNo: string | null; ptrNo: string | null; stuNo: string | null }

async function start(
  context: Handing,
  { entNo, hndNo, toNo, flowNo, flowVer, tmplNo, verNo }: Submitted,
  whose: Whose,
  vals: FormValues,
) {
  const prcNo = await context.number('PRC_NO')
  const { rows } = await sql<{ title: string }>`select coalesce(s.stu_name, e.emp_name) || '的' || h.title as title
    from hndto t join hnd h using (ent_no, hnd_no) left join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no
    left join emp e on e.ent_no = t.ent_no and e.emp_no = t.emp_no
    where t.ent_no = ${entNo} and t.hnd_no = ${hndNo} and t.to_no = ${Number(toNo)}`.execute(context.db)
  const { title } = requireRow(rows[0])
  const handedIn = { entNo, prcNo, flowNo, verNo: flowVer, tmplNo, tmplVer: verNo, toNo: Number(toNo), title, ...whose }
  await context.db
    .insertInto('prc')
    .values({
      ...handedIn,
      vals: JSON.stringify(vals),
      chosen: {},
      sentTm: sql<string>`now()`,
      stt: ProcessState.open,
      stepAt: 1,
    })
    .execute()
  return prcNo
}

async function takeAgain(context: Handing, process: Process, { vals, ...whose }: Whose & { vals: FormValues }) {
  await dropTasks(context, process)
  const since = { sentTm: sql`now()`, doneTm: null, stt: ProcessState.open, stepAt: 1, jumpAt: null }
  await changeProcess(context, process, { ...whose, ...since, vals: JSON.stringify(vals) })
}

/** Finds the flow in use by which answers to a form can be approved; undefined for none, or where whoever answers chooses who decides. */
export async function findFlowOf(db: Db, entNo: string, tmplNo: string) {
  const { rows } = await sql<{
    flowNo: string
    flowVer: number
    flowName: string
  }>`select f.flow_no, f.ver_no as flow_ver, f.flow_name
    from flow f join flowver v using (ent_no, flow_no, ver_no) where f.ent_no = ${entNo} and f.tmpl_no = ${tmplNo}
      and f.stt = ${FlowState.published} and not v.steps @? '$[*] ? (@.who == "chosen")'`.execute(db)
  return rows[0]
}
