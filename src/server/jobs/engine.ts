import { createRequire } from 'node:module'
import pg from 'pg'
import { type Db as Adapter, PgBoss } from 'pg-boss'
import { baseOfRoles, rolesOf } from '#server/database/ways.ts'
import { isUnreachable } from '#server/base/fault.ts'
import { describeError, log } from '#server/base/log.ts'

const { version } = createRequire(import.meta.url)('pg-boss/package.json') as { version: string }

/** Names the schema of the jobs. It holds numbers of enterprises and records alone, nothing of persons; a backup leaves it out. */
export const jobsSchema = 'pgboss'

/** Brings the tables of the jobs to this version, and lets each role do what is its own: callers insert, the workers do the rest. */
export async function prepareJobs(owner: pg.Client, base: string) {
  const { rows } = await owner.query(
    `select val from meta where key = 'jobs' and to_regclass('${jobsSchema}.version') is not null`,
  )
  if (rows[0]?.val === version) return
  const boss = bossOn({ executeSql: (text, values) => owner.query(text, values) }, { migrate: true, schedule: true })
  await boss.start()
  await boss.stop({ graceful: false })
  const { jobs, ways } = rolesOf(base)
  const callers = Object.values(ways).join(', ')
  await owner.query(`grant usage on schema ${jobsSchema} to ${jobs}, ${callers};
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to ${jobs};
    grant usage on all sequences in schema ${jobsSchema} to ${jobs};
    grant insert, select (id) on ${jobsSchema}.job, ${jobsSchema}.job_common to ${callers};
    grant select on ${jobsSchema}.queue to ${callers}`)
  await owner.query(`insert into meta values ('jobs', $1) on conflict (key) do update set val = excluded.val`, [version])
}

/** Returns the engine of jobs on the pool of the application, as the role that works them off; it opens with its first use. */
export const openEngine = (pool: pg.Pool, url: string, schedule: boolean) =>
  bossOn(adapterOf(pool, url), { migrate: false, schedule, supervise: schedule })

function bossOn(db: Adapter, options: { migrate: boolean; schedule: boolean; supervise?: boolean }): PgBoss {
  const { supervise = false, ...rest } = options
  const boss = new PgBoss({
    ...rest,
    db,
    schema: jobsSchema,
    supervise,
    createSchema: options.migrate,
    // Leaves indexes and their upkeep to PostgreSQL: the workers own no table.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
  })
  boss.on('error', (told) => {
    const error = errorOf(told)
    // Warns alone of a database that is away, which the workers ask again by themselves.
    log[isUnreachable(error) ? 'warn' : 'error']({ event: 'jobs', ...describeError(error) })
  })
  return boss
}

// Makes an error again of the fields that the queue tells of one, without the names of workers that it adds to the sentence.
function errorOf(told: unknown): Error {
  const error = told instanceof Error ? told : Object.assign(new Error('the queue failed'), told)
  error.message = error.message.replace(/ \(Queue: .*$/, '')
  return error
}

// Runs each statement in a transaction as the role of the jobs, which a pooler of transactions keeps on one connection.
function adapterOf(pool: pg.Pool, url: string): Adapter {
  const base = baseOfRoles(url)
  const opening = `begin${base ? `; set local role ${rolesOf(base).jobs}` : ''}`
  return {
    async executeSql(text, values) {
      const client = await pool.connect()
      try {
        await client.query(opening)
        const answer = await client.query({ text, values, types })
        await client.query('commit')
        client.release()
        return answer
      } catch (error) {
        await client.query('rollback').catch(() => {})
        client.release(isUnreachable(error))
        throw error
      }
    },
  }
}

const { TIMESTAMPTZ } = pg.types.builtins
/** Reads times as the engine does, not in the form of our answers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === TIMESTAMPTZ
      ? (value: string) => new Date(value)
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
