import { Fault } from './fault.ts'

/** Lets a few pieces of heavy work run side by side, others wait their turn. Throws busy beyond `mostWaiting`. */
export function limitConcurrency(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Fault('busy')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // Hands the place straight to a waiting caller, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
