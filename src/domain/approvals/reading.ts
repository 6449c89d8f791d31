import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { actions } from '#contract/access.ts'
import { targetedColumns } from '#contract/form/archiveFields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { withoutPoints } from '#contract/form/scores.ts'
import { filesIn, maskValues, openValues, readColumns, readFormChoices } from '#domain/forms/formTemplates.ts'
import { leaveEnd, leaveState } from '#domain/leaves/leaves.ts'
import type { LeaveFacts } from '#domain/leaves/leaves.contract.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import type { Context } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import { requireRow } from '#server/database/rows.ts'
import { fileLink } from '#server/files/links.ts'
import { keptSteps, ProcessState, type Step, TaskKind, TaskState, wantedIn } from './approvals.contract.ts'
import { lacksDelegate } from './delegating.ts'
import { hasCustody } from './guardians.ts'
import { startersColumns } from './handingIn.ts'
import { fieldsHiddenFrom } from './hiding.ts'
import { isSinceReturn } from './processes.ts'
import type { Deed, ProcessInFull } from './process.contract.ts'
import type { Starter } from './starter.ts'

type Which = { entNo: string; prcNo: string }
type Reading = Pick<Context, 'db' | 'services' | 'me'>
type Full = z.output<typeof ProcessInFull>
/** Describes a deed as it is stored; `isNow`: it came since the process was last returned. */
type DeedRow = z.output<typeof Deed> & { step: number; empNo: string | null; ptrNo: string | null; isNow: boolean }

// Shows a process to who handed it in, to those who have or had a task about it, to who looks after flows, and to who asked for the
// answer; to guardians what one of them handed in for the child.
const isVisible = ({ me }: Reading, by: Starter) =>
  by.empNo === undefined
    ? sql<SqlBool>`(p.stu_no = ${by.stuNo} and p.ptr_no is not null)`
    : sql<SqlBool>`(${me.rights.has(`flow:${actions.review}`)} or p.emp_no = ${by.empNo}
      or exists (select from tsk t where t.ent_no = p.ent_no and t.prc_no = p.prc_no and t.emp_no = ${by.empNo})
      or exists (select from hndto o join hnd h using (ent_no, hnd_no) where o.ent_no = p.ent_no and o.to_no = p.to_no
        and h.emp_no = ${by.empNo}))`

/** Throws notFound for a process that whoever asks may not see. */
export async function requireVisible(context: Reading, by: Starter, { entNo, prcNo }: Which) {
  const { rows } =
    await sql`select from prc p where p.ent_no = ${entNo} and p.prc_no = ${prcNo} and ${isVisible(context, by)}`.execute(
      context.db,
    )
  requireRow(rows[0])
}

