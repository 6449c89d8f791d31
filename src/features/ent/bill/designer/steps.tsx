import type { Column, FormSettings } from '#contract/form/column.ts'

/** Describes a form as it is designed: its fields, and what holds for all of it. */
export type Designed = { columns: readonly Column[]; sets: FormSettings }

/** Describes the designed form with undo and redo. */
type DesignSteps = {
  past: readonly Designed[]
  now: Designed
  future: readonly Designed[]
  /** Names what the last step changed: typing on is the same step. */
  last?: string | undefined
}

export type DesignStep =
  | { kind: 'set'; designed: Designed; what?: string | undefined }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'reset'; designed: Designed }

const most = 100

export const firstStep = (now: Designed): DesignSteps => ({ past: [], now, future: [] })

export function nextStep(steps: DesignSteps, step: DesignStep): DesignSteps {
  const { past, now, future, last } = steps
  switch (step.kind) {
    case 'set': {
      const isSame = step.what !== undefined && step.what === last
      return { past: isSame ? past : [...past.slice(1 - most), now], now: step.designed, future: [], last: step.what }
    }
    case 'undo': {
      const before = past.at(-1)
      return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : steps
    }
    case 'redo': {
      const [after, ...rest] = future
      return after ? { past: [...past, now], now: after, future: rest } : steps
    }
    case 'reset':
      return firstStep(step.designed)
  }
}
