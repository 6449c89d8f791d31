import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Fault } from './fault.ts'
import type { Files } from './files.ts'
import { takeTurns } from './turns.ts'

/** A column of a sheet: its title, and its width in characters. */
export type SheetColumn = { title: string; width: number }

export type Cell = string | number | null

/** Rows that a call may export; more are refused, never cut (security, R14). */
export const mostExported = 50_000

const inTurn = takeTurns(2, 6)

/**
 * Writes one sheet as a workbook to temporary storage and answers its path. `parts` gives the rows piece by piece, so that
 * no more than a few pieces are in memory; the writing is done in a worker, beside the reading.
 */
export const writeWorkbook = (
  files: Files,
  name: string,
  columns: SheetColumn[],
  parts: AsyncIterable<Cell[][]>,
): Promise<string> =>
  inTurn(async () => {
    const folder = join(files.root, 'leaving')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    try {
      await write(path, name, columns, parts)
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  })

async function write(path: string, name: string, columns: SheetColumn[], parts: AsyncIterable<Cell[][]>) {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), {
    workerData: { path, name, columns },
    resourceLimits: { maxOldGenerationSizeMb: 200 },
  })
  const rows = parts[Symbol.asyncIterator]()
  try {
    await new Promise<void>((resolve, reject) => {
      // The worker asks for the next piece when it has room for it.
      worker.on('message', () => {
        rows.next().then(({ value, done }) => (done ? worker.postMessage(null) : worker.postMessage(value)), reject)
      })
      worker.once('error', reject)
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Fault('busy', '工作簿没有写完，请稍后再试'))))
    })
  } finally {
    await rows.return?.()
    await worker.terminate()
  }
}
