import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, SheetColumn } from './workbook.ts'

if (!parentPort) throw new Error('this is a worker')
const port = parentPort
const { path, name, columns } = workerData as { path: string; name: string; columns: SheetColumn[] }

async function* rows() {
  yield columns.map(({ title }) => title)
  let next = ask()
  for (let part = await next; part; part = await next) {
    // The next piece is read while this one is written.
    next = ask()
    for (const row of part) yield row.map(harmless)
  }
}

async function ask(): Promise<Cell[][] | null> {
  port.postMessage('more')
  const [part] = await once(port, 'message')
  return part
}

// A text that a spreadsheet could take for a formula is quoted (security, R13).
const harmless = (cell: Cell) => (typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell)

const options = { name, columns: columns.map(({ width }) => ({ width })), freezePane: { rows: 1 } }
await pipeline(Readable.from(writeXlsxStream(rows(), options)), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
port.close()
