import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type CellValue, readXlsx } from 'hucre/xlsx'

const { path, maxRows } = workerData as { path: string; maxRows: number }
const { sheets } = await readXlsx(readFileSync(path), { maxRows, sheets: (sheet) => !sheet.hidden && !sheet.veryHidden })
const sheet = sheets.find(({ rows }) => rows.length > 0)
parentPort?.postMessage({ name: sheet?.name ?? '', rows: sheet?.rows.map((row) => row.map(textOf)) ?? [] })

/** A cell as text: dates as yyyyMMdd, whole numbers without exponent, full-width letters and digits made half-width. */
function textOf(cell: CellValue): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10).replaceAll('-', '')
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return String(cell)
    .replace(/[０-９Ａ-Ｚａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim()
}
