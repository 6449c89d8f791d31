import type { ImportPreview, ImportRow } from '#contract/importing.ts'
import { Fault } from './fault.ts'
import type { Sheet } from './sheet.ts'

/** One column of an import: its title in the workbook, other titles it goes by, and how its text is read. */
export type ImportColumn = {
  field: string
  title: string
  also?: readonly string[]
  required?: boolean
  /** The value of a filled cell, or what is wrong with it. */
  read(text: string): { value: unknown } | { wrong: string }
}

/** A row as it was read: its texts, the values of its good cells, and what is wrong with the others. */
export type ReadRow = { rowNo: number; texts: Record<string, string>; values: Record<string, unknown>; errs: ImportRow['errs'] }

type Columns = { columns: readonly ImportColumn[] }

/** What was recognised of a workbook's columns, and the titles that were not. */
export type Table = { columns: ImportPreview['columns']; ignored: string[] }

/** Finds the header below any title rows: the row among the first ten that names most columns, all required ones included. */
export function findTable(kind: Columns, { rows }: Sheet): Table & { rows: { rowNo: number; texts: Record<string, string> }[] } {
  const candidates = rows.slice(0, 10).map((cells, at) => ({ at, cells: firstOfEach(cells.map((cell) => columnOf(kind, cell))) }))
  const head = candidates.toSorted((a, b) => count(b.cells) - count(a.cells))[0]
  const missing = kind.columns.filter((column) => column.required && !head?.cells.includes(column)).map(({ title }) => title)
  if (!head || missing.length > 0) throw new Fault('fileBroken', `没有找到表头。工作簿需要这些列：${missing.join('、')}`)
  const titles = rows[head.at] ?? []
  const columns = head.cells.flatMap((column) => (column ? [{ fld: column.field, title: column.title }] : []))
  const body = rows.slice(head.at + 1).map((cells, i) => ({
    rowNo: head.at + 2 + i,
    texts: Object.fromEntries(head.cells.flatMap((column, at) => (column && cells[at] ? [[column.field, cells[at]]] : []))),
  }))
  const filled = body.filter(({ texts }) => Object.keys(texts).length > 0)
  if (filled.length === 0) throw new Fault('batchEmpty', '表头下面没有数据')
  return { columns, ignored: titles.filter((title, at) => title && !head.cells[at]), rows: filled }
}

// Of two columns that mean the same the first counts; the other is told as not used.
const firstOfEach = (columns: (ImportColumn | undefined)[]) =>
  columns.map((column, at) => (columns.indexOf(column) === at ? column : undefined))

const count = (cells: unknown[]) => cells.filter(Boolean).length

const columnOf = (kind: Columns, cell: string): ImportColumn | undefined => {
  const title = cell.replace(/[\s*★：:]/g, '')
  return kind.columns.find((column) => column.title === title || column.also?.includes(title))
}

export const readRows = (kind: Columns, rows: { rowNo: number; texts: Record<string, string> }[]) =>
  rows.map(({ rowNo, texts }) => readRow(kind, rowNo, texts))

export function readRow({ columns }: Columns, rowNo: number, texts: Record<string, string>): ReadRow {
  const row: ReadRow = { rowNo, texts, values: {}, errs: [] }
  for (const { field, title, required, read } of columns) {
    const text = texts[field]
    if (!text) {
      if (required) row.errs.push({ fld: field, msg: `${title}不能为空` })
      continue
    }
    const reading = read(text)
    if ('wrong' in reading) row.errs.push({ fld: field, msg: reading.wrong })
    else row.values[field] = reading.value
  }
  return row
}
