import type { CellError } from '#contract/importing.ts'
import { editDistance } from '#server/base/editDistance.ts'
import { Fault } from '#server/base/fault.ts'
import { type SheetTexts, uncounted } from '#server/sheet/sheet.limits.ts'

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
  /** Names the fields whose doubtful texts were confirmed. */
  kept: readonly string[]
}

/**
 * Describes the table that was found: titles of its columns, the place of each field, which titles were guessed, and its rows.
 */
type ImportTable = {
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

// Matches how the lines below a list begin; they are told from its rows by what they lack, too.
const footer = /^(合计|总计|共计|小计|制表|填表|填报|审核|说明|备注|注[:：])/

// Sets among how many filled rows the header is looked for.
const headWithin = 10

/**
 * Finds the table below any title rows of any sheet: the row among the first ten filled ones of each that names most columns.
 * Skips empty rows, the header where it stands again on every page, and sums and signatures below the last row. Throws fileBroken
 * without a header, batchEmpty without rows.
 */
export function findTable(columns: readonly ImportColumn[], sheets: readonly SheetTexts[]): ImportTable {
  const candidates = sheets.flatMap((sheet) =>
    sheet.rows
      .map((cells, at) => ({ sheet, at, cells }))
      .filter(({ cells }) => cells.some(Boolean))
      .slice(0, headWithin)
      .map((row) => ({ ...row, found: placesOf(columns, row.cells) })),
  )
  const best = candidates.toSorted((one, other) => other.found.score - one.found.score)[0]
  const required = columns.filter((column) => column.required)
  const needed = required.length > 0 ? required : columns
  if (!best || best.found.score < 2)
    throw new Fault(
      'fileBroken',
      `前 ${headWithin} 行里没有找到表头。工作簿需要这些列：${needed.map(({ title }) => title).join('、')}`,
    )
  const { sheet, at, cells } = best
  const below = [...sheet.rows.slice(at + 1).map((row, i) => ({ rowNo: at + 2 + i, cells: row })), ...(sheet.far ?? [])]
  const width = sheet.rows.slice(at).reduce((most, row) => Math.max(most, row.length), 0)
  const heads = Array.from({ length: width }, (_, i) => cells[i] ?? '')
  // Takes of two columns of one name the one in which something stands.
  const filled = new Set(
    below.flatMap((row) => row.cells.flatMap((cell, place) => (cell && cell !== heads[place] ? [place] : []))),
  )
  const { places } = placesOf(columns, heads, filled)
  const rows = below
    .map(({ rowNo, cells: own }) => ({ rowNo, cells: heads.map((_, place) => own[place] ?? '') }))
    .filter(({ cells: own }) => Object.values(places).some((place) => own[place] && own[place] !== heads[place]))
  const isRow = ({ cells: own }: { cells: string[] }) => {
    const first = own.findIndex(Boolean)
    const others = needed.filter(({ field }) => places[field] !== first && own[places[field] ?? -1])
    return !footer.test(own[first] ?? '') || 2 * others.length >= needed.length
  }
  rows.length = rows.findLastIndex(isRow) + 1
  if (rows.length === 0) throw new Fault('batchEmpty', '表头下面没有数据')
  return { sheet: sheet.name, heads, places: withPlaces(columns, heads, places), rows }
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

/**
 * Matches exact titles first, of several the one that the column names first; guesses the rest from titles that differ by one
 * character. Columns in which nothing stands (not in `filled`) come last.
 */
function placesOf(columns: readonly ImportColumn[], cells: readonly string[], filled?: ReadonlySet<number>) {
  const places: Record<string, number> = {}
  const isFree = (at: number) => !Object.values(places).includes(at)
  const take = (fits: (column: ImportColumn, head: string) => boolean) => {
    for (const column of columns) {
      if (places[column.field] !== undefined) continue
      const rankOf = (at: number) => (filled?.has(at) === false ? 1000 : 0) + namesOf(column).indexOf(plain(cells[at] ?? ''))
      const fitting = [...cells.keys()].filter((at) => cells[at] !== '' && isFree(at) && fits(column, cells[at] ?? ''))
      const [best] = fitting.toSorted((one, other) => rankOf(one) - rankOf(other))
      if (best !== undefined) places[column.field] = best
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

const notCounted: CellProblem = {
  wrong: '这是公式，文件里没有它的结果。请在 Excel 或 WPS 里打开、保存一次再导入',
  code: '公式没有结果',
}

/** Reads a row by its columns; of the fields in `kept` a doubtful text is taken as it is written. */
export function readRow(
  columns: readonly ImportColumn[],
  rowNo: number,
  texts: Record<string, string>,
  kept: readonly string[] = [],
): ReadRow {
  const row: ReadRow = { rowNo, texts, values: {}, errs: [], wrns: [], kept }
  for (const { field, title, required, read } of columns) {
    const text = texts[field]
    if (!text) {
      if (required) row.errs.push(errorOf(field, `${title}不能为空`, { code: '没有填' }))
      continue
    }
    const reading = text === uncounted ? notCounted : read(text)
    if (!('wrong' in reading)) row.values[field] = reading.value
    else if (reading.value !== undefined && kept.includes(field)) {
      row.values[field] = reading.value
      row.wrns.push(errorOf(field, `${reading.wrong}（已按原样保留）`, reading))
    } else row.errs.push(errorOf(field, reading.wrong, reading))
  }
  return row
}
