import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Access } from '#contract/access.ts'
import type { ImportBatch, ImportCounts, ImportRow } from '#contract/importing.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { type ImportColumn, isKnown, type ReadRow, readRow } from './importTable.ts'
import { requireRow, insertMany } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import './importBatch.table.ts'

/** Describes the outcome of a row; `target` is the number of the record it changes. */
export type ValidatedRow = Pick<ImportRow, 'act' | 'chg'> & { row: ReadRow; target?: string | undefined }

/** Reports how many of the rows to be written are. */
export type OnWritten = (count: number) => Promise<void>

/**
 * Describes an import in one enterprise at this moment: its columns, how rows are checked against the database, and how they are
 * written.
 */
export type OpenImport<Outcome extends ValidatedRow = ValidatedRow> = {
  columns: readonly ImportColumn[]
  validate(rows: ReadRow[]): Promise<Outcome[]>
  /** Writes the outcomes that change something. */
  write(validated: Outcome[], onWritten: OnWritten): Promise<void>
}

/** Describes one kind of import: its stored name, its name for people, and who may make it. */
export type ImportKind = {
  kind: string
  title: string
  access: Access
  /** Says that rows may name their place themselves: `refNo` is where the others go, and may change. */
  hasPlaces?: true
  /**
   * Opens the import; `refNo`: the one record that the whole list is for, where there is such a one; without it only the columns
   * are asked, unless the kind has places.
   */
  open(entNo: string, context: Context, refNo?: string): Promise<OpenImport>
}

type Outcome = Pick<ImportRow, 'act' | 'chg' | 'errs' | 'wrns'> & { target?: string | undefined }

/**
 * Describes a stored row of a batch: the texts of its cells, whether it is left out, which fields are taken as written, its
 * outcome.
 */
export type BatchRow = { rowNo: number; cells: string[]; out: boolean; kept: string[]; outcome: Outcome }

export type Batch = {
  entNo: string
  batchNo: string
  kind: string
  fileName: string
  sheet: string
  stt: string
  crtTm: string
  heads: string[]
  places: Record<string, number>
  mapped: boolean
  counts: ImportCounts
  op: string | null
  refNo: string | null
}

/** Reads a batch of the caller. Throws notFound for another's or another enterprise's. */
export async function readBatch(entNo: string, batchNo: string, { db, me }: Context): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select ent_no, batch_no, kind, file_name, sheet, stt, crt_tm, heads, places, mapped, counts, op, ref_no from imp_batch
    where ent_no = ${entNo} and batch_no = ${batchNo} and user_no = ${me.userNo}`.execute(db)
  return requireRow(rows[0])
}

/** Keeps others from the batch until the transaction ends; not by its row, which a refusal still writes to on its own. */
export const lockBatch = ({ db }: Context, entNo: string, batchNo: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`batch ${entNo} ${batchNo}`}))`.execute(db)

type Part = { acts?: readonly ImportRow['act'][]; offset?: number; limit?: number }

/** Reads rows of a batch in the order of the workbook. */
export async function readBatchRows(
  { entNo, batchNo }: Batch,
  { db, services }: Context,
  { acts, offset = 0, limit }: Part = {},
): Promise<BatchRow[]> {
  const rows = await db
    .selectFrom('impRow')
    .select(['rowNo', 'vals'])
    .where('entNo', '=', entNo)
    .where('batchNo', '=', batchNo)
    .$if(acts !== undefined, (list) => list.where('act', 'in', acts as string[]))
    .orderBy('rowNo')
    .offset(offset)
    .$if(limit !== undefined, (list) => list.limit(limit as number))
    .execute()
  return inTurns(rows, ({ rowNo, vals }) => ({ rowNo, ...(JSON.parse(services.secret.open(vals)) as Omit<BatchRow, 'rowNo'>) }))
}

/** Describes a row that was read from a workbook or a batch, and not checked yet. */
type RawRow = Omit<BatchRow, 'outcome'>

/** Judges all rows anew: answers them with what becomes of each now, and those judgements with the values that are written. */
export async function judgeRows(open: OpenImport, { places }: Pick<Batch, 'places'>, rows: readonly RawRow[]) {
  const live = rows.filter(({ out }) => !out)
  const read = await inTurns(live, (row) => readRow(open.columns, row.rowNo, rowTexts(places, row), row.kept))
  const validated = await open.validate(read)
  const byRow = new Map(validated.map((one) => [one.row.rowNo, one]))
  const after = rows.map(({ rowNo, cells, out, kept }): BatchRow => {
    const one = byRow.get(rowNo)
    const outcome: Outcome = one
      ? { act: one.act, chg: one.chg, errs: one.row.errs, wrns: one.row.wrns, ...(one.target && { target: one.target }) }
      : { act: 'out', chg: [], errs: [], wrns: [] }
    return { rowNo, cells, out, kept, outcome }
  })
  return { rows: after, validated }
}

