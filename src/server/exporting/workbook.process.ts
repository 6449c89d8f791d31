import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openDatabase, transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { makeSecret } from '#server/database/secret.ts'
import { recordLook } from '#server/history/history.ts'
import type { Recorder } from './exportRows.ts'
import type { WorkbookJob, WritingRefusal, RowSource } from './workbook.ts'

// Writes workbooks in a process, one after the other: this thread reads the rows, another writes them.
const writer = new Worker(new URL('./workbook.worker.ts', import.meta.url))
const answers = on(writer, 'message')

// Ends at once: tidying up a thread that is just about to compress would abort with a report of its own.
const end = () => process.kill(process.pid, 'SIGKILL')

process.on('disconnect', end)
process.on('message', async (job: WorkbookJob) => {
  try {
    await run(job)
    process.send?.(null)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // Leaves the begun workbook unfinished: the next one has another process.
    process.send?.({ code: error.code, message: error.message } satisfies WritingRefusal, end)
  }
})

// Limits the pieces that may wait to be written.
const most = 3

async function run({ sheet, source, input, locals, database, primary, key }: WorkbookJob) {
  const { rows }: { rows: RowSource<unknown> } = await import(source)
  const { pool, close } = openDatabase(database, { reads: primary !== undefined })
  const other = primary ? openDatabase(primary) : undefined
  let waiting = 0
  const hand = async (piece: string | null) => {
    if (waiting === most) await answers.next()
    else waiting++
    writer.postMessage(piece)
  }
  writer.postMessage(sheet)
  await transaction(pool, locals, async (db) => {
    const record: Recorder = (...look) =>
      other ? transaction(other.pool, locals, (writing) => recordLook(writing, ...look)) : recordLook(db, ...look)
    // Sends the rows as one text: cheaper than thousands of cells.
    for await (const part of rows(db, makeSecret(key), { ...input, record })) await hand(JSON.stringify(part))
  })
  await hand(null)
  for (; waiting > 0; waiting--) await answers.next()
  await Promise.all([close(), other?.close()])
}
