import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { prepareJobs } from '#server/jobs/engine.ts'
import { grantTables, lockTables, makeRoles } from './roles.ts'
import { markSearchFunctions } from './searchFunctions.ts'
import { rolesOf } from '#server/database/ways.ts'
import { withLogin } from '#server/database/connections/address.ts'
import { isUnnamedPooler, makeClient, makePool } from '#server/database/connections/connection.ts'
import type { Secret } from '#server/database/secret.ts'
import { build } from '#server/base/build.ts'
import { ExitError } from '#server/base/exit.ts'
import { isRetryable } from '#server/base/fault.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/** Names the oldest major version of PostgreSQL that the product works on. */
export const leastVersion = 17

/** Connects as the owner of the database; says in a sentence why it cannot, or that its PostgreSQL is too old or takes no writes. */
export async function connectOwner(url: string): Promise<pg.Client> {
  const { client, version } = await connect(url)
  if (Number.parseInt(version, 10) >= leastVersion) {
    if (await takesWrites(client)) return client
    await client.end()
    throw refusal('25006')
  }
  await client.end()
  throw new ExitError(
    'platform',
    `DATABASE_URL 指定的 PostgreSQL 是 ${version.split(' ')[0]}，至少要 ${leastVersion}；数据没有改动。请升级它，或换一个 ${leastVersion} 以上的 PostgreSQL。`,
  )
}

// Finds a replica also behind a pooler, which does not say so of itself.
async function takesWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ reads: string }>(`select current_setting('transaction_read_only') as reads`)
  return rows[0]?.reads === 'off'
}

