import { sql } from 'kysely'
import { recordLeaves } from '#domain/leaves/recordLeaves.ts'
import type { Caller, Teller } from '#domain/messages/events.ts'
import { Fault } from '#server/base/fault.ts'
import { acceptAnswer, type Outcome, returnAnswer } from './answers/outcomes.ts'
import { ProcessState, type Step, TaskKind, wantedIn } from './approvals.contract.ts'
import type { Approver } from './approvers.ts'
import { lacksDelegate } from './delegating.ts'
import { askGuardian, tellStarter } from './guardians.ts'
import { ask, changeProcess, columnsOf, openTasks, type Process, sendCopies } from './processes.ts'
import { walkStep } from './walking.ts'

/** Describes what a process moves on within. */
type Advancing = Caller & Outcome

/**
 * Opens the first step from `from` (from 1 on) that somebody has to decide, or passes the process at the end. Whoever decided in the
 * step before (`passers`) is not asked again, unless something is to be signed or filled in. Throws invalid where there is nobody.
 */
export async function advance(
  context: Advancing,
  process: Process,
  from: number,
  passers: readonly string[] = [],
): Promise<void> {
  const { flowNo, steps, starter, stuNo, values, chosen } = process
  const columns = await columnsOf(context, process)
  let before = passers
  for (let at = from; at <= steps.length; at++) {
    const step = steps[at - 1] as Step
    const { people } = await walkStep(
      context.db,
      process.entNo,
      { steps, at: at - 1 },
      { flowNo, starter, stuNo, columns, values, chosen },
    )
    if (people.length === 0) continue
    const isPlain = step.signFlag === '0' && step.fills.length === 0
    const again = isPlain ? people.filter(({ empNo }) => before.includes(empNo)) : []
    const opened = { kind: TaskKind.decide, step: at, stepName: step.stepName }
    await openTasks(context, process, { ...opened, people: again, passed: '上一步已经同意' })
    if (again.length > 0 && again.length >= wantedIn(step, people.length)) {
      before = again.map(({ empNo }) => empNo)
      await sendCopies(context, process, { empNos: step.ccNos, stepName: step.stepName })
      continue
    }
    await changeProcess(context, process, { stt: ProcessState.open, stepAt: at })
    return ask(context, process, {
      ...opened,
      people: people.filter((one) => !again.includes(one)),
      title: `请审批：${process.title}`,
      body: `步骤：${step.stepName}`,
      hrs: step.hrs,
    })
  }
  await changeProcess(context, process, { stt: ProcessState.passed, stepAt: null, jumpAt: null, doneTm: sql`now()` })
  await acceptAnswer(context, process)
  await recordLeaves(context, { ...process, fields: process.lve, columns })
  await tellStarter(context, process, '已通过', (await lacksDelegate(context, process)) ? delegateHint : '')
}

const delegateHint = '请假期间要请人代为审批的，可以打开这个申请设置委托。'

/** Finds who decides in a step now; nobody where it is passed over. Throws invalid where there is nobody at all. */
export async function decidersOf(context: Teller, process: Process, at: number) {
  const { entNo, flowNo, steps, starter, stuNo, values, chosen } = process
  const columns = await columnsOf(context, process)
  const { people } = await walkStep(context.db, entNo, { steps, at: at - 1 }, { flowNo, starter, stuNo, columns, values, chosen })
  return people
}

/** Opens one step again for these people. */
export async function reopenStep(context: Teller, process: Process, at: number, people: readonly Approver[]) {
  if (people.length === 0) throw new Fault('invalid', '这一步现在没有人审批，请退回到其他步骤')
  const { stepName, hrs } = process.steps[at - 1] as Step
  await changeProcess(context, process, { stepAt: at })
  const asking = { title: `请重新审批：${process.title}`, body: `步骤：${stepName}`, hrs }
  await ask(context, process, { kind: TaskKind.decide, step: at, stepName, people, ...asking })
}

/** Gives a process back to who handed it in, to be handed in again. */
export async function giveBack(context: Advancing, process: Process, why: string) {
  await changeProcess(context, process, { stt: ProcessState.returned, stepAt: null })
  if (process.toNo !== null) return returnAnswer(context, process, why)
  const asked = { title: `请修改后重新提交：${process.title}`, body: why }
  if (process.starter === null) return askGuardian(context, process, asked)
  const people = [{ empNo: process.starter, empName: '', why: '退回修改' }]
  await ask(context, process, { kind: TaskKind.again, step: 0, stepName: '发起人', people, ...asked })
}
