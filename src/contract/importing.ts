import * as z from 'zod'
import { no } from './fields.ts'

/** What is wrong with one cell of an imported row. */
export const CellError = z.object({ fld: z.string(), msg: z.string() })

/** A row of a workbook and what becomes of it: added, changed (`chg` names the cells), left the same, or skipped for its errors. */
export const ImportRow = z.object({
  rowNo: z.int(),
  act: z.enum(['add', 'upd', 'same', 'skip']),
  vals: z.record(z.string(), z.string()),
  chg: z.array(z.string()),
  errs: z.array(CellError),
})

/** The preview of an import (domain, 2.5): addCnt + updCnt + sameCnt + errCnt = total. */
export const ImportPreview = z.object({
  batchNo: no,
  fileName: z.string(),
  /** The columns that were recognised, in the workbook's order, and the titles of those that were not. */
  columns: z.array(z.object({ fld: z.string(), title: z.string() })),
  ignored: z.array(z.string()),
  total: z.int(),
  okCnt: z.int(),
  errCnt: z.int(),
  addCnt: z.int(),
  updCnt: z.int(),
  sameCnt: z.int(),
  rows: z.array(ImportRow),
})

/** What writing a batch did; the counts are those of its preview. */
export const ImportResult = ImportPreview.pick({
  batchNo: true,
  total: true,
  addCnt: true,
  updCnt: true,
  sameCnt: true,
  errCnt: true,
})

export type ImportPreview = z.output<typeof ImportPreview>
export type ImportRow = z.output<typeof ImportRow>
