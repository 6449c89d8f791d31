import pg from 'pg'
import { ExitError } from '#server/base/exit.ts'

const timeZone = 'Asia/Shanghai'

/** Says how long each statement of the application may take, and how long its transactions may rest; in the words of PostgreSQL. */
export const limits = { statement_timeout: '15s', idle_in_transaction_session_timeout: '30s' }

/** Tells whether an address leads to a PgBouncer, which lends connections for one transaction: `pgbouncer=true` says so. */
export const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true'

// Names the time zone by itself among what a connection begins with, where PgBouncer takes it and sets it again for each
// transaction. The driver has no word for it (docs/decisions/0033-private-parts-of-the-driver.md).
class ZonedClient extends pg.Client {
  getStartupConf(): Record<string, string> {
    const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(this: pg.Client): Record<string, string> }
    return { ...getStartupConf.call(this), TimeZone: timeZone }
  }
}

type Settings = Record<string, string>

// Gives settings as options where PostgreSQL itself takes them. A pooler takes none, which is what tells of one that was not named.
const optionsOf = (settings: Settings) => ({
  options: Object.entries({ TimeZone: timeZone, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})

/** Returns a connection in the time zone of the product. */
export const makeClient = (url: string, config: pg.ClientConfig = {}): pg.Client =>
  isPooled(url)
    ? new ZonedClient({ ...config, connectionString: url })
    : new pg.Client({ ...config, connectionString: url, ...optionsOf({}) })

/** Returns a pool of connections in the time zone of the product, with settings that a pooler in between does not take. */
export const makePool = (url: string, config: pg.PoolConfig, settings: Settings = {}): pg.Pool =>
  new pg.Pool({ ...config, connectionString: url, ...(isPooled(url) ? { Client: ZonedClient } : optionsOf(settings)) })

/** Tells whether a connection was refused by a PgBouncer that the address does not name. */
export const isUnnamedPooler = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter')

/** Connects once as calls will. Throws an ExitError where a pooler in between gives its connections another time zone. */
export async function checkTimeZone(pool: pg.Pool) {
  const { rows } = await pool.query<{ zone: string }>(`select current_setting('TimeZone') as zone`)
  const zone = rows[0]?.zone
  if (zone === timeZone) return
  throw new ExitError(
    'setting',
    `数据库连接的时区是 ${zone}，应为 ${timeZone}：中间的连接池没有转达它。请让连接池转达 TimeZone，或把 DATABASE_URL 改为直接连接数据库。`,
  )
}

/**
 * Takes a lock of the whole database, by its number or name, without waiting, and answers what lets it go; undefined where
 * somebody else holds it. A transaction of its own holds it, since poolers lend a connection for no longer, and may rest as long
 * as the work takes.
 */
export async function tryLock(pool: pg.Pool, key: number | string): Promise<(() => Promise<void>) | undefined> {
  const holder = await pool.connect()
  // Gives the lock back before it answers, so that whoever asks next gets it, and ends the connection each time, so that a
  // failure in between keeps no lock.
  const letGo = async () => {
    await holder.query('rollback').catch(() => undefined)
    holder.release(true)
  }
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await holder.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${typeof key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)'}) as mine`,
      [key],
    )
    if (rows[0]?.mine) return letGo
  } catch (error) {
    await letGo()
    throw error
  }
  await letGo()
  return undefined
}
