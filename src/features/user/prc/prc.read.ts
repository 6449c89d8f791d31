import { type SqlBool, sql } from 'kysely'
import { actions } from '#contract/access.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import type * as z from 'zod'
import { keptSteps, ProcessState, type Step, TaskKind, TaskState, wantedIn } from '#domain/approvals/approvals.contract.ts'
import { fieldsHiddenFrom } from '#domain/approvals/hiding.ts'
import { lacksDelegate } from '#domain/approvals/delegating.ts'
import { leaveEnd, leaveState } from '#domain/leaves/leaves.ts'
import type { LeaveFacts } from '#domain/leaves/leaves.contract.ts'
import { filesIn, maskValues, openValues, readColumns, readFormChoices } from '#domain/forms/formTemplates.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { requireRow } from '#server/database/rows.ts'
import { fileLink } from '#server/files/links.ts'
import type { Deed, ProcessInFull } from './prc.contract.ts'

type Which = { entNo: string; prcNo: string }
type DeedRow = z.output<typeof Deed> & { step: number; empNo: string }

// Shows a process to who handed it in, to those who have or had a task about it, and to who looks after flows.
const isVisible = ({ me }: Context) => sql<SqlBool>`(${me.rights.has(`flow:${actions.review}`)} or p.emp_no = ${me.idntVal}
  or exists (select from tsk t where t.ent_no = p.ent_no and t.prc_no = p.prc_no and t.emp_no = ${me.idntVal}))`

/** Throws notFound for a process that the caller may not see. */
export async function requireVisible(context: Context, { entNo, prcNo }: Which) {
  requireOwn(context, entNo)
  const { rows } =
    await sql`select from prc p where p.ent_no = ${entNo} and p.prc_no = ${prcNo} and ${isVisible(context)}`.execute(context.db)
  requireRow(rows[0])
}

/** Reads a process in full, with what the caller may do about it. Throws notFound where they may not see it. */
export async function readProcess(context: Context, { entNo, prcNo }: Which): Promise<z.output<typeof ProcessInFull>> {
  const { db, me, services } = context
  await requireVisible(context, { entNo, prcNo })
  return withoutScope(context, async () => {
    const { vals, steps, tmplNo, tmplVer, empNo, stepAt, ...head } = await readHead(context, { entNo, prcNo })
    const hidden = await fieldsHiddenFrom(context, { entNo, prcNo })
    const columns = (await readColumns(db, entNo, tmplNo, tmplVer)).filter(({ clmnNo }) => !hidden.has(clmnNo))
    const shown = Object.fromEntries(Object.entries(vals).filter(([clmnNo]) => !hidden.has(clmnNo)))
    const deeds = await readDeeds(context, { entNo, prcNo })
    const own = deeds.find((one) => one.empNo === me.idntVal && one.stt === TaskState.waiting && one.kind !== TaskKind.copy)
    const isMine = empNo === me.idntVal
    const isUntouched = deeds.every((one) => one.kind !== TaskKind.decide || one.empNo === me.idntVal || !wasDecided(one.stt))
    return {
      ...head,
      billClmns: columns,
      choices: await readFormChoices(db, entNo, columns),
      // Shows who handed it in what they wrote, to be changed and handed in again.
      vals: isMine ? openValues(services.secret, columns, shown) : maskValues(columns, shown),
      files: filesIn(columns, shown).map((fileNo) => ({ fileNo, url: fileLink(services.secret, entNo, fileNo) })),
      deeds: deeds.map(({ step: _, empNo: __, ...deed }) => deed),
      leaves: await readLeaves(context, { entNo, prcNo }),
      dlgFlag: flagOf(isMine && !me.imitUserNo && (await lacksDelegate(context, { entNo, prcNo, starter: empNo }))),
      want: wantOf(stepAt, steps, deeds),
      ahead: stepAt === null ? [] : steps.slice(stepAt).map(({ stepName }) => stepName),
      task: own && !me.imitUserNo ? taskOf(own, steps, columns, deeds) : null,
      startNos: columns.filter(({ clmnNo }) => !steps.some(({ fills }) => fills.includes(clmnNo))).map(({ clmnNo }) => clmnNo),
      mineFlag: flagOf(isMine),
      withdrawFlag: flagOf(isMine && (head.stt === ProcessState.returned || (head.stt === ProcessState.open && isUntouched))),
    }
  })
}

