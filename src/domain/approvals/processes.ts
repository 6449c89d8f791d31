import { sql } from 'kysely'
import type { Column, FormValues } from '#contract/form/column.ts'
import { readColumns } from '#domain/forms/formTemplates.ts'
import { type Caller, type Teller, tellOfEvent } from '#domain/messages/events.ts'
import { MessageClass } from '#domain/messages/messages.contract.ts'
import { addReceivers, sendAbout, signalInbox } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireRow, updateRow } from '#server/database/rows.ts'
import type { LeaveFields } from '#domain/leaves/leaves.contract.ts'
import { aboutProcess, type Chosen, keptSteps, type Step, TaskKind, TaskState } from './approvals.contract.ts'
import type { Approver } from './approvers.ts'
import './approval.table.ts'

/** Describes a process while something is done about it. */
export type Process = {
  entNo: string
  prcNo: string
  flowNo: string
  title: string
  /** Names the member of staff who handed it in; null where a guardian (`ptrNo`) did, for a child (`stuNo`). */
  starter: string | null
  ptrNo: string | null
  stuNo: string | null
  /** Names the answer of a collection that it is about; null for what somebody handed in of their own accord. */
  toNo: number | null
  stt: string
  stepAt: number | null
  jumpAt: number | null
  msgNo: string | null
  ver: number
  tmplNo: string
  tmplVer: number
  typeNo: string
  /** Names the fields that tell of a leave; null for other forms. */
  lve: LeaveFields | null
  steps: Step[]
  values: FormValues
  chosen: Chosen
}

type Which = { entNo: string; prcNo: string }

/** Locks a process, so that those who decide at once decide one after the other. Throws notFound where there is none. */
export async function lockProcess({ db }: Pick<Context, 'db'>, { entNo, prcNo }: Which): Promise<Process> {
  const { rows } =
    await sql<Process>`select p.ent_no, p.prc_no, p.flow_no, p.title, p.emp_no as starter, p.ptr_no, p.stu_no, p.to_no::float8 as to_no, p.stt, p.step_at, p.jump_at, p.msg_no, p.ver,
      p.tmpl_no, p.tmpl_ver, t.type_no, p.vals as values, p.chosen, v.steps, v.lve
    from prc p join flowver v using (ent_no, flow_no, ver_no) join tmpl t on t.ent_no = p.ent_no and t.tmpl_no = p.tmpl_no where p.ent_no = ${entNo} and p.prc_no = ${prcNo} for update of p`.execute(
      db,
    )
  const process = requireRow(rows[0])
  return { ...process, steps: keptSteps(process.steps) }
}

/** Throws conflict where a process is no longer at the version that was seen. */
export function requireVersion(process: Process, ver: number | undefined) {
  if (ver !== undefined && ver !== process.ver) throw new Fault('conflict', '这个申请刚有变化，请看过再处理')
}

/** Reads the fields of a process, in the version of the form that it was handed in with. */
export const columnsOf = ({ db }: Pick<Context, 'db'>, { entNo, tmplNo, tmplVer }: Process): Promise<Column[]> =>
  readColumns(db, entNo, tmplNo, tmplVer)

/** Selects whether a task `t` came since its process was last returned: what was agreed to before counts no more. */
export const isSinceReturn = sql<boolean>`(t.came_tm >= coalesce((select max(r.done_tm) from tsk r
  where r.ent_no = t.ent_no and r.prc_no = t.prc_no and r.stt = ${TaskState.returned}), '-infinity'))`

const within = ({ entNo, prcNo }: Which) => ({ entNo, prcNo })

/** Changes a process as locked, so that whoever saw it before sees that it moved on. */
export const changeProcess = ({ db }: Pick<Context, 'db'>, process: Process, changes: Record<string, unknown>) =>
  updateRow(db, 'prc', within(process), changes, [])

/** Describes a task that is opened, or written down as passed already with a word. */
type Opened = { kind: string; step: number; stepName: string; people: readonly Approver[]; passed?: string }

/** Opens tasks of people about a process, or writes them down as passed already. */
export async function openTasks(
  { db }: Pick<Context, 'db'>,
  { entNo, prcNo }: Which,
  { kind, step, stepName, people, passed }: Opened,
) {
  if (people.length === 0) return
  const isOver = passed !== undefined
  const state = isOver ? { stt: TaskState.passed, doneTm: sql<string>`now()`, word: passed } : { stt: TaskState.waiting }
  await db
    .insertInto('tsk')
    .values(people.map(({ empNo, forNo = null, why }) => ({ entNo, prcNo, kind, step, stepName, empNo, forNo, why, ...state })))
    .execute()
}

/** Takes what is still asked about a process away from all whom it is asked of, but for one. */
export async function dropTasks({ db }: Pick<Context, 'db'>, { entNo, prcNo, msgNo }: Process, but = -1) {
  await sql`update tsk set stt = ${TaskState.dropped}, done_tm = now() where ent_no = ${entNo} and prc_no = ${prcNo}
    and kind <> ${TaskKind.copy} and stt = ${TaskState.waiting} and tsk_no <> ${but}`.execute(db)
  if (!msgNo) return
  await sql`update msgto set gone_tm = now() where ent_no = ${entNo} and msg_no = ${msgNo} and done_tm is null and gone_tm is null`.execute(
    db,
  )
  await signalInbox(db, { entNo, msgNo })
}

