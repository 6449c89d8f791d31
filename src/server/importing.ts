import { sql } from 'kysely'
import type { ImportPreview, ImportRow } from '#contract/importing.ts'
import type { Context } from './context.ts'
import { Fault } from './fault.ts'
import { found, insertMany } from './rows.ts'
import { findTable, type ImportColumn, type ReadRow, readRow, readRows, type Table } from './importTable.ts'
import { readSheet } from './sheet.ts'

/** What becomes of a row; `target` is the number of the record it changes. */
export type Judged = Pick<ImportRow, 'act' | 'chg' | 'errs'> & { row: ReadRow; target?: string | undefined }

/** One kind of import: its columns, how rows are judged against the database, and how they are written. */
export type ImportKind = {
  kind: string
  columns: readonly ImportColumn[]
  judge(rows: ReadRow[], entNo: string, context: Context): Promise<Judged[]>
  write(judged: Judged[], entNo: string, context: Context): Promise<void>
}

type Kept = { texts: Record<string, string>; outcome: string }

/** Reads an uploaded workbook, judges every row, and keeps both as a batch: nothing else is written (domain, 2.5). */
export async function previewImport(kind: ImportKind, { entNo, fileNo }: { entNo: string; fileNo: string }, context: Context) {
  const { db, me } = context
  const { name, sheet } = await takeWorkbook(entNo, fileNo, context)
  const table = findTable(kind, sheet)
  // From here on the call holds a connection: reading the workbook can take a while.
  await sql`select pg_advisory_xact_lock(hashtext(${`import ${entNo} ${me.userNo} ${kind.kind}`}))`.execute(db)
  const judged = await kind.judge(readRows(kind, table.rows), entNo, context)
  const batchNo = await context.number('BATCH_NO')
  await closeOpenBatch(kind, entNo, context)
  await db
    .insertInto('impBatch')
    .values({ entNo, batchNo, kind: kind.kind, userNo: me.userNo, fileName: name, total: judged.length })
    .execute()
  await insertMany(
    db,
    'impRow',
    judged.map((one) => ({ entNo, batchNo, ...keep(one, context) })),
  )
  return previewOf(batchNo, name, judged, table)
}

/**
 * Writes a batch: judges its rows again by the same code in this transaction and applies exactly what the preview showed.
 * Where an outcome differs nothing is written: the fault `batchChanged` carries the new preview. A batch is written once.
 */
export async function createImport(kind: ImportKind, { entNo, batchNo }: { entNo: string; batchNo: string }, context: Context) {
  const { db, me } = context
  const { rows: batches } = await sql<{ fileName: string; stt: string }>`
    select file_name, stt from imp_batch where ent_no = ${entNo} and batch_no = ${batchNo} and user_no = ${me.userNo} and kind = ${kind.kind} for no key update`.execute(
    db,
  )
  const batch = found(batches[0])
  if (batch.stt !== '1') throw new Fault('batchClosed')
  const kept = await db
    .selectFrom('impRow')
    .select(['rowNo', 'vals'])
    .where('entNo', '=', entNo)
    .where('batchNo', '=', batchNo)
    .orderBy('rowNo')
    .execute()
  const before = kept.map(({ rowNo, vals }) => ({ rowNo, ...(JSON.parse(context.services.secret.open(vals)) as Kept) }))
  const judged = await kind.judge(
    before.map(({ rowNo, texts }) => readRow(kind, rowNo, texts)),
    entNo,
    context,
  )
  const table = {
    columns: kind.columns
      .filter(({ field }) => before.some(({ texts }) => texts[field]))
      .map(({ field, title }) => ({ fld: field, title })),
    ignored: [],
  }
  const preview = previewOf(batchNo, batch.fileName, judged, table)
  if (judged.some((one, i) => outcomeOf(one) !== before[i]?.outcome)) {
    await context.apart((apart) => replaceRows(apart, entNo, batchNo, judged, context))
    throw new Fault('batchChanged', undefined, preview)
  }
  const good = judged.filter(({ act }) => act === 'add' || act === 'upd')
  if (good.length === 0) throw new Fault('batchEmpty')
  await kind.write(good, entNo, context)
  await db.updateTable('impBatch').set({ stt: '2' }).where('entNo', '=', entNo).where('batchNo', '=', batchNo).execute()
  await db.deleteFrom('impRow').where('entNo', '=', entNo).where('batchNo', '=', batchNo).execute()
  const { total, addCnt, updCnt, sameCnt, errCnt } = preview
  return { batchNo, total, addCnt, updCnt, sameCnt, errCnt }
}

/** The sheet of an uploaded workbook. Its rows will live in the batch, sealed: the file itself goes, whether it could be read or not. */
async function takeWorkbook(entNo: string, fileNo: string, { apart, me, services }: Context) {
  const file = found(
    await apart((db) =>
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
    return { name: file.name, sheet: await readSheet(services.files.pathOf(entNo, fileNo)) }
  } finally {
    await services.files.remove(entNo, fileNo)
  }
}

function keep(judged: Judged, { services }: Context) {
  const { act, row } = judged
  const kept: Kept = { texts: row.texts, outcome: outcomeOf(judged) }
  return { rowNo: row.rowNo, act, vals: services.secret.seal(JSON.stringify(kept)) }
}

// What the preview promised of a row: two judgements that say the same are the same.
const outcomeOf = ({ act, target = '', chg, errs }: Judged) => JSON.stringify([act, target, chg, errs])

async function replaceRows(db: Context['db'], entNo: string, batchNo: string, judged: Judged[], context: Context) {
  await db.deleteFrom('impRow').where('entNo', '=', entNo).where('batchNo', '=', batchNo).execute()
  await insertMany(
    db,
    'impRow',
    judged.map((one) => ({ entNo, batchNo, ...keep(one, context) })),
  )
}

const daysKept = 7

/** One open batch per user and kind: a new one takes the place of the last. Whatever anybody left open for days goes with it. */
async function closeOpenBatch({ kind }: ImportKind, entNo: string, { db, me }: Context) {
  const { rows } = await sql<{ batchNo: string }>`
    update imp_batch set stt = '0' where ent_no = ${entNo} and stt = '1'
      and ((user_no = ${me.userNo} and kind = ${kind}) or crt_tm < now() - make_interval(days => ${daysKept}))
    returning batch_no`.execute(db)
  for (const { batchNo } of rows)
    await db.deleteFrom('impRow').where('entNo', '=', entNo).where('batchNo', '=', batchNo).execute()
}

function previewOf(batchNo: string, fileName: string, judged: Judged[], { columns, ignored }: Table): ImportPreview {
  const counted = (act: ImportRow['act']) => judged.filter((one) => one.act === act).length
  const [addCnt, updCnt, sameCnt, errCnt] = [counted('add'), counted('upd'), counted('same'), counted('skip')]
  const rows = judged.map(({ act, chg, errs, row }) => ({ rowNo: row.rowNo, act, vals: row.texts, chg, errs }))
  return {
    batchNo,
    fileName,
    columns,
    ignored,
    total: judged.length,
    okCnt: addCnt + updCnt + sameCnt,
    errCnt,
    addCnt,
    updCnt,
    sameCnt,
    rows,
  }
}
