import type { Services } from '#server/call/context.ts'
import { describeError, log } from '#server/base/log.ts'
import { forgetAttempts } from '#server/auth/attempts.ts'
import { removeStaleUploads } from '#server/files/chunks.ts'
import { removeOldVisits } from '#domain/visits/visitRemoval.ts'
import { transaction } from '#server/database/database.ts'

// In milliseconds. Nobody waits for it: the first calls after a start come first.
const rhythm = { first: 60_000, every: 3600_000 }

/** The lock of whoever does the work of the hour. */
export const hourlyJobsLock = 20_261_122

/** Does every hour what nobody asks for, and tells `done`; answers what stops it. Of several processes on one database one does it. */
export function startHourlyJobs(services: Services, { first, every } = rhythm, done = () => {}): () => Promise<void> {
  let working: Promise<void> | undefined
  const strike = () => {
    working ??= workAlone(services, done)
      .catch((error: unknown) => log.error({ event: 'clock', ...describeError(error) }))
      .finally(() => (working = undefined))
  }
  const early = setTimeout(strike, first).unref()
  const timer = setInterval(strike, every).unref()
  return async () => {
    clearTimeout(early)
    clearInterval(timer)
    await working
  }
}

async function workAlone(services: Services, done: () => void) {
  // The lock belongs to the connection, so this one is kept for as long as the work takes.
  const holder = await services.database.sidePool.connect()
  try {
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as mine', [hourlyJobsLock])
    if (!rows[0].mine) return
    await transaction(services.database.sidePool, {}, forgetAttempts)
    await removeOldVisits(services)
    await removeStaleUploads(services)
    await holder.query('select pg_advisory_unlock($1)', [hourlyJobsLock])
    done()
  } finally {
    // What failed in between keeps no lock: the connection ends with it.
    holder.release(true)
  }
}
