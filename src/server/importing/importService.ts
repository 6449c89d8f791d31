import { sql } from 'kysely'
import type { ImportPreview } from '#contract/importing.ts'
import type { Context } from '#server/call/context.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { countImportedIdNumbers } from '#server/access/idNumberSearch.ts'
import { Fault } from '#server/base/fault.ts'
import {
  type Batch,
  type BatchRow,
  batchOut,
  countImportRows,
  type ImportKind,
  type OpenImport,
  judgeRows,
  storeRowChanges,
  storeRows,
  lockBatch,
  readBatch,
  readBatchRows,
  rowOut,
} from './importBatch.ts'
import { tellProgress } from './importProgress.ts'
import { findTable, type ImportColumn } from './importTable.ts'
import { requireRow } from '#server/database/rows.ts'
import { recordLook } from '#server/history/history.ts'
import { readSheets } from '#server/sheet/sheet.ts'

// Limits the rows that come with a preview; the others are read as they come into sight.
const firstRows = 500

/**
 * Reads an uploaded workbook, judges every row, and keeps both as a batch: nothing else is written (docs/spec/imports.md#batch).
 */
export async function previewImport(
  kind: ImportKind,
  { entNo, fileNo, refNo }: { entNo: string; fileNo: string; refNo?: string },
  context: Context,
): Promise<ImportPreview> {
  const { db, me, services } = context
  const progress = tellProgress(context, entNo, fileNo, 100)
  const { name, sheets } = await takeWorkbook(entNo, fileNo, context)
  await progress(30)
  // Locks here, since from now on the call holds a connection: reading the workbook can take a while.
  await sql`select pg_advisory_xact_lock(hashtext(${`import ${entNo} ${me.userNo} ${kind.kind}`}))`.execute(db)
  const open = await kind.open(entNo, context, refNo)
  const table = findTable(open.columns, sheets)
  await refuseMany(entNo, table.rows.length, context)
  const module = moduleOfKind(kind)
  const compared = await countImportedIdNumbers(
    context,
    module,
    table.rows.flatMap(({ cells }) => cells),
  )
  const raw = table.rows.map((row) => ({ ...row, out: false, kept: [] }))
  const { rows } = await judgeRows(open, table, raw)
  await countUnmatched(kind, rows, context)
  // Leaves a line that numbers were compared by somebody who does not see them, whether the list is written later or not.
  if (compared > 0) await recordLook(db, entNo, module, { field: 'idNo' })
  await progress(70)
  const batchNo = await context.number('BATCH_NO')
  await closeOpenBatch(kind, entNo, context)
  const counts = countImportRows(rows)
  await db
    .insertInto('impBatch')
    .values({
      entNo,
      batchNo,
      kind: kind.kind,
      refNo: refNo ?? null,
      userNo: me.userNo,
      fileName: name,
      sheet: table.sheet,
      total: rows.length,
      heads: JSON.stringify(table.heads),
      places: JSON.stringify(table.places),
      counts: JSON.stringify(counts),
    })
    .execute()
  const batch = await readBatch(entNo, batchNo, context)
  await storeRows(db, batch, rows, services.secret)
  await progress(100)
  return importPreviewOf(batch, rows, open.columns)
}

// Names the module whose people a list is compared with.
const moduleOfKind = ({ kind }: ImportKind) => (kind === 'emp' || kind === 'mtgman' ? 'emp' : 'stu')

// Names the kinds whose lists bring people whom nobody knows yet.
const bringsNewPeople = new Set(['stunew', 'emp', 'mtgman'])

/** Counts the ID numbers of refused rows, where a list is about people who are there. Throws busy for more than may be guessed. */
async function countUnmatched(
  kind: ImportKind,
  rows: readonly BatchRow[],
  context: Context,
  before: ReadonlySet<string> = new Set(),
) {
  if (bringsNewPeople.has(kind.kind)) return
  const refused = rows.filter(({ outcome }) => outcome.act === 'skip').flatMap(({ cells }) => cells)
  await countImportedIdNumbers(
    context,
    moduleOfKind(kind),
    refused.filter((cell) => !before.has(cell)),
    'unmatched',
  )
}

async function refuseMany(entNo: string, count: number, { db }: Context) {
  const most = Number(await readParameter(db, entNo, 'IMP_MAX'))
  if (count > most) throw new Fault('tooLarge', `这份名单有 ${count} 行，本单位一次最多导入 ${most} 行，请分成几份`)
}

/**
 * Changes rows of an open batch (or where its fields stand, or with `refNo` what it is for), checks all of it again, and stores
 * what became different. Throws batchClosed for one that is not open.
 */
