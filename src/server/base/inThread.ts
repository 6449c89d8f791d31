import { Piscina } from 'piscina'
import { Fault } from './fault.ts'
import { limitConcurrency } from './limitConcurrency.ts'

// Starts a thread when there is work, and lets it wait a minute for more; its memory is capped.
const pool = new Piscina({
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 60_000,
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 8 },
})
const inTurn = limitConcurrency(2, 40)

/** Describes work on what strangers made: the address of a module whose default export does it, and how long it may take. */
type ThreadWork = { module: string; seconds: number; told: string }

/**
 * Does work beside the main thread, so that nobody waits for it but who sent the file. Throws fileBroken, saying `told`, where it
 * takes longer than it may or needs too much memory; the thread then ends.
 */
export const inThread = <Answer>({ module, seconds, told }: ThreadWork, input: unknown): Promise<Answer> =>
  inTurn(async () => {
    try {
      return await pool.run(input, { filename: module, signal: AbortSignal.timeout(seconds * 1000) })
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException
      if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Fault('fileBroken', told)
      throw error
    }
  })
