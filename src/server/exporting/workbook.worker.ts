import { on } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { createDeflateRaw, type ZlibOptions } from 'node:zlib'
import { writeXlsxStream } from 'hucre/xlsx'
import { escapeFormula } from '#server/base/escapeFormula.ts'
import type { WrittenCell, WorkbookSheet, WorkbookColumn } from './workbook.ts'

// Writes workbooks in a thread. For each it is sent the sheet, then rows as JSON piece by piece, then null; it answers every
// piece that it has taken, and at the end that the workbook is there.
if (!parentPort) throw new Error('this is a worker')
const port = parentPort
const messages = on(port, 'message')
const next = async () => (await messages.next()).value?.[0]

async function* rows(columns: WorkbookColumn[]) {
  yield columns.map(({ title }) => title)
  let written = 0
  for (let piece = await next(); piece; piece = await next()) {
    for (const row of JSON.parse(piece) as WrittenCell[][]) {
      // Yields to the compression beside the writing.
      if (++written % 50 === 0) await turn()
      yield row.map(escapeFormula)
    }
    port.postMessage('taken')
  }
}

// Gives the compression room in its buffer: the library waits for each piece to be compressed before it writes the next.
const compression: ZlibOptions & { highWaterMark: number } = { level: 2, chunkSize: 2 ** 16, highWaterMark: 2 ** 20 }
class Compression {
  constructor() {
    Object.assign(this, Duplex.toWeb(createDeflateRaw(compression)))
  }
}
Object.assign(globalThis, { CompressionStream: Compression })

for (;;) {
  const { path, name, columns }: WorkbookSheet = await next()
  const options = { name, columns: columns.map(({ width }) => ({ width })), freezePane: { rows: 1 } }
  const content = Readable.from(writeXlsxStream(rows(columns), options))
  await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  port.postMessage('written')
}
