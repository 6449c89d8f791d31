import type { FaultCode } from '#contract/codes.ts'

/** Describes one sheet of a workbook: texts row by row, as a person would read the cells; `far` holds single rows far below. */
export type SheetTexts = { name: string; rows: string[][]; far?: { rowNo: number; cells: string[] }[] }

/** Stands for a formula whose result the file does not hold, as some programs leave it to the next reader. */
export const uncounted = '#公式未计算'

/** Describes the answer of the worker: the sheets, or why there are none. */
export type SheetAnswer = { sheets: SheetTexts[] } | { refused: Pick<SheetRefusal, 'code' | 'message'> }

// Limits a workbook: by its directory, and again while it is unpacked (docs/spec/security.md#workbooks).
export const limits = {
  bytes: 10 * 2 ** 20,
  entries: 2000,
  entryBytes: 50 * 2 ** 20,
  totalBytes: 100 * 2 ** 20,
  rows: 20_000,
  /** Adds title rows and the header to the rows. */
  rowsAbove: 10,
  /** Allows for what somebody typed by mistake far below the list. */
  farRows: 100,
  columns: 200,
  cells: 2_000_000,
  characters: 20_000_000,
}

/**
 * Represents why a workbook is not read. The worker throws it; the main thread makes a fault of it, so that the worker loads no
 * database modules.
 */
export class SheetRefusal extends Error {
  code: FaultCode
  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}

export const brokenWorkbook = () => new SheetRefusal('fileBroken', '打不开这个工作簿。请在 Excel 或 WPS 中另存为 .xlsx 后再选')