/** Reads a process in full, with what whoever asks may do about it. Throws notFound where they may not see it. */
export async function readProcess(context: Reading, by: Starter, prcNo: string): Promise<Full> {
  const { db, me, services } = context
  const which = { entNo: by.entNo, prcNo }
  await requireVisible(context, by, which)
  return withoutScope(context, async () => {
    const { vals, steps, tmplNo, tmplVer, empNo, ptrNo, stepAt, ...head } = await readHead(db, which)
    const hidden = by.empNo === undefined ? new Set<string>() : await fieldsHiddenFrom(context, which)
    const columns = (await readColumns(db, by.entNo, tmplNo, tmplVer)).filter(({ clmnNo }) => !hidden.has(clmnNo))
    const deeds = await readDeeds(db, which)
    const isTheirs = by.empNo === undefined ? ptrNo === by.ptrNo : empNo === by.empNo
    const isOwn = isTheirs && (by.empNo !== undefined || (await isInCustody(db, by)))
    const shown = shownTo(by, isTheirs, columns, withoutHidden(vals, hidden))
    const mayAct = !me.imitUserNo && (by.empNo !== undefined || isOwn)
    const own = deeds.find((one) => isOf(one, by) && one.stt === TaskState.waiting && one.kind !== TaskKind.copy)
    const isUntouched = deeds.every((one) => one.kind !== TaskKind.decide || isOf(one, by) || !wasDecided(one.stt))
    return {
      ...head,
      billClmns: withoutPoints(columns),
      choices: await readFormChoices(db, by.entNo, columns),
      // Shows who handed it in what they wrote, to be changed and handed in again.
      vals: isTheirs ? openValues(services.secret, columns, shown) : maskValues(columns, shown),
      files: filesIn(columns, shown).map((fileNo) => ({ fileNo, url: fileLink(services.secret, by.entNo, fileNo) })),
      deeds: deeds.map((deed) => toldOf(deed, by)),
      leaves: await readLeaves(db, which),
      dlgFlag: flagOf(isOwn && !me.imitUserNo && empNo !== null && (await lacksDelegate(context, { ...which, starter: empNo }))),
      want: wantOf(stepAt, steps, deeds),
      ahead: stepAt === null ? [] : steps.slice(stepAt).map(({ stepName }) => stepName),
      task: own && mayAct ? taskOf(own, steps, columns, deeds) : null,
      startNos: startersColumns(columns, steps).map(({ clmnNo }) => clmnNo),
      mineFlag: flagOf(isOwn),
      withdrawFlag: flagOf(isOwn && (head.stt === ProcessState.returned || (head.stt === ProcessState.open && isUntouched))),
    }
  })
}

const isOf = ({ empNo, ptrNo }: DeedRow, by: Starter) => (by.empNo === undefined ? ptrNo === by.ptrNo : empNo === by.empNo)

const withoutHidden = (vals: FormValues, hidden: ReadonlySet<string>): FormValues =>
  Object.fromEntries(Object.entries(vals).filter(([clmnNo]) => !hidden.has(clmnNo)))

// Tells the other guardian nothing about the one who handed it in.
function shownTo(by: Starter, isTheirs: boolean, columns: readonly Column[], vals: FormValues): FormValues {
  if (by.empNo !== undefined || isTheirs) return vals
  return withoutHidden(vals, new Set(targetedColumns(columns, 'ptr').map(({ column }) => column.clmnNo)))
}

async function isInCustody(db: Context['db'], by: Starter & { ptrNo: string }) {
  const { rows } = await sql<{ has: boolean }>`select ${hasCustody(by)} as has`.execute(db)
  return rows[0]?.has === true
}

// Keeps signatures to those who look at it in the office: a link may be passed on.
const toldOf = ({ step: _, empNo: __, ptrNo: ___, isNow: ____, sign, ...deed }: DeedRow, by: Starter) => ({
  ...deed,
  sign: by.empNo === undefined ? null : sign,
})

/** Counts who has to agree in the open step, where that is more than one. */
function wantOf(stepAt: number | null, steps: readonly Step[], deeds: readonly DeedRow[]) {
  const step = steps[(stepAt ?? 0) - 1]
  if (!step || step.mode === 'any') return null
  const round = deeds.filter((one) => one.kind === TaskKind.decide && one.step === stepAt && one.isNow)
  const doneCnt = round.filter(({ stt }) => stt === TaskState.passed).length
  const cnt = wantedIn(step, doneCnt + round.filter(({ stt }) => stt === TaskState.waiting).length)
  return cnt > 1 ? { cnt, doneCnt } : null
}

async function readLeaves(db: Context['db'], { entNo, prcNo }: Which): Promise<z.output<typeof LeaveFacts>[]> {
  const { rows } = await sql<z.output<typeof LeaveFacts>>`select l.lve_no, coalesce(s.stu_name, e.emp_name, '') as name, l.kind,
      l.s_tm, l.e_tm, l.day_flag, ${leaveEnd} as end_tm, ${leaveState} as stt
    from lve l left join stu s on s.ent_no = l.ent_no and s.stu_no = l.stu_no left join emp e on e.ent_no = l.ent_no and e.emp_no = l.emp_no
    where l.ent_no = ${entNo} and l.prc_no = ${prcNo} and l.stt = '1' order by l.lve_no`.execute(db)
  return rows
}

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))
const wasDecided = (stt: string) => stt === TaskState.passed || stt === TaskState.refused || stt === TaskState.returned

