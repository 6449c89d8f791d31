import { sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { readFilled, sealValues } from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { countedNo, requireRow } from '#server/database/rows.ts'
import { advance, decidersOf, giveBack, reopenStep } from './advancing.ts'
import { markProcess } from './answers/outcomes.ts'
import { ProcessState, type Step, TaskKind, TaskState, wantedIn } from './approvals.contract.ts'
import { tellStarter } from './guardians.ts'
import {
  askAlso,
  changeProcess,
  columnsOf,
  dropTasks,
  endTask,
  isSinceReturn,
  lockProcess,
  type Process,
  requireVersion,
  sendCopies,
} from './processes.ts'

type Which = { entNo: string; tskNo: string; ver?: number | undefined }
type Task = { tskNo: number; empNo: string; step: number }

const stateWords: Record<string, string> = {
  [ProcessState.passed]: '这个申请已经通过',
  [ProcessState.refused]: '这个申请已经驳回',
  [ProcessState.returned]: '这个申请已经退回发起人',
  [ProcessState.withdrawn]: '发起人已经撤回这个申请',
}

/** Locks the process of a task that waits for the caller. Throws notFound for others' tasks, invalid where it no longer waits. */
export async function lockTask(
  context: Context,
  { entNo, tskNo, ver }: Which,
): Promise<{ process: Process; task: Task; step: Step }> {
  const { db, me } = context
  const find = () =>
    db
      .selectFrom('tsk')
      .select(['tskNo', 'prcNo', 'empNo', 'step', 'stt'])
      .where('entNo', '=', entNo)
      .where('tskNo', '=', countedNo(tskNo))
      .where('empNo', '=', me.idntVal)
      .where('kind', '=', TaskKind.decide)
      .executeTakeFirst()
  const { prcNo } = requireRow(await find())
  const process = await lockProcess(context, { entNo, prcNo })
  const task = requireRow(await find())
  if (process.stt !== ProcessState.open) throw new Fault('invalid', `${stateWords[process.stt]}，不用再处理`)
  if (task.stt !== TaskState.waiting) throw new Fault('invalid', '这一步已经处理过，或已由别人处理')
  requireVersion(process, ver)
  return {
    process,
    task: { tskNo: Number(task.tskNo), empNo: me.idntVal, step: task.step },
    step: requireRow(process.steps[task.step - 1]),
  }
}

/** Describes how a task is passed; without `vals` among several, where nothing is filled in. */
type Passing = Which & { word?: string | null | undefined; sign?: number[][] | null | undefined; vals?: FormValues | undefined }

/** Passes a task; the process goes on once as many have passed as the step wants. Throws invalid where something is missing. */
export async function passTask(context: Context, { word, sign, vals, ...which }: Passing) {
  const { process, task, step } = await lockTask(context, which)
  if (step.signFlag === '1' && !sign?.length) throw invalidField('sign', '请先签名')
  if (!vals && step.fills.length > 0) throw new Fault('invalid', '这一步有要填写的内容，请打开处理')
  await fillIn(context, process, step, vals ?? {})
  await endTask(context, process, task, { stt: TaskState.passed, word, sign: step.signFlag === '1' ? sign : null })
  const { passed, asked } = await countRound(context, process)
  await markProcess(context, process, 'deciding')
  if (passed < wantedIn(step, asked)) {
    await changeProcess(context, process, {})
    return
  }
  await dropTasks(context, process)
  await sendCopies(context, process, { empNos: step.ccNos, stepName: step.stepName })
  const passers = await readPassers(context, process)
  await changeProcess(context, process, { jumpAt: null })
  await advance(context, process, process.jumpAt ?? task.step + 1, process.jumpAt ? [] : passers)
}

/** Counts who has passed the open step since it was last returned, and who was asked. */
async function countRound({ db }: Context, { entNo, prcNo, stepAt }: Process) {
  const { rows } = await sql<{ passed: number; asked: number }>`
    select (count(*) filter (where t.stt = ${TaskState.passed}))::int as passed, count(*)::int as asked from tsk t
    where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and t.kind = ${TaskKind.decide} and t.step = ${stepAt}
      and t.stt in (${TaskState.passed}, ${TaskState.waiting}) and ${isSinceReturn}`.execute(db)
  return rows[0] as { passed: number; asked: number }
}

/** Lists who has passed the open step since it was last returned. */
async function readPassers({ db }: Context, { entNo, prcNo, stepAt }: Process): Promise<string[]> {
  const { rows } = await sql<{
    empNo: string
  }>`select distinct t.emp_no from tsk t where t.ent_no = ${entNo} and t.prc_no = ${prcNo}
    and t.kind = ${TaskKind.decide} and t.step = ${stepAt} and t.stt = ${TaskState.passed} and ${isSinceReturn}`.execute(db)
  return rows.map(({ empNo }) => empNo)
}

// Takes the fields of this step alone, whatever else was sent.
async function fillIn(context: Context, process: Process, { fills }: Step, given: FormValues) {
  if (fills.length === 0) return
  const { db, services } = context
  const columns = (await columnsOf(context, process)).filter(({ clmnNo }) => fills.includes(clmnNo))
  const values = await readFilled(db, process.entNo, columns, given)
  await checkPicked(context, process.entNo, columns, { values, before: process.values })
  process.values = { ...process.values, ...sealValues(services.secret, columns, values) }
  await changeProcess(context, process, { vals: JSON.stringify(process.values) })
}

/** Refuses a process for good. */
export async function rejectTask(context: Context, { word, ...which }: Which & { word: string }) {
  const { process, task } = await lockTask(context, which)
  await endTask(context, process, task, { stt: TaskState.refused, word })
  await dropTasks(context, process)
  await changeProcess(context, process, { stt: ProcessState.refused, stepAt: null, jumpAt: null, doneTm: sql`now()` })
  await markProcess(context, process, 'refused')
  await tellStarter(context, process, '被驳回', word)
}

type Return = Which & { word: string; step: number; againFlag: string }

/** Returns a process to its starter (0) or an earlier step; afterwards it walks the steps between again, or comes back at once. */
export async function returnTask(context: Context, { word, step: to, againFlag, ...which }: Return) {
  const { process, task } = await lockTask(context, which)
  if (to >= task.step) throw invalidField('step', '只能退回到前面的步骤')
  if (to > 0 && !(await wasDecided(context, process, to))) throw invalidField('step', '这一步没有审批过，不能退回')
  await endTask(context, process, task, { stt: TaskState.returned, word })
  await dropTasks(context, process)
  await changeProcess(context, process, { jumpAt: againFlag === '1' ? null : task.step })
  if (to === 0) return giveBack(context, process, word)
  await markProcess(context, process, 'deciding')
  await reopenStep(context, process, to, await decidersOf(context, process, to))
}

async function wasDecided({ db }: Context, { entNo, prcNo }: Process, step: number) {
  const { rows } = await sql`select from tsk where ent_no = ${entNo} and prc_no = ${prcNo} and step = ${step}
    and kind = ${TaskKind.decide} and stt = ${TaskState.passed} limit 1`.execute(db)
  return rows.length > 0
}

/** Gives a task to somebody else, who decides instead. Throws invalid for who handed it in, or has this task already. */
export async function giveOn(
  context: Context,
  { empNo, word, ...which }: Which & { empNo: string; word?: string | null | undefined },
) {
  const { process, task, step } = await lockTask(context, which)
  if (empNo === task.empNo) throw invalidField('empNo', '不能转交给自己')
  if (empNo === process.starter) throw invalidField('empNo', '不能转交给发起人')
  const theirs = sql`from tsk t where t.ent_no = e.ent_no and t.prc_no = ${process.prcNo} and t.emp_no = e.emp_no
    and t.kind = ${TaskKind.decide}`
  const { rows } = await sql<{
    empName: string
    isAsked: boolean
    hasPassed: boolean
  }>`select e.emp_name, exists (select ${theirs} and t.stt = ${TaskState.waiting}) as is_asked,
      exists (select ${theirs} and t.step = ${task.step} and t.stt = ${TaskState.passed} and ${isSinceReturn}) as has_passed
    from emp e where e.ent_no = ${process.entNo} and e.emp_no = ${empNo} and e.stt = '1'`.execute(context.db)
  const [person] = rows
  if (!person) throw invalidField('empNo', '这位员工不在职，请选别人')
  if (person.isAsked) throw invalidField('empNo', `${person.empName}也在审批这一步，请选别人`)
  if (person.hasPassed) throw invalidField('empNo', `${person.empName}已经同意这一步，请选别人`)
  await endTask(context, process, task, { stt: TaskState.givenOn, word })
  await changeProcess(context, process, {})
  await askAlso(context, process, {
    kind: TaskKind.decide,
    step: task.step,
    stepName: step.stepName,
    people: [{ empNo, empName: person.empName, why: `${await nameOf(context, task)}转交` }],
  })
}

async function nameOf({ db, me }: Context, { empNo }: Task) {
  const { rows } = await sql<{
    empName: string
  }>`select emp_name from emp where ent_no = ${me.entNo} and emp_no = ${empNo}`.execute(db)
  return rows[0]?.empName ?? ''
}
