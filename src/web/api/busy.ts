import { useSyncExternalStore } from 'react'
import type { Call } from '#contract/call.ts'

let running = 0
const listeners = new Set<() => void>()

function step(by: number) {
  running += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Counts a call for as long as it is under way; calls that are quiet by their contract do not count. */
export async function trackBusy<T>({ quiet }: Pick<Call, 'quiet'>, work: () => Promise<T>): Promise<T> {
  if (quiet) return work()
  step(1)
  try {
    return await work()
  } finally {
    step(-1)
  }
}

/** Tells whether any counted call is under way, so that the global loading indicator shows (docs/spec/page.md#frame). */
export const useBusy = () => useSyncExternalStore(subscribe, () => running > 0)
