import { sql } from 'kysely'
import type { ImportCounts } from '#contract/importing.ts'
import type { PhotoKind } from '../photos.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { inTurns } from '#server/importing/importBatch.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow, insertMany } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import type { PictureCounts, PicturePreview, PictureRow } from '../pictures.contract.ts'
import type { FileOutcome, Waiting } from './validate.ts'
import type { Somebody } from '../pictures.contract.ts'
import type { PhotoSubject } from './subject.ts'

/** Describes photos that wait. Of a batch of photos `sheet` is their kind, and `heads` what the file names are. */
export type PictureBatch = { batchNo: string; fileName: string; sheet: PhotoKind; heads: (string | null)[]; stt: string }

/** Identifies a batch by its numbers. */
type Kept = { entNo: string; batchNo: string }

/** Describes a stored file of a batch. */
export type KeptRow = Waiting & { outcome: FileOutcome }

/** Finds the caller's batch of that number, or the open one; undefined where there is none. */
export async function findBatch(
  db: Db,
  entNo: string,
  { userNo, kind, batchNo }: { userNo: string; kind: string; batchNo?: string | undefined },
): Promise<PictureBatch | undefined> {
  const which = batchNo === undefined ? sql`stt = '1'` : sql`batch_no = ${batchNo}`
  const { rows } = await sql<PictureBatch>`select batch_no, file_name, sheet, heads, stt from imp_batch
    where ent_no = ${entNo} and user_no = ${userNo} and kind = ${kind} and ${which}`.execute(db)
  return rows[0]
}

/** Reads the caller's batch. Throws notFound where it is not open. */
export async function readOpen(
  db: Db,
  entNo: string,
  { userNo, kind, batchNo }: { userNo: string; kind: string; batchNo: string },
): Promise<PictureBatch> {
  const batch = requireRow(await findBatch(db, entNo, { userNo, kind, batchNo }))
  if (batch.stt !== '1') throw new Fault('batchClosed', '这批照片已写入或已失效，请重新选择压缩包')
  return batch
}

type SealedRow = { rowNo: number; vals: string }
const openRow = ({ rowNo, vals }: SealedRow, secret: Secret): KeptRow => ({
  rowNo,
  ...(JSON.parse(secret.open(vals)) as Omit<KeptRow, 'rowNo'>),
})

export async function readKept(db: Db, entNo: string, batchNo: string, secret: Secret): Promise<KeptRow[]> {
  const { rows } = await sql<SealedRow>`select row_no, vals from imp_pic
    where ent_no = ${entNo} and batch_no = ${batchNo} order by row_no`.execute(db)
  return inTurns(rows, (row) => openRow(row, secret))
}

/** Puts files of a batch into the database, in place of what was kept of them. */
export async function storeFiles(
  db: Db,
  { owner }: PhotoSubject,
  { kept: { entNo, batchNo }, rows, secret }: { kept: Kept; rows: readonly KeptRow[]; secret: Secret },
) {
  const sealed = await inTurns(rows, ({ rowNo, ...row }) => ({
    entNo,
    batchNo,
    rowNo,
    act: row.outcome.act,
    [owner.key]: row.outcome.whoNo,
    fileNo: row.picture?.fileNo ?? null,
    vals: secret.seal(JSON.stringify(row)),
  }))
  await sql`delete from imp_pic where ent_no = ${entNo} and batch_no = ${batchNo} and row_no = any(${rows.map(({ rowNo }) => rowNo)})`.execute(
    db,
  )
  for (let at = 0; at < sealed.length; at += 1000) await insertMany(db, 'impPic', sealed.slice(at, at + 1000))
}

type Judgement = { before: readonly KeptRow[]; after: readonly KeptRow[]; key: string | null }

/** Keeps the files that are no longer validated as they were, and the counts. */
export async function storeFileChanges(
  db: Db,
  subject: PhotoSubject,
  kept: Kept,
  { judgement: { before, after, key }, secret }: { judgement: Judgement; secret: Secret },
) {
  const { entNo, batchNo } = kept
  const changed = after.filter((row, at) => JSON.stringify(row) !== JSON.stringify(before[at]))
  await storeFiles(db, subject, { kept, rows: changed, secret })
  await sql`update imp_batch set counts = ${JSON.stringify(importCounts(after))}::jsonb, heads = ${JSON.stringify([key])}::jsonb
    where ent_no = ${entNo} and batch_no = ${batchNo}`.execute(db)
}