type Head = Pick<
  Full,
  | 'prcNo'
  | 'entName'
  | 'title'
  | 'flowNo'
  | 'flowName'
  | 'stt'
  | 'empName'
  | 'place'
  | 'ptrFlag'
  | 'sentTm'
  | 'doneTm'
  | 'asked'
  | 'ver'
> & {
  empNo: string | null
  ptrNo: string | null
  stepAt: number | null
  tmplNo: string
  tmplVer: number
  vals: FormValues
  steps: Step[]
}

async function readHead(db: Context['db'], { entNo, prcNo }: Which): Promise<Head> {
  const { rows } = await sql<Head>`select p.prc_no, n.ent_name, p.title, p.flow_no, f.flow_name, p.stt, p.emp_no, p.ptr_no,
      coalesce(e.emp_name, g.ptr_name) as emp_name, coalesce(${mainDepartmentOf('orgName')}, s.stu_name || '的家长') as place,
      case when p.ptr_no is null then '0' else '1' end as ptr_flag, p.sent_tm, p.done_tm, p.ver, p.step_at, p.tmpl_no, p.tmpl_ver,
      p.vals, v.steps, (select json_build_object('hndNo', h.hnd_no, 'title', h.title, 'chdNo', o.stu_no) from hndto o
        join hnd h using (ent_no, hnd_no) where o.ent_no = p.ent_no and o.to_no = p.to_no) as asked
    from prc p join ent n using (ent_no) join flow f using (ent_no, flow_no)
    join flowver v on v.ent_no = p.ent_no and v.flow_no = p.flow_no and v.ver_no = p.ver_no
    left join emp e on e.ent_no = p.ent_no and e.emp_no = p.emp_no left join ptr g on g.ent_no = p.ent_no and g.ptr_no = p.ptr_no
    left join stu s on s.ent_no = p.ent_no and s.stu_no = p.stu_no
    where p.ent_no = ${entNo} and p.prc_no = ${prcNo}`.execute(db)
  const head = requireRow(rows[0])
  return { ...head, steps: keptSteps(head.steps) }
}

async function readDeeds(db: Context['db'], { entNo, prcNo }: Which): Promise<DeedRow[]> {
  const { rows } = await sql<DeedRow>`select t.tsk_no::text as tsk_no, t.kind, t.step, t.step_name, t.emp_no, t.ptr_no,
      coalesce(e.emp_name, g.ptr_name) as emp_name,
      (select o.emp_name from emp o where o.ent_no = t.ent_no and o.emp_no = t.for_no) as for_name, t.why, t.word, t.sign,
      t.came_tm, t.done_tm, t.stt, ${isSinceReturn} as is_now
    from tsk t left join emp e using (ent_no, emp_no) left join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
    where t.ent_no = ${entNo} and t.prc_no = ${prcNo} order by t.tsk_no`.execute(db)
  return rows
}

function taskOf({ tskNo, kind, step }: DeedRow, steps: readonly Step[], columns: readonly Column[], deeds: readonly DeedRow[]) {
  const { signFlag = '0', fills = [] } = steps[step - 1] ?? {}
  const passed = new Set(
    deeds.filter((one) => one.kind === TaskKind.decide && one.stt === TaskState.passed).map((one) => one.step),
  )
  const earlier = steps.flatMap(({ stepName }, i) => (i + 1 < step && passed.has(i + 1) ? [{ step: i + 1, name: stepName }] : []))
  return {
    tskNo,
    kind: kind === TaskKind.again ? ('3' as const) : ('1' as const),
    signFlag,
    fills: columns.filter(({ clmnNo }) => fills.includes(clmnNo)),
    backs: [{ step: 0, name: '发起人' }, ...earlier],
  }
}
