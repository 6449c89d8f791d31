import pg from 'pg'
import { ExitError } from '#server/base/exit.ts'
import { clientOn, timeZone } from './client.ts'

/** Says how long each statement of the application may take, and how long its transactions may rest; in the words of PostgreSQL. */
export const limits = { statement_timeout: '15s', idle_in_transaction_session_timeout: '30s' }

/** Returns a connection in the time zone of the product. */
export const makeClient = (url: string, config: pg.ClientConfig = {}): pg.Client => new (clientOn(url))(config)

/** Returns a pool of connections in the time zone of the product, with settings that a pooler in between does not take. */
export const makePool = (url: string, config: pg.PoolConfig, options: Parameters<typeof clientOn>[1] = {}): pg.Pool =>
  new pg.Pool({ ...config, Client: clientOn(url, options) })

/** Tells whether a connection was refused by a PgBouncer that the address does not name. */
export const isUnnamedPooler = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter')

/**
 * Connects once as calls will, by the address that the setting `name` gave. Throws an ExitError where nobody answers there, or where a
 * pooler in between gives its connections another time zone.
 */
export async function checkPool(name: string, pool: pg.Pool) {
  const { rows } = await pool.query<{ zone: string }>(`select current_setting('TimeZone') as zone`).catch((error: unknown) => {
    const { code, message } = error as { code?: string; message: string }
    throw new ExitError('database', `${name} 指定的地址无法连接（${code ?? message}）。请检查它，并确认那里的服务已启动。`)
  })
  const zone = rows[0]?.zone
  if (zone === timeZone) return
  throw new ExitError(
    'setting',
    `数据库连接的时区是 ${zone}，应为 ${timeZone}：中间的连接池没有转达它。请让连接池转达 TimeZone，或不用 ${name} 里的连接池。`,
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