/** Counts who has to agree in the open step, where that is more than one. */
function wantOf(stepAt: number | null, steps: readonly Step[], deeds: readonly DeedRow[]) {
  const step = steps[(stepAt ?? 0) - 1]
  if (!step || step.mode === 'any') return null
  const returnedAt =
    deeds
      .flatMap(({ stt, doneTm }) => (stt === TaskState.returned && doneTm ? [doneTm] : []))
      .sort()
      .at(-1) ?? ''
  const round = deeds.filter((one) => one.kind === TaskKind.decide && one.step === stepAt && one.cameTm >= returnedAt)
  const doneCnt = round.filter(({ stt }) => stt === TaskState.passed).length
  const cnt = wantedIn(step, doneCnt + round.filter(({ stt }) => stt === TaskState.waiting).length)
  return cnt > 1 ? { cnt, doneCnt } : null
}

async function readLeaves({ db }: Context, { entNo, prcNo }: Which): Promise<z.output<typeof LeaveFacts>[]> {
  const { rows } = await sql<z.output<typeof LeaveFacts>>`select l.lve_no, coalesce(s.stu_name, e.emp_name, '') as name, l.kind,
      l.s_tm, l.e_tm, l.day_flag, ${leaveEnd} as end_tm, ${leaveState} as stt
    from lve l left join stu s on s.ent_no = l.ent_no and s.stu_no = l.stu_no left join emp e on e.ent_no = l.ent_no and e.emp_no = l.emp_no
    where l.ent_no = ${entNo} and l.prc_no = ${prcNo} and l.stt = '1' order by l.lve_no`.execute(db)
  return rows
}

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))
const wasDecided = (stt: string) => stt === TaskState.passed || stt === TaskState.refused || stt === TaskState.returned

type Head = Pick<
  z.output<typeof ProcessInFull>,
  'prcNo' | 'title' | 'flowNo' | 'flowName' | 'stt' | 'empName' | 'place' | 'sentTm' | 'doneTm' | 'ver'
> & {
  empNo: string
  stepAt: number | null
  tmplNo: string
  tmplVer: number
  vals: FormValues
  steps: Step[]
}

async function readHead({ db }: Context, { entNo, prcNo }: Which): Promise<Head> {
  const { rows } = await sql<Head>`select p.prc_no, p.title, p.flow_no, f.flow_name, p.stt, p.emp_no, e.emp_name,
      ${mainDepartmentOf('orgName')} as place, p.sent_tm, p.done_tm, p.ver, p.step_at, p.tmpl_no, p.tmpl_ver, p.vals, v.steps
    from prc p join flow f using (ent_no, flow_no) join flowver v on v.ent_no = p.ent_no and v.flow_no = p.flow_no and v.ver_no = p.ver_no
    join emp e on e.ent_no = p.ent_no and e.emp_no = p.emp_no
    where p.ent_no = ${entNo} and p.prc_no = ${prcNo}`.execute(db)
  const head = requireRow(rows[0])
  return { ...head, steps: keptSteps(head.steps) }
}

async function readDeeds({ db }: Context, { entNo, prcNo }: Which): Promise<DeedRow[]> {
  const { rows } = await sql<DeedRow>`select t.tsk_no::text as tsk_no, t.kind, t.step, t.step_name, t.emp_no, e.emp_name,
      (select o.emp_name from emp o where o.ent_no = t.ent_no and o.emp_no = t.for_no) as for_name, t.why, t.word, t.sign,
      t.came_tm, t.done_tm, t.stt
    from tsk t join emp e using (ent_no, emp_no) where t.ent_no = ${entNo} and t.prc_no = ${prcNo} order by t.tsk_no`.execute(db)
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