/** Ends one task in the words of whoever decided or handed it in again; the inbox expects nothing more of them. */
export async function endTask(
  { db }: Pick<Context, 'db'>,
  { entNo, prcNo, msgNo }: Process,
  task: { tskNo: number; empNo: string } | { tskNo: number; ptrNo: string },
  { stt, word, sign }: { stt: string; word?: string | null | undefined; sign?: number[][] | null | undefined },
) {
  await updateRow(
    db,
    'tsk',
    { entNo, tskNo: task.tskNo },
    { stt, word: word ?? null, sign: sign ? JSON.stringify(sign) : null, doneTm: sql`now()` },
    [],
  )
  if (!msgNo) return
  const who = 'ptrNo' in task ? task.ptrNo : task.empNo
  await sql`update msgto set done_tm = now(), read_tm = coalesce(read_tm, now())
    where ent_no = ${entNo} and msg_no = ${msgNo} and coalesce(emp_no, ptr_no) = ${who} and not exists (select from tsk t
      where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and coalesce(t.emp_no, t.ptr_no) = ${who} and t.kind <> ${TaskKind.copy}
        and t.stt = ${TaskState.waiting})`.execute(db)
  await signalInbox(db, { entNo, msgNo })
}

/** Asks people about a process: each has a task, and a message that stays in their inbox until it is done. */
export async function ask(context: Teller, process: Process, { title, body, hrs, ...opened }: Opened & Asking) {
  const { entNo, prcNo, starter } = process
  await openTasks(context, process, opened)
  const dueTm = hrs ? sql<string>`now() + make_interval(hours => ${hrs})` : null
  const need = opened.kind === TaskKind.again ? MessageNeed.act : MessageNeed.decide
  const asked = { msgCls: MessageClass.action, need, dueTm, lateFlag: '1' as const }
  const told = [body, ...standIns(opened.people)].join('\n')
  const notice = {
    entNo,
    title,
    body: told,
    about: { type: aboutProcess, no: prcNo },
    ...(starter !== null && { empNo: starter }),
  }
  const msgNo = await sendAbout(context, { ...asked, ...notice }, { parts: partsOf(opened.people) })
  await changeProcess(context, process, { msgNo, escTm: null })
}

// Says who decides for whom, since one message goes to all.
const standIns = (people: readonly Approver[]) =>
  people.flatMap(({ empName, forName }) => (forName ? [`${empName}代${forName}审批`] : []))

type Asking = { title: string; body: string; hrs?: number | null | undefined }

// Names each once, also who decides for somebody besides.
const partsOf = (people: readonly Approver[]) =>
  [...new Map(people.map((one) => [one.empNo, one])).values()].map(({ empNo, forName }) => ({
    kind: 'emp' as const,
    no: empNo,
    outFlag: '0' as const,
    name: forName ? `代${forName}审批` : '审批',
  }))

/** Adds somebody to the open step, with the message that the others have. */
export async function askAlso(context: Teller, process: Process, opened: Opened) {
  const { entNo, msgNo } = process
  await openTasks(context, process, opened)
  if (!msgNo) return
  await sql`update msgto set gone_tm = null, done_tm = null where ent_no = ${entNo} and msg_no = ${msgNo}
    and emp_no = any(${opened.people.map(({ empNo }) => empNo)})`.execute(context.db)
  await addReceivers(context, { entNo, msgNo }, { parts: partsOf(opened.people) })
}

/** Writes down that people know of a process, each once; answers for whom that is new. */
export async function addCopies(
  { db }: Pick<Context, 'db'>,
  { entNo, prcNo, stepAt }: Process,
  { empNos, stepName }: { empNos: readonly string[]; stepName: string },
) {
  const { rows } = await sql<{ empNo: string }>`insert into tsk (ent_no, prc_no, kind, step, step_name, emp_no, stt)
    select e.ent_no, ${prcNo}, ${TaskKind.copy}, ${stepAt ?? 0}, ${stepName}, e.emp_no, ${TaskState.waiting} from emp e
    where e.ent_no = ${entNo} and e.emp_no = any(${[...empNos]}) and e.stt = '1' and not exists (select from tsk t
      where t.ent_no = e.ent_no and t.prc_no = ${prcNo} and t.kind = ${TaskKind.copy} and t.emp_no = e.emp_no)
    returning emp_no`.execute(db)
  return rows.map(({ empNo }) => empNo)
}

/** Sends people a copy, each once: they know of it, and have nothing to do. */
export async function sendCopies(context: Caller, process: Process, to: { empNos: readonly string[]; stepName: string }) {
  const { entNo, prcNo, title } = process
  const empNos = await addCopies(context, process, to)
  await tellOfEvent(context, {
    entNo,
    evt: 'prccc',
    title: `抄送给你：${title}`,
    empNos,
    about: { type: aboutProcess, no: prcNo },
  })
}
