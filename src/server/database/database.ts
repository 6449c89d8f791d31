import type { Socket } from 'node:net'
import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Call } from '#contract/call.ts'
import { isReadOnlyNode, isUnreachable } from '#server/base/fault.ts'
import { connectionOf, dbOn } from './builder.ts'
import { isPooled } from './connections/address.ts'
import { limits, makePool } from './connections/connection.ts'
import { followReplica, type Replica } from './connections/replica.ts'
import type { DB } from './schema.ts'
import { openSight, sightOf, sightSettings } from './sight.ts'
import { nameStatements } from './statementNames.ts'
import { baseOfRoles, type Sight, wayOf } from './ways.ts'

export type Db = Kysely<DB>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value.replaceAll('-', ''))
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value.slice(0, 19).replace(/\D/g, ''))

/** Describes the settings of a transaction: whose rows it works on, and who is asking, as whom. Values go into `set local`. */
export type Locals = Sight & {
  userNo?: string
  imitUserNo?: string | null
  call?: string
  op?: string
}

/** Says what a transaction may do; `time`: how long each statement may take and how much memory it may sort and join in. */
type TransactionOptions = { readOnly?: boolean; time?: Call['time']; ahead?: Ahead | undefined }

/** Describes a statement that travels ahead of a transaction, outside it, in the same write. */
export type Ahead = { text: string; values: unknown[]; answered(answer: Promise<pg.QueryResult>): void }

// Leaves usual statements with what their connections begin with.
const openings: Record<Call['time'], string> = {
  list: '',
  long: `set local statement_timeout = '5min'; set local work_mem = '64MB';`,
}

/** Describes a transaction that opens with its first statement, in the same round trip. */
export type LazyTransaction = { db: Db; commit(): Promise<void>; rollback(): void }

export type Database = {
  /** Gives its address without a pooler, for what listens. */
  url: string
  /** Gives the address that calls use, for a process that this server starts. */
  poolUrl: string
  /** Serves requests. */
  pool: pg.Pool
  /** Serves what commits on its own: a request holds a connection of `pool` while it waits for one of these. */
  sidePool: pg.Pool
  /** Reads what may be a little older; undefined where there is none. */
  replica: Replica | undefined
  close(): Promise<void>
}

// Keeps what the roles of a pool begin with, and what names its statements; pools of the owner have neither.
const bases = new WeakMap<pg.Pool, string>()
const namings = new WeakMap<pg.Pool, NameStatement>()
type NameStatement = ReturnType<typeof nameStatements>

// Waits a little longer for an answer than PostgreSQL may work on it, in milliseconds: a machine that is gone gives none.
const patience: Record<Call['time'], number> = { list: 20_000, long: 310_000 }

type Addresses = {
  /** Gives the address of a pooler for calls. */
  poolUrl?: string | undefined
  /** Gives the address of a replica. */
  readUrl?: string | undefined
  /** Tells that `url` is that of a replica itself. */
  reads?: boolean
}

/**
 * Opens the pools for the application's login; pipelined, so that several statements travel together. With `pgbouncer=true` in the
 * address statements have no names, which poolers of transactions may not know.
 */
export function openDatabase(url: string, { poolUrl = url, readUrl, reads = false }: Addresses = {}): Database {
  const base = baseOfRoles(url)
  const make = (at: string, max: number, reads = false) => {
    const config = {
      max,
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      query_timeout: patience.list,
    }
    // Takes these from the settings of the login behind a pooler.
    const pool = makePool(at, config, { settings: limits, reads })
    // Leaves errors to the pool, which drops a connection that breaks while idle; in the middle of a call it fails that call, not
    // the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    if (base) bases.set(pool, base)
    if (!isPooled(at)) namings.set(pool, nameStatements())
    return pool
  }
  const pool = make(poolUrl, 10, reads)
  const sidePool = make(poolUrl, 4)
  const replica = readUrl ? followReplica(readUrl, make(readUrl, 6, true), sidePool) : undefined
  const close = async () => {
    await replica?.close()
    await Promise.all([pool.end(), sidePool.end()])
  }
  return { url, poolUrl, pool, sidePool, replica, close }
}

