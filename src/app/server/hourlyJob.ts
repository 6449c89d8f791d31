import { log } from '#server/base/log.ts'
import { forgetAttempts } from '#server/auth/attempts.ts'
import { removeStaleUploads } from '#server/files/chunks.ts'
import { renewAllResults } from '#domain/students/checkResults.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import { sendOverdueDeliveries } from '#domain/messages/delivery/deliveries.ts'
import { sendOverdueMessages } from '#domain/messages/dueMessages.ts'
import { remindOfDue } from '#domain/messages/reminders.ts'
import { remindOfYearEnd } from '#features/ent/rollover/rollover.remind.ts'
import { repeatErasures } from '#features/ent/erasure/erasure.repeat.ts'
import { remindToConfirm } from '#features/ent/mtg/mtg.remind.ts'
import { remindOfLateVisitors } from '#domain/visits/visitReminder.ts'
import { removeStrayAnswerFiles } from '#domain/collections/answerFiles.ts'
import { beginDelegations } from '#domain/approvals/delegating.ts'
import { escalateLate } from '#domain/approvals/escalating.ts'
import { replaceDecisionLeavers } from '#domain/decisions/decisions.ts'
import { replaceLeavers } from '#domain/approvals/leavers.ts'
import { renewAnonymous } from '#domain/collections/anonymous.ts'
import { beginRounds } from '#domain/collections/rounds.ts'
import { renewAsked } from '#domain/collections/joiners.ts'
import { removeOldVisits } from '#domain/visits/visitRemoval.ts'
import { watchClock } from '#server/database/clockWatch.ts'
import { dropOldHistory, makeHistoryPartitions } from '#server/history/history.ts'
import { transaction } from '#server/database/database.ts'
import type { Services } from '#server/call/context.ts'
import { defineJob, type Job, jobKinds } from '#server/call/backgroundJob.ts'

/** Does every hour what nobody asks for; of several processes on one database one does it. */
export const hourlyJob = defineJob({
  name: 'hourly',
  title: '每小时的清理和核对',
  cron: '3 * * * *',
  // Begins no second one while one waits or is under way.
  policy: 'exclusive',
  options: { retryLimit: 1, retryDelay: 60 },
  async run(services) {
    const { agrees, goodTm, nowTm } = await transaction(services.database.sidePool, {}, watchClock)
    if (agrees) await workOff(services)
    else log.warn({ event: 'clock jumped, nothing is removed by age', last: goodTm, now: nowTm })
  },
})

/** Lists the jobs that a process works off; `hourDone` is told when that of the hour is done. */
export const jobsOf = (hourDone: () => void): Job<never>[] =>
  jobKinds().map((job) =>
    job.name === hourlyJob.name ? { ...hourlyJob, run: (services) => hourlyJob.run(services, {}).then(hourDone) } : job,
  )

async function workOff(services: Services) {
  await transaction(services.database.sidePool, {}, forgetAttempts)
  await removeOldVisits(services)
  await removeStaleUploads(services)
  await removeStrayAnswerFiles(services)
  // Makes no months of a clock that is ahead; the two years that are there outlast any doubt.
  await transaction(services.database.sidePool, {}, makeHistoryPartitions)
  await forAllEnterprises(services, 'erasures', repeatErasures)
  await forAllEnterprises(services, 'check results', renewAllResults)
  await forAllEnterprises(services, 'meetings to confirm', remindToConfirm)
  await forAllEnterprises(services, 'year to end', remindOfYearEnd)
  await forAllEnterprises(services, 'late visitors', remindOfLateVisitors)
  await forAllEnterprises(services, 'overdue messages', sendOverdueMessages)
  await forAllEnterprises(services, 'tasks of leavers', replaceLeavers)
  await forAllEnterprises(services, 'delegations', beginDelegations)
  await forAllEnterprises(services, 'late approvals', escalateLate)
  await forAllEnterprises(services, 'decisions of leavers', replaceDecisionLeavers)
  await forAllEnterprises(services, 'next rounds', beginRounds)
  await forAllEnterprises(services, 'asked anew', renewAsked)
  await forAllEnterprises(services, 'anonymous answers', renewAnonymous)
  await forAllEnterprises(services, 'answers due', remindOfDue)
  await forAllEnterprises(services, 'overdue deliveries', sendOverdueDeliveries)
  await dropOldHistory(services.database)
}
