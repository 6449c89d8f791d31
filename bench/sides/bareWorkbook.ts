import { createWriteStream, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CellValue, readXlsx, writeXlsxStream } from 'hucre/xlsx'

// Writes the cells of an exported workbook once more, with hucre's stream writer alone, and tells how long that took.
const [, , from = '', to = ''] = process.argv
const { sheets } = await readXlsx(readFileSync(from))
const rows = sheets[0]?.rows ?? []

async function* all(): AsyncGenerator<CellValue[]> {
  yield* rows
}

const start = performance.now()
const options = { name: '员工', columns: rows[0]?.map(() => ({ width: 16 })) ?? [], freezePane: { rows: 1 } }
await pipeline(Readable.from(writeXlsxStream(all(), options)), createWriteStream(to))
process.send?.({ ms: performance.now() - start, rows: rows.length, columns: rows[0]?.length })