export async function changeBatch(
  kind: ImportKind,
  { entNo, batchNo, refNo }: { entNo: string; batchNo: string; refNo?: string | null },
  context: Context,
  change: (batch: Batch, rows: BatchRow[], open: OpenImport) => { batch: Batch; rows: BatchRow[] },
): Promise<ImportPreview> {
  await lockBatch(context, entNo, batchNo)
  const kept = await readBatch(entNo, batchNo, context)
  const before = { ...kept, ...(refNo !== undefined && { refNo }) }
  if (before.stt !== '1') throw new Fault('batchClosed')
  const rows = await readBatchRows(before, context)
  const open = await kind.open(entNo, context, before.refNo ?? undefined)
  const changed = change(before, rows, open)
  const known = new Set(rows.flatMap(({ cells }) => cells))
  const fresh = changed.rows.flatMap(({ cells }) => cells.filter((cell) => !known.has(cell)))
  await countImportedIdNumbers(context, moduleOfKind(kind), fresh)
  const { rows: after } = await judgeRows(open, changed.batch, changed.rows)
  await countUnmatched(kind, after, context, known)
  const counts = await storeRowChanges(context.db, changed.batch, { before: rows, after, secret: context.services.secret })
  return importPreviewOf({ ...changed.batch, counts }, after, open.columns)
}

/**
 * Writes a batch: checks its rows again by the same code in this transaction and applies exactly the preview. A batch is written
 * once. Throws notFound for a missing batch, batchClosed for a written one, batchEmpty without rows, and batchChanged with the
 * new preview, without writing anything, where an outcome differs.
 */
export async function createImport(kind: ImportKind, { entNo, batchNo }: { entNo: string; batchNo: string }, context: Context) {
  const { db, services, origin } = context
  await lockBatch(context, entNo, batchNo)
  const batch = await readBatch(entNo, batchNo, context)
  if (batch.kind !== kind.kind) throw new Fault('notFound')
  if (batch.stt !== '1') throw new Fault('batchClosed')
  const before = await readBatchRows(batch, context)
  const toWrite = batch.counts.addCnt + batch.counts.updCnt
  const progress = tellProgress(context, entNo, batchNo, toWrite)
  const open = await kind.open(entNo, context, batch.refNo ?? undefined)
  const { rows, validated } = await judgeRows(open, batch, before)
  if (rows.some(({ outcome }, i) => JSON.stringify(outcome) !== JSON.stringify(before[i]?.outcome))) {
    const counts = await context.inOwnTransaction((inOwnTransaction) =>
      storeRowChanges(inOwnTransaction, batch, { before, after: rows, secret: services.secret }),
    )
    throw new Fault('batchChanged', undefined, importPreviewOf({ ...batch, counts }, rows, open.columns))
  }
  if (toWrite === 0) throw new Fault('batchEmpty')
  await open.write(
    validated.filter(({ act }) => act === 'add' || act === 'upd'),
    progress,
  )
  await sql`update imp_batch set stt = '2', op = ${origin.trace.op}::uuid where ent_no = ${entNo} and batch_no = ${batchNo}`.execute(
    db,
  )
  // Keeps the rows that were not written, which can still be downloaded.
  await sql`delete from imp_row where ent_no = ${entNo} and batch_no = ${batchNo} and act not in ('skip', 'out')`.execute(db)
  return { batchNo, ...batch.counts }
}

/** Reads the sheets of an uploaded workbook and deletes the file, whether it could be read or not: its rows live on elsewhere. */
async function takeWorkbook(entNo: string, fileNo: string, { inOwnTransaction, me, services }: Context) {
  const file = requireRow(
    await inOwnTransaction((db) =>
      db
        .deleteFrom('file')
        .where('entNo', '=', entNo)
        .where('fileNo', '=', fileNo)
        .where('userNo', '=', me.userNo)
        .returning(['name', 'type'])
        .executeTakeFirst(),
    ),
  )
  try {
    if (file.type !== 'xlsx') throw new Fault('fileType', '请选择 .xlsx 工作簿；.xls 请先在 Excel 或 WPS 中另存为 .xlsx')
    return { name: file.name, sheets: await services.files.borrow(entNo, fileNo, readSheets) }
  } finally {
    await services.files.remove(entNo, fileNo)
  }
}

const daysKept = 7
const isLeft = (table: string) =>
  sql`${sql.ref(`${table}.crt_tm`)} < now() - make_interval(days => ${daysKept}) and (select ages_agree())`

/** Closes the open batch of a user and kind, which a new one replaces, and deletes rows that anybody left for days. */
async function closeOpenBatch({ kind }: ImportKind, entNo: string, { db, me }: Context) {
  await sql`update imp_batch set stt = '0' where ent_no = ${entNo} and stt = '1'
    and ((user_no = ${me.userNo} and kind = ${kind}) or ${isLeft('imp_batch')})`.execute(db)
  await sql`delete from imp_row r using imp_batch b where b.ent_no = ${entNo} and r.ent_no = b.ent_no and r.batch_no = b.batch_no
    and (b.stt = '0' or ${isLeft('b')})`.execute(db)
}

/** Returns a batch with its first rows. */
export const importPreviewOf = (batch: Batch, rows: readonly BatchRow[], columns: readonly ImportColumn[]): ImportPreview => ({
  ...batchOut(batch, columns),
  examples: batch.heads.map((_, at) => examplesOf(rows, at)),
  rows: rows.slice(0, firstRows).map((row) => rowOut(batch, row)),
})

const examplesOf = (rows: readonly BatchRow[], at: number) =>
  [...new Set(rows.slice(0, 50).flatMap(({ cells }) => cells[at] || []))].slice(0, 3).join('、')
