import * as z from 'zod'
import type { Access } from './access.ts'
import { post } from './call.ts'
import { no, time14 } from './fields.ts'

/** Describes a better value for a cell, and why it is probably meant. */
const Suggestion = z.object({ val: z.string(), why: z.string() })

/**
 * Describes the error of a cell, or a remark on it; equal ones share a `code`; `mayKeep`: the text may be accepted as written.
 */
export const CellError = z.object({
  fld: z.string(),
  code: z.string(),
  msg: z.string(),
  sgst: z.array(Suggestion),
  mayKeep: z.boolean(),
})

/** Lists the outcomes of a row: added, changed, unchanged, skipped for its errors, left out by the user. */
export const rowOutcomes = ['add', 'upd', 'same', 'skip', 'out'] as const

/**
 * Describes a row of a workbook: its texts by field, the fields that change (`chg`), its errors, and remarks that prevent
 * nothing.
 */
export const ImportRow = z.object({
  rowNo: z.int(),
  act: z.enum(rowOutcomes),
  vals: z.record(z.string(), z.string()),
  chg: z.array(z.string()),
  errs: z.array(CellError),
  wrns: z.array(CellError),
})

/**
 * Counts the rows by outcome: addCnt + updCnt + sameCnt + errCnt + outCnt = total; okCnt = addCnt + updCnt + sameCnt
 * (docs/spec/imports.md#batch).
 */
export const ImportCounts = z.object({
  total: z.int(),
  okCnt: z.int(),
  warnCnt: z.int(),
  errCnt: z.int(),
  addCnt: z.int(),
  updCnt: z.int(),
  sameCnt: z.int(),
  outCnt: z.int(),
})

/**
 * Describes a column of the import; `at` is its place in the workbook (from 0), null where it has none; `guessed`: its title is
 * not quite the known one.
 */
const ImportField = z.object({
  fld: z.string(),
  title: z.string(),
  required: z.boolean(),
  at: z.int().nullable(),
  guessed: z.boolean(),
  /** Lists the values of its dictionary. */
  options: z.array(z.string()),
})

/** Describes the state of an import. `stt`: 1 being checked, 2 written, 3 undone, 0 given up (dictionary IMP_STT). */
export const ImportBatch = z.object({
  batchNo: no.meta({ title: '批次' }),
  kind: z.string(),
  /** Names the one record that the list is for, or where its rows go that say nothing else; null without one. */
  refNo: no.nullable(),
  fileName: z.string().meta({ title: '文件' }),
  sheet: z.string(),
  stt: z.string().meta({ title: '状态', dictionary: 'IMP_STT' }),
  crtTm: time14.meta({ title: '时间' }),
  /** Lists the titles of the workbook's columns. */
  heads: z.array(z.string()),
  columns: z.array(ImportField),
  ...ImportCounts.shape,
})

/** Describes a batch with its first rows, and examples from each column of the workbook. */
export const ImportPreview = z.object({ ...ImportBatch.shape, examples: z.array(z.string()), rows: z.array(ImportRow) })

/** Describes the result of writing a batch; the counts are those of its preview. */
export const ImportResult = z.object({ batchNo: no, ...ImportCounts.shape })

/** Names an uploaded workbook. */
export const Workbook = z.object({ fileNo: no.meta({ title: '文件编号' }) })

/** Declares the first call of an import: reads an uploaded workbook and previews every row. */
export const previewCall = (access: Access, title?: string) =>
  post(access, Workbook, ImportPreview, '', { title, time: 'long', undo: false })

/** Declares the second call of an import: writes exactly the preview. */
export const createCall = (access: Access, title: string) =>
  post(access, z.object({ batchNo: no.meta({ title: '批次' }) }), ImportResult, '添加成功', { title, time: 'long' })

export type CellError = z.output<typeof CellError>
export type ImportRow = z.output<typeof ImportRow>
export type ImportCounts = z.output<typeof ImportCounts>
export type ImportBatch = z.output<typeof ImportBatch>
export type ImportPreview = z.output<typeof ImportPreview>
