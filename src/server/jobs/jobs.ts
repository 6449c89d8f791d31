import { fromKysely, type QueueOptions, type QueuePolicy } from 'pg-boss'
import type { Database, Db } from '#server/database/database.ts'
import { jobsSchema, openEngine } from './engine.ts'

/** Describes what a job is about: numbers of an enterprise and a record, nothing of a person. */
export type JobData = Readonly<Record<string, string>>

/** Describes a kind of work for its queue. */
export type JobKind = {
  name: string
  /** Names it for the operator. */
  title: string
  /** Says when it begins by itself, in the words of cron, by the time of the product. */
  cron?: string
  policy?: QueuePolicy
  options?: QueueOptions
}

type Handed<Data> = JobKind & { run?(services: never, data: Data): unknown }

/** Describes how a kind of job stands; `lastTm`: when one was last done, `why`: what the last one failed of, null for none. */
export type JobState = {
  name: string
  title: string
  waitCnt: number
  failCnt: number
  lastTm: string | null
  why: string | null
}

// Tries again after 15, 30, 60… seconds with jitter, for six hours at most between two tries, and keeps what failed for a month.
const usual: QueueOptions = {
  retryLimit: 8,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 6 * 3600,
  expireInSeconds: 1800,
  // Notices within a minute or two that the process of a job has ended.
  heartbeatSeconds: 60,
  deleteAfterSeconds: 30 * 86_400,
  retentionSeconds: 400 * 86_400,
}

// Asks for work so often, in seconds.
const polling = 2

/** Opens the jobs of a database: whoever only hands work out starts nothing that runs by itself. */
export function openJobs(database: Database) {
  const sender = openEngine(database.sidePool, database.poolUrl, false)
  const queues = new Map<string, Promise<void>>()
  let opening: Promise<unknown> | undefined
  const opened = () => (opening ??= sender.start())
  const queueOf = async ({ name, policy, options }: JobKind) => {
    await opened()
    const made = queues.get(name) ?? sender.createQueue(name, { ...usual, ...options, ...(policy && { policy }) })
    queues.set(name, made)
    await made
  }
  const ask = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    await opened()
    return (await sender.getDb().executeSql(text, values)).rows
  }
  return {
    /**
     * Hands work out with the transaction that makes it due: it begins at `at`, now without it, and never where that rolls back. Of
     * the same `key` one waits, where the queue says so.
     */
    async send<Data extends JobData>(db: Db, job: Handed<Data>, data: Data, { at, key }: { at?: Date; key?: string } = {}) {
      await queueOf(job)
      await sender.send(job.name, data, { db: fromKysely(db), ...(at && { startAfter: at }), ...(key && { singletonKey: key }) })
    },
    /** Works off what is handed out until the answer is called, which waits for what it has begun. */
    async work<Services>(
      services: Services,
      jobs: readonly (JobKind & { run(services: Services, data: never): Promise<unknown> })[],
      pollingSeconds = polling,
    ): Promise<() => Promise<void>> {
      const engine = openEngine(database.sidePool, database.poolUrl, true)
      await engine.start()
      for (const job of jobs) {
        await queueOf(job)
        if (job.cron) await engine.schedule(job.name, job.cron, {}, { tz: 'Asia/Shanghai' })
        await engine.work(job.name, { pollingIntervalSeconds: pollingSeconds }, async (lot) => {
          for (const { data } of lot) await job.run(services, data as never)
        })
      }
      return () => engine.stop({ graceful: true, timeout: 20_000 })
    },
    /** Tells how these kinds of jobs stand; failed ones are kept for a month. */
    async states(kinds: readonly JobKind[]): Promise<JobState[]> {
      const rows = await ask<
        Omit<JobState, 'title'>
      >(`select name, count(*) filter (where state in ('created', 'retry', 'active'))::int as "waitCnt",
          count(*) filter (where state = 'failed')::int as "failCnt", to_char(max(completed_on) filter (where state = 'completed'), 'YYYYMMDDHH24MISS') as "lastTm",
          (array_agg(output ->> 'message' order by completed_on desc) filter (where state = 'failed'))[1] as why
        from ${jobsSchema}.job group by name`)
      return kinds.map(({ name, title }) => ({
        waitCnt: 0,
        failCnt: 0,
        lastTm: null,
        why: null,
        ...rows.find((row) => row.name === name),
        name,
        title,
      }))
    },
    /** Lets what failed of one kind begin again; answers how many. */
    async retryFailed(name: string): Promise<number> {
      const failed = await ask<{ id: string }>(`select id from ${jobsSchema}.job where name = $1 and state = 'failed'`, [name])
      if (failed.length > 0)
        await sender.retry(
          name,
          failed.map(({ id }) => id),
        )
      return failed.length
    },
    close: async () => {
      if (opening) await sender.stop({ graceful: false })
    },
  }
}
export type Jobs = ReturnType<typeof openJobs>