const countOf = (rows: readonly KeptRow[], ...acts: PictureRow['act'][]) =>
  rows.filter(({ outcome }) => acts.includes(outcome.act)).length

/** Returns the counts as every import has them, for the list of imports. */
export function importCounts(rows: readonly KeptRow[]): ImportCounts {
  const [addCnt, updCnt, sameCnt, outCnt] = [
    countOf(rows, 'add'),
    countOf(rows, 'upd'),
    countOf(rows, 'same'),
    countOf(rows, 'out'),
  ]
  const warnCnt = rows.filter(({ outcome }) => outcome.wrns.length > 0).length
  const [okCnt, errCnt] = [addCnt + updCnt + sameCnt, countOf(rows, 'many', 'none', 'bad')]
  return { total: rows.length, okCnt, warnCnt, errCnt, addCnt, updCnt, sameCnt, outCnt }
}

type Page = { act?: PictureRow['act'] | undefined; pageIndex: number; pageSize: number }

type PreviewOfInput = { batch: PictureBatch & { entNo: string }; page: Page }

/** Returns a batch with one page of its files; those of one person stand together. */
export async function photoPreviewOf<Who, Key extends string>(
  db: Db,
  { services }: Context,
  { owner, place, told }: PhotoSubject<Who, Key>,
  { batch: { entNo, batchNo, fileName, sheet, heads }, page: { act, pageIndex, pageSize } }: PreviewOfInput,
): Promise<PicturePreview<Who, Key>> {
  const { table, alias, key, name, ownNo } = owner
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const [counts, { rows }] = await Promise.all([
    readCounts(db, entNo, batchNo),
    sql<
      SealedRow & Somebody
    >`select i.row_no, i.vals, ${of(key)} as no, ${of(name)} as name, ${of(ownNo)} as own_no, ${place} as place
      from imp_pic i left join ${sql.table(table)} ${sql.ref(alias)} on ${of('entNo')} = i.ent_no and ${of(key)} = ${sql.ref(`i.${key}`)}
      where i.ent_no = ${entNo} and i.batch_no = ${batchNo} and (${act ?? null}::text is null or i.act = ${act ?? null})
      order by case when ${act === 'many'} then ${sql.ref(`i.${key}`)} end, i.row_no
      limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(db),
  ])
  const link = (fileNo: string | null | undefined) => (fileNo ? fileLink(services.secret, entNo, fileNo) : null)
  const shown = rows.map(({ rowNo, vals, ...somebody }) => {
    const { name: file, folder, picture, outcome } = openRow({ rowNo, vals }, services.secret)
    const { oldNo, whoNo: _, ...rest } = outcome
    return { rowNo, name: file, folder, url: link(picture?.fileNo), oldUrl: link(oldNo), ...told(somebody), ...rest }
  })
  const recordCount = act ? counts[`${act}Cnt`] : counts.total
  // Restores the type: the key was one of the subject's own when the batch was checked.
  const requireRow = (heads[0] ?? null) as Key | null
  return { batchNo, fileName, phtType: sheet, key: requireRow, ...counts, pageIndex, recordCount, rows: shown }
}

/** Counts the files by outcome; the counts add up. */
export async function readCounts(db: Db, entNo: string, batchNo: string): Promise<PictureCounts> {
  const { rows } = await sql<{ act: PictureRow['act']; count: number }>`select act, count(*)::int as count from imp_pic
    where ent_no = ${entNo} and batch_no = ${batchNo} group by act`.execute(db)
  const counts = { total: 0, addCnt: 0, updCnt: 0, sameCnt: 0, manyCnt: 0, noneCnt: 0, badCnt: 0, outCnt: 0 }
  for (const { act, count } of rows) {
    counts[`${act}Cnt`] = count
    counts.total += count
  }
  return counts
}
