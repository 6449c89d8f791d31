/** Describes an event of a trace; `ts`, `dur` and `tdur` (CPU of the thread) are microseconds. */
export type TraceEvent = {
  name: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
  args?: { name?: string; frame?: string; data?: { isMainFrame?: boolean } }
}

const longTask = 50_000

/**
 * Returns the milliseconds of CPU by which tasks of the page exceed 50 ms each after its first paint: as Lighthouse's blocking time,
 * but without the moments in which the machine did something else. Undefined where the trace names no first paint.
 */
export function blockingCpu(trace: TraceEvent[]): number | undefined {
  const paint = trace.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) return undefined
  const tasks = trace.filter(
    ({ name, pid, tid, ts }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid && ts >= paint.ts,
  )
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur - longTask), 0) / 1000
}
