import type { CellError } from '#contract/importing.ts'
import { editDistance } from '#server/base/editDistance.ts'
import { Fault } from '#server/base/fault.ts'
import type { SheetTexts } from '#server/sheet/sheet.limits.ts'

/**
 * Describes an error in the text of a cell. `code` names the problem for all cells that share it (without it the sentence does);
 * with a `value` the text may also be accepted as written.
 */
export type CellProblem = { wrong: string; code?: string; sgst?: CellError['sgst']; value?: unknown }

/** Describes one column of an import: its title in the workbook, other accepted titles, and how its text is read. */
export type ImportColumn = {
  field: string
  title: string
  also?: readonly string[]
  required?: boolean
  /** Returns the value of a filled cell, or its error. */
  read(text: string): { value: unknown } | CellProblem
  /** Lists the choices of the template. */
  options?: readonly string[]
  /** Gives the example of the template. */
  example: string
  /** Gives the hint of the template. */
  hint?: string
}

/** Describes a row as it was read: its texts, the values of its valid cells, the errors of the others, and remarks. */
export type ReadRow = {
  rowNo: number
  texts: Record<string, string>
  values: Record<string, unknown>
  errs: CellError[]
  wrns: CellError[]
}

/**
 * Describes the table that was found: titles of its columns, the place of each field, which titles were guessed, and its rows.
 */
export type ImportTable = {
  sheet: string
  heads: string[]
  places: Record<string, number>
  rows: { rowNo: number; cells: string[] }[]
}

/** Returns an error of a cell as a row carries it. */
export const errorOf = (fld: string, msg: string, { code = msg, sgst = [], value }: Partial<CellProblem> = {}): CellError => ({
  fld,
  code,
  msg,
  sgst,
  mayKeep: value !== undefined,
})

/**
 * Finds the table below any title rows of any sheet: the row among the first ten of each that names most columns. Skips empty
 * rows, and the header where it stands again on every page. Throws fileBroken without a header, batchEmpty without rows.
 */
export function findTable(columns: readonly ImportColumn[], sheets: readonly SheetTexts[]): ImportTable {
  const candidates = sheets.flatMap((sheet) =>
    sheet.rows.slice(0, 10).map((cells, at) => ({ sheet, at, cells, found: placesOf(columns, cells) })),
  )
  const best = candidates.toSorted((one, other) => other.found.score - one.found.score)[0]
  const needed = columns.filter((column) => column.required)
  const required = (needed.length > 0 ? needed : columns).map(({ title }) => title)
  if (!best || best.found.score < 2) throw new Fault('fileBroken', `没有找到表头。工作簿需要这些列：${required.join('、')}`)
  const { sheet, at, cells } = best
  const width = Math.max(...sheet.rows.slice(at).map((row) => row.length))
  const heads = Array.from({ length: width }, (_, i) => cells[i] ?? '')
  const rows = sheet.rows
    .slice(at + 1)
    .map((row, i) => ({ rowNo: at + 2 + i, cells: heads.map((_, place) => row[place] ?? '') }))
    .filter(({ cells: own }) => Object.values(best.found.places).some((place) => own[place] && own[place] !== heads[place]))
  if (rows.length === 0) throw new Fault('batchEmpty', '表头下面没有数据')
  return { sheet: sheet.name, heads, places: withPlaces(columns, heads, best.found.places), rows }
}

/** Gives every field a place: one without a column comes behind the workbook's own. */
export function withPlaces(columns: readonly ImportColumn[], heads: readonly string[], known: Record<string, number>) {
  const missing = columns.filter(({ field }) => known[field] === undefined)
  return { ...known, ...Object.fromEntries(missing.map(({ field }, i) => [field, heads.length + i])) }
}

/** Tells whether a title is exactly one of the column's names. */
export const isKnown = (column: ImportColumn, head: string) => namesOf(column).includes(plain(head))

const namesOf = ({ title, also = [] }: ImportColumn) => [title, ...also]

const remark = /[（(【[][^（(【[）)】\]]*[）)】\]]/g

// Removes what does not identify a column: stars, spaces, remarks in brackets and the like.
const plain = (head: string) =>
  head
    .replace(remark, '')
    .replace(remark, '')
    .replace(/[\s*★＊：:、.]|必填|选填/g, '')

// Matches exact titles first; guesses the rest from titles that differ by one character.
function placesOf(columns: readonly ImportColumn[], cells: readonly string[]) {
  const places: Record<string, number> = {}
  const isFree = (at: number) => !Object.values(places).includes(at)
  const take = (fits: (column: ImportColumn, head: string) => boolean) => {
    for (const column of columns) {
      if (places[column.field] !== undefined) continue
      const at = cells.findIndex((cell, i) => cell !== '' && isFree(i) && fits(column, cell))
      if (at >= 0) places[column.field] = at
    }
  }
  take(isKnown)
  const known = Object.keys(places).length
  // Skips names of two characters, of which one is half: 序号 is not 工号.
  take((column, head) => namesOf(column).some((name) => name.length > 2 && isNear(name, plain(head))))
  return { places, score: 2 * known + Object.keys(places).length - known }
}

// Tells whether a title is one character apart, as long or one longer: 所属部門 for 所属部门 and 手机号吗 for 手机号.
const isNear = (name: string, head: string) => head.length >= name.length && editDistance(name, head) === 1

/** Reads a row by its columns; of the fields in `kept` a doubtful text is taken as it is written. */
export function readRow(
  columns: readonly ImportColumn[],
  rowNo: number,
  texts: Record<string, string>,
  kept: readonly string[] = [],
): ReadRow {
  const row: ReadRow = { rowNo, texts, values: {}, errs: [], wrns: [] }
  for (const { field, title, required, read } of columns) {
    const text = texts[field]
    if (!text) {
      if (required) row.errs.push(errorOf(field, `${title}不能为空`, { code: '没有填' }))
      continue
    }
    const reading = read(text)
    if (!('wrong' in reading)) row.values[field] = reading.value
    else if (reading.value !== undefined && kept.includes(field)) {
      row.values[field] = reading.value
      row.wrns.push(errorOf(field, `${reading.wrong}（已按原样保留）`, reading))
    } else row.errs.push(errorOf(field, reading.wrong, reading))
  }
  return row
}