/** Returns the texts of a row by field. */
export const rowTexts = (places: Batch['places'], { cells }: Pick<BatchRow, 'cells'>): Record<string, string> =>
  Object.fromEntries(Object.entries(places).flatMap(([field, at]) => (cells[at] ? [[field, cells[at]]] : [])))

/** Puts the first rows of a batch into the database. */
export async function storeRows(db: Db, { entNo, batchNo }: Batch, rows: readonly BatchRow[], secret: Secret) {
  const sealed = await inTurns(rows, (row) => ({ entNo, batchNo, ...seal(row, secret) }))
  for (let at = 0; at < sealed.length; at += 2000) await insertMany(db, 'impRow', sealed.slice(at, at + 2000))
}

/** Keeps those rows that are no longer as they were, and the counts. */
export async function storeRowChanges(
  db: Db,
  batch: Batch,
  { before, after, secret }: { before: readonly BatchRow[]; after: readonly BatchRow[]; secret: Secret },
) {
  const { entNo, batchNo } = batch
  const changed = after.filter((row, i) => JSON.stringify(row) !== JSON.stringify(before[i]))
  const sealed = await inTurns(changed, (row) => seal(row, secret))
  const json = JSON.stringify(sealed.map(({ rowNo, act, vals }) => ({ row_no: rowNo, act, vals })))
  await sql`update imp_row r set act = n.act, vals = n.vals
    from jsonb_to_recordset(${json}::jsonb) n (row_no integer, act text, vals text)
    where r.ent_no = ${entNo} and r.batch_no = ${batchNo} and r.row_no = n.row_no`.execute(db)
  const counts = countImportRows(after)
  await sql`update imp_batch set counts = ${JSON.stringify(counts)}::jsonb, places = ${JSON.stringify(batch.places)}::jsonb,
      mapped = ${batch.mapped}, ref_no = ${batch.refNo}
    where ent_no = ${entNo} and batch_no = ${batchNo}`.execute(db)
  return counts
}

function seal({ rowNo, ...row }: BatchRow, secret: Secret) {
  return { rowNo, act: row.outcome.act, vals: secret.seal(JSON.stringify(row)) }
}

/** Counts every row once: the five outcomes make the total. */
export function countImportRows(rows: readonly BatchRow[]): ImportCounts {
  const counted = (act: ImportRow['act']) => rows.filter(({ outcome }) => outcome.act === act).length
  const [addCnt, updCnt, sameCnt, errCnt, outCnt] = [
    counted('add'),
    counted('upd'),
    counted('same'),
    counted('skip'),
    counted('out'),
  ]
  const warnCnt = rows.filter(({ outcome }) => outcome.act !== 'skip' && outcome.wrns.length > 0).length
  return { total: rows.length, okCnt: addCnt + updCnt + sameCnt, warnCnt, errCnt, addCnt, updCnt, sameCnt, outCnt }
}

/** Returns a batch in the form of an answer. */
export function batchOut(batch: Batch, columns: readonly ImportColumn[]): ImportBatch {
  const { batchNo, kind, refNo, fileName, sheet, stt, crtTm, heads, places, mapped, counts } = batch
  const fields = columns.map((column) => {
    const { field, title, required = false, options = [] } = column
    const place = places[field] ?? heads.length
    const at = place < heads.length ? place : null
    return {
      fld: field,
      title,
      required,
      at,
      guessed: !mapped && at !== null && !isKnown(column, heads[at] ?? ''),
      options: [...options],
    }
  })
  return { batchNo, kind, refNo, fileName, sheet, stt, crtTm, heads, columns: fields, ...counts }
}

/** Returns a row in the form of an answer. */
export function rowOut({ places }: Pick<Batch, 'places'>, row: BatchRow): ImportRow {
  const { act, chg, errs, wrns } = row.outcome
  return { rowNo: row.rowNo, act, vals: rowTexts(places, row), chg, errs, wrns }
}

/** Does much work row by row, with room for other calls in between. */
export async function inTurns<One, Result>(list: readonly One[], work: (one: One) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, one] of list.entries()) {
    if (at % 500 === 499) await turn()
    results.push(work(one))
  }
  return results
}
