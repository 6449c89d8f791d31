import * as z from 'zod'
import { permissions } from '../access.ts'
import { Download, get, post, resource } from '../call.ts'
import { keyWord, no, none, page, pageQuery, time14 } from '../fields.ts'
import { CellError, ImportBatch, ImportCounts, ImportPreview, ImportRow, rowOutcomes } from '../importing.ts'

// Lists the rights to any import; the call itself asks for the right to the kind at hand.
const importers = ['emp', 'stu', 'edcunit', 'mtg'].flatMap((module) => permissions(module).import)

const batchNo = no.meta({ title: '批次' })
const batch = z.object({ batchNo })
const kind = z
  .string()
  .regex(/^[a-z]{1,20}$/)
  .meta({ title: '导入类型' })
const fld = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,29}$/)
  .meta({ title: '列' })
const refNo = no.meta({ title: '对象编号' })
const rowNo = z.int().min(1).max(100_000).meta({ title: '行' })
const cellText = z.string().max(1000).meta({ title: '内容' })

/** Describes a batch in the list of imports; `kindName` is the name of its kind, `userName` its maker. */
export const ImportLine = z.object({
  ...ImportBatch.omit({ heads: true, columns: true, sheet: true, stt: true }).shape,
  // Avoids the name `stt`, whose 2 is a disabled record in every list.
  impStt: z.string().meta({ title: '状态', dictionary: 'IMP_STT' }),
  kindName: z.string().meta({ title: '类型' }),
  crtTm: time14.meta({ title: '时间' }),
})

/** Describes equal errors, how many rows have them, and how many of these have just one proposal, which repairs them. */
export const Alike = z.object({
  ...CellError.pick({ fld: true, code: true, mayKeep: true }).shape,
  /** Holds the sentence that all of them share, or the name of their problem. */
  what: z.string(),
  title: z.string(),
  cnt: z.int(),
  fixCnt: z.int(),
  /** Gives an example of the texts it matches. */
  from: z.string(),
  to: z.string(),
})

/**
 * Defines the calls for imports of every kind: calls of our own (docs/spec/imports.md#batch). A batch is its maker's; every call
 * on it needs the right to make that import. Changes answer the batch as it is then, with its first rows.
 */
export const imp = resource('/ent/imp', {
  getpage: get(
    importers,
    z.object({ ...pageQuery.shape, impStt: z.enum(['0', '1', '2', '3']).optional().meta({ title: '状态' }), keyWord }),
    page(ImportLine),
  ),
  /** Returns the batch of a kind that is being checked, for that record; where rows have places, without `refNo` for any. */
  getopen: get(importers, z.object({ kind, refNo: refNo.optional() }), ImportPreview.nullable(), {
    title: '查询未完成的导入',
  }),
  getrows: get(
    importers,
    z.object({
      batchNo,
      act: z.enum(rowOutcomes).optional().meta({ title: '结果' }),
      pageIndex: z.int().min(1).max(1000).default(1).meta({ title: '页码' }),
      pageSize: z.int().min(1).max(500).default(200).meta({ title: '每页行数' }),
    }),
    z.array(ImportRow),
  ),
  getalike: get(importers, batch, z.array(Alike), { title: '查询同类问题' }),
  /** Reports the progress of a file (by fileNo) or a batch; null where it has not begun or is done. */
  getprogress: get(
    importers,
    z.object({ no: no.meta({ title: '编号' }) }),
    z.object({ done: z.int(), total: z.int() }).nullable(),
    { quiet: true },
  ),
  edit: post(
    importers,
    z.object({
      batchNo,
      cells: z
        .array(z.strictObject({ rowNo, fld, val: cellText }))
        .min(1)
        .max(5000)
        .meta({ title: '单元格' }),
    }),
    ImportPreview,
    '',
    { time: 'long', undo: false },
  ),
  /** Takes the proposal in every row that has this error and just one, or (`keep`) the text as it is written, or leaves these rows out. */
  repair: post(
    importers,
    z.object({
      batchNo,
      fld,
      code: z.string().max(1000).meta({ title: '问题' }),
      how: z.enum(['fix', 'keep', 'out']).meta({ title: '方式' }),
      rowNo: rowNo.optional(),
    }),
    ImportPreview,
    '',
    { time: 'long', undo: false },
  ),
  /** Leaves rows out (`out` 1) or takes them in again. */
  setout: post(
    importers,
    z.object({
      batchNo,
      rowNos: z.array(rowNo).min(1).max(5000).meta({ title: '行' }),
      out: z.enum(['0', '1']).meta({ title: '排除' }),
    }),
    ImportPreview,
    '',
    { title: '排除行', time: 'long', undo: false },
  ),
  /** Says where fields stand in the workbook; the others stay where they are, and a null takes the column away. */
  setcolumns: post(
    importers,
    z.object({
      batchNo,
      columns: z
        .array(z.strictObject({ fld, at: z.int().min(0).max(199).nullable().meta({ title: '列' }) }))
        .min(1)
        .max(100)
        .meta({ title: '对应列' }),
    }),
    ImportPreview,
    '',
    { title: '设置列的对应', time: 'long', undo: false },
  ),
  /** Says where the rows of a batch go that name no place themselves; null: nowhere. */
  setref: post(importers, z.object({ batchNo, refNo: refNo.nullable() }), ImportPreview, '', {
    title: '更改导入到哪里',
    time: 'long',
    undo: false,
  }),
  close: post(importers, batch, none, '已放弃这批导入', { title: '放弃导入', undo: false }),
  undo: post(importers, batch, ImportCounts, '撤销成功', { time: 'long', undo: false }),
  /** Returns the rows that were not written, with the reasons beside their cells. */
  export: post(importers, batch, Download, '', { time: 'long', undo: false, answers: 'file' }),
  template: get(importers, z.object({ kind }), Download, { title: '下载导入模板', answers: 'file' }),
})
