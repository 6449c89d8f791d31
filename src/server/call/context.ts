import { newOperation } from '#server/base/operationNumber.ts'
import type { Call } from '#contract/call.ts'
import {
  type Database,
  type Db,
  type LazyTransaction,
  type Locals,
  lazyTransaction,
  transaction,
} from '#server/database/database.ts'
import type { Replica } from '#server/database/connections/replica.ts'
import type { OutwardWatch } from '#server/database/outwardWatch.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { ErasedList } from '#server/store/erasedList.ts'
import type { Files } from '#server/store/files.ts'
import { reserveNumbers } from '#server/database/number.ts'
import type { IdentityProviders } from '#server/base/identityProviders.ts'
import { Refusals } from '#server/base/refusals.ts'
import type { Rights } from './rights.ts'
import type { Secret } from '#server/database/secret.ts'
import { enterQueue } from '#server/base/keyedQueue.ts'
import type { AssumedSession } from './recentSessions.ts'
import { Fault } from '#server/base/fault.ts'
import type { Session } from './session.types.ts'
import type { Scope } from './scope.types.ts'

/** Describes what the whole server shares; `allowInside`: targets inside that channels may reach, as host:port. */
export type Services = {
  database: Database
  secret: Secret
  files: Files
  rootNo: string
  identityProviders: IdentityProviders
  jobs: Jobs
  outward: OutwardWatch
  erased: ErasedList
  allowInside: readonly string[]
}

/** Describes the caller: the session's row and what it may do. */
export type Me = Session & { rights: Rights }

/** Describes what a request adds to the log besides its answer; `op` names its changes in history. */
export type Trace = { user?: string; ent?: string; op?: string; error?: unknown }

/** Describes where a request comes from, and what the log will say of it; `hasChanged`: its browser has just changed something. */
export type Origin = { token: string | undefined; address: string; client: string; hasChanged: boolean; trace: Trace }

/** Describes what a handler works with. */
export type Context = {
  me: Me
  origin: Origin
  services: Services
  /** Holds the call's one transaction, on the one enterprise; opens with the first statement. A GET's is read only. */
  db: Db
  /** Holds the settings of the transaction, for a process that continues it. */
  locals: Locals
  /** Runs in a transaction that commits alone, whatever becomes of the call. */
  inOwnTransaction<T>(work: (db: Db) => Promise<T>, locals?: Locals): Promise<T>
  /** Gathers what is refused of single rows; anything left in it at the end refuses the call. */
  refusals: Refusals
  /** Waits for the calls that asked for this key before; the next one's turn is when this call is over. */
  serialize(key: string): Promise<void>
  /** Runs after the commit. */
  afterCommit(work: () => Promise<unknown>): void
  /** Returns one new number of a rule. */
  number(gnrtCode: string): Promise<string>
  /** Returns several new numbers of a rule, in order. */
  numbers(gnrtCode: string, count: number): Promise<string[]>
}

/** Returns the context of one call, its transaction, its work after the commit, and how its turn ends. */
export function openContext(
  services: Services,
  call: Call,
  {
    me,
    origin,
    within,
    assumed,
    replica,
  }: {
    me: Me
    origin: Origin
    within: Scope & { entNo: string }
    assumed?: AssumedSession | undefined
    replica?: Replica | undefined
  },
) {
  const { database } = services
  const { entNo } = within
  const writing = () => ({ ...within, userNo: me.userNo, imitUserNo: me.imitUserNo, call: call.path, op })
  let op = call.method === 'GET' ? '' : newOperation()
  if (op) origin.trace.op = op
  // Gives a read no operation, since it changes nothing that history would name.
  const locals = op ? writing() : { ...within, userNo: me.userNo }
  const tx: LazyTransaction = lazyTransaction((replica ?? database).pool, locals, {
    readOnly: call.method === 'GET',
    time: call.time,
    ahead: assumed?.ahead,
  })
  const later: (() => Promise<unknown>)[] = []
  const turns: (() => void)[] = []
  const inOwnTransaction: Context['inOwnTransaction'] = async (work, over) => {
    // Writes nothing for a session that is only assumed.
    if (assumed && !(await assumed.holds())) throw new Fault('illegalToken')
    op ||= newOperation()
    // Clears departments and units for another enterprise: they are those of the call's own.
    const elsewhere = over && { orgs: undefined, units: undefined, branches: undefined }
    return transaction(database.sidePool, { ...writing(), ...elsewhere, ...over }, work)
  }
  const numbers: Context['numbers'] = (gnrtCode, count) => inOwnTransaction((db) => reserveNumbers(db, gnrtCode, count, entNo))
  const context: Context = {
    me,
    origin,
    services,
    db: tx.db,
    locals,
    inOwnTransaction,
    refusals: new Refusals(),
    serialize: async (key) => void turns.push(await enterQueue(key)),
    afterCommit: (work) => void later.push(work),
    number: async (gnrtCode) => (await numbers(gnrtCode, 1))[0] as string,
    numbers,
  }
  return { context, tx, later, leave: () => turns.forEach((leave) => leave()) }
}
