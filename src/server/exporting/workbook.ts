import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaultCode } from '#contract/codes.ts'
import type { Context } from '#server/call/context.ts'
import type { Db, Locals } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

/** Describes a column of a sheet: its title, and its width in characters. */
export type WorkbookColumn = { title: string; width: number }

export type WrittenCell = string | number | null

export type WorkbookSheet = { path: string; name: string; columns: WorkbookColumn[] }

/**
 * Describes the rows of a workbook, piece by piece: what a source module exports as `rows`. It works in a transaction of its own,
 * may refuse with a Fault, and records the look at personal values by the `record` of its input.
 */
export type RowSource<Input> = (db: Db, secret: Secret, input: Input) => AsyncIterable<WrittenCell[][]>

/** Describes what a writing process is sent; it answers null, or the fault that stopped it. */
export type WorkbookJob = {
  sheet: WorkbookSheet
  source: string
  input: object
  locals: Locals
  database: string
  /** Gives the address where a look is recorded, if `database` is that of a replica. */
  primary?: string
  key: string
}
export type WritingRefusal = { code: FaultCode; message: string }

/** Limits the rows of an export; more are refused, never cut (docs/spec/files.md#exports). */
export const mostExported = 50_000

const inTurn = limitConcurrency(2, 6)

/** Describes a sheet: its name, its columns, and the address of the module whose `rows` fill it, with its input. */
type Order = { name: string; columns: WorkbookColumn[]; source: string; input: object }

/**
 * Writes one sheet as a workbook to temporary storage and answers its path. Reading and writing are the work of a process of
 * its own, so that the server stays as small and as quick as it was.
 */
export const writeWorkbook = ({ services, locals, origin }: Context, { name, columns, source, input }: Order): Promise<string> =>
  inTurn(async () => {
    const { database, secret, files } = services
    const folder = join(files.root, 'leaving')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    try {
      const job = { sheet: { path, name, columns }, source, input, locals, database: database.poolUrl, key: secret.key }
      const replica = !origin.hasChanged && database.replica?.isFresh() ? database.replica : undefined
      // Asks the database itself where the replica refuses: it may lack what somebody has just added.
      if (!(replica && (await isWritten({ ...job, database: replica.url, primary: database.poolUrl })))) await write(job)
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  })

async function isWritten(job: WorkbookJob): Promise<boolean> {
  try {
    await write(job)
    return true
  } catch {
    await rm(job.sheet.path, { force: true })
    return false
  }
}

const program = join(import.meta.dirname, 'workbook.process.ts')
const execArgv = ['--max-old-space-size=200', '--max-semi-space-size=32']

// Keeps a process a minute for the next workbook, in milliseconds: then it need not start, and runs at its full speed.
const stay = 60_000
const idle = new Map<ChildProcess, NodeJS.Timeout>()

async function write(job: WorkbookJob) {
  const child = takeIdle() ?? start()
  const gone = new AbortController()
  const leave = () => gone.abort()
  child.once('exit', leave)
  try {
    child.send(job)
    const [refusal] = (await once(child, 'message', { signal: gone.signal })) as [WritingRefusal | null]
    if (refusal) throw new Fault(refusal.code, refusal.message)
    keepIdle(child)
  } catch (error) {
    if (error instanceof Fault) throw error
    child.kill('SIGKILL')
    throw new Fault('busy', '工作簿没有写完，请稍后再试')
  } finally {
    child.off('exit', leave)
  }
}

function start() {
  const child = fork(program, { execArgv, env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.once('exit', () => idle.delete(child))
  return child
}

function takeIdle() {
  const [found] = idle
  if (!found) return undefined
  const [child, timer] = found
  idle.delete(child)
  clearTimeout(timer)
  child.ref()
  child.channel?.ref()
  return child
}

function keepIdle(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
  idle.set(child, setTimeout(() => child.kill('SIGKILL'), stay).unref())
}
