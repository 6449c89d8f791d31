import * as z from 'zod'
import type { Access } from './access.ts'
import { post } from './call.ts'
import { no, time14 } from './fields.ts'

/** A better value for a cell, and why it is believed to be meant. */
export const Suggestion = z.object({ val: z.string(), why: z.string() })

/** What is wrong with one cell, or what to look at: alike ones have one `code`; `mayKeep`: it may be taken as it is written. */
export const CellError = z.object({
  fld: z.string(),
  code: z.string(),
  msg: z.string(),
  sgst: z.array(Suggestion),
  mayKeep: z.boolean(),
})

/** What becomes of a row: added, changed, left the same, skipped for its errors, left out by the user. */
export const outcomes = ['add', 'upd', 'same', 'skip', 'out'] as const

/** A row of a workbook: its texts by field, the fields that change (`chg`), its errors, and remarks that hinder nothing. */
export const ImportRow = z.object({
  rowNo: z.int(),
  act: z.enum(outcomes),
  vals: z.record(z.string(), z.string()),
  chg: z.array(z.string()),
  errs: z.array(CellError),
  wrns: z.array(CellError),
})

/** addCnt + updCnt + sameCnt + errCnt + outCnt = total; okCnt = addCnt + updCnt + sameCnt (docs/spec/imports.md#batch). */
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

/** A column of the import; `at` is its place in the workbook (from 0), null where it has none; `guessed`: its title is not quite the known one. */
export const ImportField = z.object({
  fld: z.string(),
  title: z.string(),
  required: z.boolean(),
  at: z.int().nullable(),
  guessed: z.boolean(),
  /** The values that its dictionary offers. */
  options: z.array(z.string()),
})

/** One import as it stands. `stt`: 1 being checked, 2 written, 3 taken back, 0 given up (dictionary IMP_STT). */
export const ImportBatch = z.object({
  batchNo: no.meta({ title: '批次' }),
  kind: z.string(),
  fileName: z.string().meta({ title: '文件' }),
  sheet: z.string(),
  stt: z.string().meta({ title: '状态', dictionary: 'IMP_STT' }),
  crtTm: time14.meta({ title: '时间' }),
  /** Titles of the workbook's columns. */
  heads: z.array(z.string()),
  columns: z.array(ImportField),
  ...ImportCounts.shape,
})

/** A batch with its first rows, and what stands in each column of the workbook, as examples. */
export const ImportPreview = z.object({ ...ImportBatch.shape, examples: z.array(z.string()), rows: z.array(ImportRow) })

/** What writing a batch did; the counts are those of its preview. */
export const ImportResult = z.object({ batchNo: no, ...ImportCounts.shape })

/** The first end of an import: reads an uploaded workbook and tells what would become of each row. */
export const previewCall = (access: Access, title?: string) =>
  post(access, z.object({ fileNo: no.meta({ title: '文件编号' }) }), ImportPreview, '', { title, time: 'long', undo: false })

/** Its other end: writes exactly that. */
export const createCall = (access: Access, title: string) =>
  post(access, z.object({ batchNo: no.meta({ title: '批次' }) }), ImportResult, '添加成功', { title, time: 'long' })

export type CellError = z.output<typeof CellError>
export type ImportRow = z.output<typeof ImportRow>
export type ImportCounts = z.output<typeof ImportCounts>
export type ImportBatch = z.output<typeof ImportBatch>
export type ImportPreview = z.output<typeof ImportPreview>
