import type { Services } from '#server/call/context.ts'
import { describeError, log } from '#server/base/log.ts'
import { forgetAttempts } from '#server/auth/attempts.ts'
import { removeStaleUploads } from '#server/files/chunks.ts'
import { renewAllResults } from '#domain/students/checkResults.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import { removeOldVisits } from '#domain/visits/visitRemoval.ts'
import { watchClock } from '#server/database/clockWatch.ts'
import { dropOldHistory, makeHistoryPartitions } from '#server/history/history.ts'
import { tryLock } from '#server/database/connection.ts'
import { transaction } from '#server/database/database.ts'

// Sets the pauses in milliseconds. Nobody waits for the jobs: the first calls after a start come first.
const rhythm = { first: 60_000, every: 3600_000 }

/** Names the lock of the process that does the hourly jobs. */
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

async function removeByAge(services: Services) {
  await transaction(services.database.sidePool, {}, forgetAttempts)
  await removeOldVisits(services)
  await removeStaleUploads(services)
}

async function workAlone(services: Services, done: () => void) {
  const letGo = await tryLock(services.database.sidePool, hourlyJobsLock)
  if (!letGo) return
  try {
    const { agrees, goodTm, nowTm } = await transaction(services.database.sidePool, {}, watchClock)
    if (agrees) {
      await removeByAge(services)
      // Makes no months of a clock that is ahead; the two years that are there outlast any doubt.
      await transaction(services.database.sidePool, {}, makeHistoryPartitions)
      await forAllEnterprises(services, 'check results', renewAllResults)
      await dropOldHistory(services.database)
    } else log.warn({ event: 'clock jumped, nothing is removed by age', last: goodTm, now: nowTm })
    done()
  } finally {
    await letGo()
  }
}
