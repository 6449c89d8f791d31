import type { Column, FormValues } from '#contract/form/column.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Db } from '#server/database/database.ts'
import { type Chosen, type Step, wantedIn } from './approvals.contract.ts'
import { type Approver, findApprovers, findFallback, type HandedIn } from './approvers.ts'
import { isWalked } from './conditions.ts'
import { withDelegates } from './delegates.ts'

/** Describes what a step comes to for one form: who decides, or why it is passed over. */
export type Walked = { people: Approver[]; skipWhy: string | null }

/**
 * Resolves a step for a form. Whoever handed it in decides nothing themselves: a later step does, or else those to whom everything
 * without an approver goes. Throws invalid where there is nobody at all.
 */
export async function walkStep(
  db: Db,
  entNo: string,
  { steps, at }: { steps: readonly Step[]; at: number },
  of: HandedIn,
): Promise<Walked> {
  const step = steps[at] as Step
  if (!isWalked(step, of.columns, of.values)) return { people: [], skipWhy: '不符合条件，不用审批' }
  const found = await findApprovers(db, entNo, step, of)
  const people = found.filter(({ empNo }) => empNo !== of.starter)
  if (people.length > 0) return { people: await withDelegates(db, entNo, people, of), skipWhy: null }
  const isLater = steps.slice(at + 1).some((later) => isWalked(later, of.columns, of.values))
  if (found.length > 0 && isLater) return { people: [], skipWhy: '审批人就是发起人，由下一步审批' }
  const fallback = (await findFallback(db, entNo)).filter(({ empNo }) => empNo !== of.starter)
  if (fallback.length === 0) throw new Fault('invalid', `“${step.stepName}”没有人可以审批，请联系管理员调整审批流程`)
  return { people: await withDelegates(db, entNo, fallback, of), skipWhy: null }
}

// Shows the rest of the way where a step has nobody.
function toldAsSkipped(error: unknown): Walked {
  if (!(error instanceof Fault)) throw error
  return { people: [], skipWhy: error.message }
}

type Trial = {
  flowNo: string
  steps: readonly Step[]
  columns: readonly Column[]
  starter: string | null
  stuNo: string | null
  vals: FormValues
  chosen: Chosen
}

/** Tells which way a form would go: step by step who decides, or why it is passed over. */
export const tryWalk = (
  context: Pick<Context, 'db'>,
  entNo: string,
  { flowNo, steps, columns, starter, stuNo, vals, chosen }: Trial,
) =>
  withoutScope(context, async () => {
    const walked = []
    for (const [at, step] of steps.entries()) {
      const of = { flowNo, starter, stuNo, columns, values: vals, chosen }
      const { people, skipWhy } = await walkStep(context.db, entNo, { steps, at }, of).catch(toldAsSkipped)
      const told = people.map(({ empNo, empName, why, forName = null }) => ({ empNo, empName, why, forName }))
      walked.push({ stepName: step.stepName, people: told, wantCnt: wantedIn(step, people.length), skipWhy })
    }
    return walked
  })