/** Asks one statement outside a transaction, where no enterprise is seen. */
export function queryNamed(pool: pg.Pool, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const name = namings.get(pool)?.(text, 'account')
  return pool.query({ text, values, ...(name && { name }) })
}

/** Opens nothing yet: `begin`, the settings and the first statement go to PostgreSQL in one round trip. */
export function lazyTransaction(pool: pg.Pool, locals: Locals, access: TransactionOptions = {}): LazyTransaction {
  let client: Promise<pg.PoolClient> | undefined
  let opening: Promise<unknown> | undefined
  const base = bases.get(pool)
  const nameOf = namings.get(pool)
  const open = async () => {
    const opened = await pool.connect()
    holdWrites(opened)
    if (access.ahead) {
      const { text, values, answered } = access.ahead
      const name = nameOf?.(text, 'account')
      const answer = opened.query({ text, values, ...(name && { name }) })
      answer.catch(() => {})
      answered(answer)
    }
    opening = opened.query(opener(locals, access, base))
    opening.catch(() => {})
    return opened
  }
  let ended = false
  const patient = access.time === 'long' ? { query_timeout: patience.long } : {}
  // Tells that the connection is of no more use: its node is gone, or takes no writes any more.
  let isLost = false
  const fail = (error: unknown): never => {
    // Leaves no doubt that a call is at fault which writes where it said that it reads.
    if (access.readOnly && isReadOnlyNode(error)) throw new Error('a transaction that only reads has written', { cause: error })
    isLost ||= isUnreachable(error)
    throw error
  }
  const connection = connectionOf({
    source: async () => {
      if (ended) throw new Error('the transaction has ended')
      return (client ??= open())
    },
    nameOf: (text) => nameOf?.(text, wayOf(sightOf(db))),
    ...patient,
  })
  const finish = async (statement: 'commit' | 'rollback') => {
    // Ends only once: after a commit that failed the connection already belongs to somebody else.
    if (ended) return
    ended = true
    const opened = await client?.catch(() => undefined)
    if (!opened) return
    try {
      // Does not wait for the commit of a read: the next user of the connection queues behind it.
      const answer = opened.query({ text: statement, ...patient })
      if (access.readOnly) answer.catch(() => {})
      else if ((await answer).command === 'ROLLBACK' && statement === 'commit')
        throw new Error('the transaction had failed before commit')
    } finally {
      opened.release(isLost)
    }
  }
  const db = dbOn({
    ...connection,
    async executeQuery<Row>(query: CompiledQuery) {
      const result = await connection.executeQuery<Row>(query).catch(fail)
      await opening
      return result
    },
  })
  openSight(db, base, locals)
  return {
    db,
    commit: () => finish('commit'),
    rollback: () => void finish('rollback').catch(() => {}),
  }
}

/** Runs `work` in a transaction of its own; commits when it returns. */
export async function transaction<T>(
  pool: pg.Pool,
  locals: Locals,
  work: (db: Db) => Promise<T>,
  access?: TransactionOptions,
): Promise<T> {
  const tx = lazyTransaction(pool, locals, access)
  try {
    const result = await work(tx.db)
    await tx.commit()
    return result
  } catch (error) {
    tx.rollback()
    throw error
  }
}

// Sends statements of the same moment in one write to the socket.
function holdWrites(client: pg.PoolClient) {
  // Takes the stream, which is not in the typings; the driver has had it in this place since its first version.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function opener(locals: Locals, access: TransactionOptions, base: string | undefined): string {
  const { userNo, imitUserNo, call, op } = locals
  const settings = {
    ...sightSettings(locals, base),
    'app.user_no': userNo,
    'app.imit_user_no': imitUserNo,
    'app.call': call,
    'app.op': op,
  }
  const lines = Object.entries(settings).map(([name, value]) => (value ? `set local ${name} = ${pg.escapeLiteral(value)};` : ''))
  return `begin${access.readOnly ? ' read only' : ''};${lines.join('')}${openings[access.time ?? 'list']}`
}