async function connect(url: string): Promise<{ client: pg.Client; version: string }> {
  try {
    const client = makeClient(url, { connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return { client, version: rows[0]?.server_version ?? '' }
  } catch (error) {
    if (error instanceof ExitError) throw error
    if (isUnnamedPooler(error))
      throw new ExitError(
        'setting',
        'DATABASE_URL 连到了 PgBouncer。请在它的末尾写上 pgbouncer=true：postgres://用户名:密码@主机:端口/数据库?pgbouncer=true。',
      )
    const { code, message } = error as { code?: string; message: string }
    throw refusal(code, message)
  }
}

const refusal = (code: string | undefined, message = '') =>
  new ExitError(
    'database',
    `DATABASE_URL 指定的 PostgreSQL ${refusals[code ?? ''] ?? `无法连接（${code ?? message}）。请检查地址和端口，并确认它已启动`}。`,
  )

const refusals: Record<string, string> = {
  ERR_INVALID_URL: '地址写法不正确。应为 postgres://用户名:密码@主机:端口/数据库',
  '28P01': '用户名或密码不正确。请改正 DATABASE_URL',
  '28000': '不允许该用户登录。请改正 DATABASE_URL，或在 PostgreSQL 中允许该用户登录',
  25006:
    '只能读，不能写（它是备库，或被设成了只读）。请改为主库的地址，或把各节点都写上：postgres://用户名:密码@主机1:端口,主机2:端口/数据库',
  '3D000': '没有这个数据库。请先创建它：CREATE DATABASE 数据库名 OWNER 用户名',
}

/** Waits until no other process prepares or restores this database, and keeps others waiting; answers what lets them go on. */
export async function lockDatabase(url: string): Promise<() => Promise<void>> {
  const { client } = await connect(url)
  // Holds it in a transaction, which a pooler keeps on one connection.
  await client.query(
    'begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0; select pg_advisory_xact_lock(20260601)',
  )
  return () => client.end()
}

/** Tells whether this database already holds our data. */
export async function isPrepared(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(`select to_regclass('meta') is not null as there`)
  return rows[0].there
}

/**
 * Brings the database to this version: roles, migrations, partitions, grants, policies.
 * Answers the address under which the application connects, as a login that row-level security binds.
 */
export async function prepareDatabase(owner: pg.Client, url: string, secret: Secret): Promise<string> {
  await checkKey(owner, secret)
  await refuseNewer(owner)
  const { base, isNew } = await baseOf(owner)
  const password = secret.derive('application role')
  await makeRoles(owner, base, { password, isNew })
  await insist(() => migrate(url))
  await owner.query(`insert into meta values ('key', $1), ('role', $2) on conflict (key) do nothing`, [secret.fingerprint, base])
  await owner.query(`insert into meta values ('version', $1) on conflict (key) do update set val = excluded.val`, [build.version])
  await owner.query('call make_history_partitions()')
  await insist(() => grantTables(owner, base))
  await prepareJobs(owner, base)
  await insist(() => lockTables(owner, base))
  await markSearchFunctions(owner)
  return withLogin(url, { user: rolesOf(base).login, password })
}

// Refuses a database that a later version has brought further: what this one does not know it would damage.
async function refuseNewer(owner: pg.Client) {
  if (!(await isPrepared(owner))) return
  const { rows } = await owner.query('select name from kysely_migration order by name')
  const known = listMigrations()
  const unknown = rows.find(({ name }) => !known.includes(name))?.name
  if (!unknown) return
  const [by] = (await owner.query(`select val from meta where key = 'version'`)).rows
  throw new ExitError(
    'databaseVersion',
    `数据库是更新版本（${by?.val ?? unknown}）的，本程序是 ${build.version}，认不得它；数据没有改动。请换回新版本的程序，或恢复升级前的备份。`,
  )
}

/** Refuses a key that is not the one this database was written with. */
export async function checkKey(owner: pg.Client, secret: Secret) {
  if (!(await isPrepared(owner))) return
  const { rows } = await owner.query(`select val from meta where key = 'key'`)
  if (rows[0] && rows[0].val !== secret.fingerprint)
    throw new ExitError('secretKey', '密钥与数据库不符：库里的数据是用另一把密钥加密的。请放回原来的 secret.key 或 SECRET_KEY。')
}

// Names the roles once per installation, because roles belong to the whole server.
async function baseOf(owner: pg.Client): Promise<{ base: string; isNew: boolean }> {
  const known = (await isPrepared(owner)) ? await owner.query(`select val from meta where key = 'role'`) : undefined
  if (known?.rows[0]) return { base: known.rows[0].val, isNew: false }
  const { rows } = await owner.query(`select 'campus_' || oid as base from pg_database where datname = current_database()`)
  return { base: rows[0].base, isNew: true }
}

/** Lists the migrations of this product, in their order. */
export const listMigrations = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .sort()

function migratorOn(db: Kysely<unknown>, options: { disableTransactions?: boolean } = {}) {
  const migrations = Object.fromEntries(
    listMigrations().map((name): [string, Migration] => [
      name,
      {
        up: (on) =>
          sql
            .raw(readFileSync(join(folder, `${name}.sql`), 'utf8'))
            .execute(on)
            .then(() => {}),
      },
    ]),
  )
  return new Migrator({ db, provider: { getMigrations: async () => migrations }, ...options })
}

/** Runs the migrations up to `last` inside the transaction that `owner` has open. */
export async function migrateWithin(owner: pg.Client, last: string) {
  let first: unknown
  const query = (text: string, values: unknown[]) =>
    owner.query(text, values).catch((error: unknown) => {
      // Keeps the first error: a failed transaction refuses whatever comes next, which would hide the reason.
      first ??= error
      throw error
    })
  const client = { query, release: () => {} }
  const pool = { connect: async () => client, end: async () => {}, options: {} } as unknown as pg.Pool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const { error } = await migratorOn(db, { disableTransactions: true }).migrateTo(last)
  if (error) throw first ?? error
}

const mostAttempts = 10

/** Begins work anew that met a call of a process of the version before in a deadlock, and of which nothing is left. */
async function insist(work: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt++)
    try {
      await work()
      return
    } catch (error) {
      if (!isRetryable(error) || attempt === mostAttempts) throw error
      await sleep(attempt * 200)
    }
}

async function migrate(url: string) {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: makePool(url, { max: 1 }) }) })
  try {
    const { error } = await migratorOn(db).migrateToLatest()
    if (error) throw error
  } catch (error) {
    throw withRights(error)
  } finally {
    await db.destroy()
  }
}

/** Returns an error that explains missing rights in a sentence; other errors as they are. */
export function withRights(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code !== '42501') return error
  return new ExitError(
    'databaseRights',
    `DATABASE_URL 的用户权限不足（${message}）。请让它成为数据库的所有者：ALTER DATABASE 数据库名 OWNER TO 用户名。`,
  )
}
