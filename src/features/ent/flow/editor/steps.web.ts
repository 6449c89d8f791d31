import { newStep, type Step } from '#domain/approvals/approvals.contract.ts'

/** Limits the steps of a flow. */
export const mostSteps = 40
const highest = 999

/** Returns the number of a new step: above all others, or where that is not possible one that is free. */
function freeNo(steps: readonly Step[]): string {
  const taken = new Set(steps.map(({ stepNo }) => Number(stepNo.slice(1))))
  let no = Math.max(0, ...taken) + 1
  if (no > highest) for (no = 1; taken.has(no); ) no++
  return `s${no}`
}

/** Inserts a new step at a place. */
export function addStep(steps: readonly Step[], at: number): { steps: Step[]; stepNo: string } {
  const stepNo = freeNo(steps)
  return { steps: steps.toSpliced(at, 0, newStep(stepNo, '审批')), stepNo }
}

/** Inserts a copy of a step right below it. */
export function copyStep(steps: readonly Step[], at: number): Step[] {
  const step = steps[at] as Step
  return steps.toSpliced(at + 1, 0, { ...structuredClone(step), stepNo: freeNo(steps) })
}

/** Moves a step one place up (-1) or down (1). */
export const moveStep = (steps: readonly Step[], at: number, by: -1 | 1): Step[] =>
  steps.toSpliced(at, 1).toSpliced(at + by, 0, steps[at] as Step)
