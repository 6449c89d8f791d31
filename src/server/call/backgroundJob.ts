import type { Services } from '#server/call/context.ts'
import type { JobData, JobKind } from '#server/jobs/jobs.ts'

/** Describes a kind of work that is done apart from calls, by any process, once. */
export type Job<Data extends JobData = JobData> = JobKind & { run(services: Services, data: Data): Promise<unknown> }

const kinds = new Map<string, Job<never>>()

/** Declares a kind of job; whoever imports it lets the processes work it off. */
export function defineJob<Data extends JobData>(job: Job<Data>): Job<Data> {
  kinds.set(job.name, job)
  return job
}

/** Lists the kinds of jobs that are declared. */
export const jobKinds = () => [...kinds.values()]
