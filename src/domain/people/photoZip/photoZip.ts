import { sql } from 'kysely'
import { newOperation } from '#server/base/operationNumber.ts'
import type { PhotoKind } from '../photos.contract.ts'
import type { PictureRow } from '../pictures.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { lockBatch } from '#server/importing/importBatch.ts'
import { checkFace } from '../photos.ts'
import { insertMany } from '#server/database/rows.ts'
import {
  findBatch,
  importCounts,
  storeFileChanges,
  storeFiles,
  type KeptRow,
  type PictureBatch,
  photoPreviewOf,
  readCounts,
  readKept,
  readOpen,
} from './batch.ts'
import { clearLeft, closeBatches } from './clear.ts'
import { validatePictures, type Waiting } from './validate.ts'
import { discardPictures, type ReadPicture, readPictures } from './read.ts'
import type { PhotoSubject } from './subject.ts'
import { writePhotos } from './write.ts'
import type { Received } from '#server/store/received.ts'

type Batch = { entNo: string; batchNo: string }
type Zip = { entNo: string; file: unknown; phtType: PhotoKind; cnsntFlag: string }
type Choice = Batch & { rowNos: number[]; use: '0' | '1' }
type Page = { entNo: string; act?: PictureRow['act'] | undefined; pageIndex: number; pageSize: number }

/** Returns the handlers of the calls for photos of these people by ZIP. */
export const photoZipOf = <Who, Key extends string>(subject: PhotoSubject<Who, Key>) => ({
  previewpic: (input: Zip, context: Context) => previewPictures(subject, input, context),
  getpic: (input: Page, context: Context) => readPreview(subject, input, context),
  setpic: (input: Choice, context: Context) => setPictures(subject, input, context),
  closepic: (input: Batch, context: Context) => closePictures(subject, input, context),
  importpic: (input: Batch, context: Context) => importPictures(subject, input, context),
})

const firstPage = { pageIndex: 1, pageSize: 60 }

/** Unpacks a ZIP, says of every file what becomes of it, and lets the pictures wait as private files of the caller. */
async function previewPictures<Who, Key extends string>(
  subject: PhotoSubject<Who, Key>,
  { entNo, file, phtType, cnsntFlag }: Zip,
  context: Context,
) {
  // Casts the file: the pipeline receives a multipart file before the handler runs.
  const received = file as Received
  if (phtType === 'face')
    await context.inOwnTransaction((db) => checkFace(db, entNo, { sets: true, cnsntFlag, owner: subject.owner }))
  // Holds a connection only from here on: unpacking can take minutes.
  const read = await readPictures(received, phtType, entNo, context)
  let waiting: Waiting[] = []
  try {
    const fileNos = await context.numbers('FILE_NO', read.filter(({ cut }) => cut).length)
    waiting = read.map((one, at) => waitingOf(one, at + 1, fileNos))
    const batch = await keepBatch(subject, { entNo, fileName: received.name, phtType, waiting, read }, context)
    return await photoPreviewOf(context.db, context, subject, { batch: { ...batch, entNo }, page: firstPage })
  } catch (error) {
    await discardPictures(read, context)
    for (const { picture } of waiting) if (picture) await context.services.files.remove(entNo, picture.fileNo)
    throw error
  }
}

function waitingOf({ name, folder, cut, fault }: ReadPicture, rowNo: number, fileNos: string[]): Waiting {
  const picture = cut ? { fileNo: fileNos.shift() as string, sha256: cut.sha256 } : null
  return { rowNo, name, folder, picture, fault: fault ?? null, use: null }
}

type Arrived = {
  entNo: string
  fileName: string
  phtType: PhotoKind
  waiting: readonly Waiting[]
  read: readonly ReadPicture[]
}

async function keepBatch(
  subject: PhotoSubject,
  { entNo, fileName, phtType: sheet, waiting, read }: Arrived,
  context: Context,
): Promise<PictureBatch> {
  const { kind } = subject
  const { db, me, services } = context
  const { userNo } = me
  await sql`select pg_advisory_xact_lock(hashtext(${`import ${entNo} ${userNo} ${kind}`}))`.execute(db)
  const open = await findBatch(db, entNo, { userNo, kind })
  // Waits for a batch that is being written.
  if (open) await lockBatch(context, entNo, open.batchNo)
  await closeBatches(db, entNo, userNo, kind)
  await clearLeft(db, entNo, context)
  const { key, rows } = await validate(db, subject, { entNo, phtType: sheet, waiting }, context)
  const batchNo = await context.number('BATCH_NO')
  const [counts, heads] = [JSON.stringify(importCounts(rows)), JSON.stringify([key])]
  await db
    .insertInto('impBatch')
    .values({ entNo, batchNo, kind, userNo, fileName, sheet, total: rows.length, counts, heads })
    .execute()
  const files = waiting.flatMap(({ picture }, at) => {
    const { cut } = read[at] ?? {}
    if (!cut || !picture) return []
    const { name, size, sha256, width, height } = cut
    return [{ entNo, fileNo: picture.fileNo, userNo, name, type: 'jpg', size, sha256, width, height }]
  })
  for (let at = 0; at < files.length; at += 1000) await insertMany(db, 'file', files.slice(at, at + 1000))
  await storeFiles(db, subject, { kept: { entNo, batchNo }, rows, secret: services.secret })
  for (const [at, { picture }] of waiting.entries())
    if (picture) await services.files.keep(read[at]?.cut as Received, entNo, picture.fileNo)
  return { batchNo, fileName, sheet, heads: [key], stt: '1' }
}

type ValidatedRow = { entNo: string; phtType: PhotoKind; waiting: readonly Waiting[] }

async function validate(db: Db, subject: PhotoSubject, validated: ValidatedRow, { me, services }: Context) {
  const { key, outcomes } = await validatePictures(db, subject, { ...validated, me }, services.secret)
  const rows = validated.waiting.map(({ rowNo, name, folder, picture, fault, use }, at): KeptRow => {
    return { rowNo, name, folder, picture, fault, use, outcome: outcomes[at] as KeptRow['outcome'] }
  })
  return { key, rows }
}

/** Reads the caller's photos that wait. */
async function readPreview<Who, Key extends string>(subject: PhotoSubject<Who, Key>, { entNo, ...page }: Page, context: Context) {
  const { db, me } = context
  const batch = await findBatch(db, entNo, { userNo: me.userNo, kind: subject.kind })
  return batch ? photoPreviewOf(db, context, subject, { batch: { ...batch, entNo }, page }) : null
}

/** Leaves files out or takes them, and judges all of them again. */
async function setPictures(subject: PhotoSubject, { entNo, batchNo, rowNos, use }: Choice, context: Context) {
  const { db, me, services } = context
  await lockBatch(context, entNo, batchNo)
  const { sheet } = await readOpen(db, entNo, { userNo: me.userNo, kind: subject.kind, batchNo })
  const before = await readKept(db, entNo, batchNo, services.secret)
  const meant = new Set(rowNos)
  const people = new Set(before.flatMap(({ rowNo, outcome }) => (meant.has(rowNo) && outcome.whoNo ? [outcome.whoNo] : [])))
  const changed = before.map((row): KeptRow => {
    if (meant.has(row.rowNo)) return { ...row, use }
    // Replaces an earlier choice of the same person.
    return use === '1' && row.use === '1' && people.has(row.outcome.whoNo ?? '') ? { ...row, use: null } : row
  })
  const { key, rows } = await validate(db, subject, { entNo, phtType: sheet, waiting: changed }, context)
  await storeFileChanges(db, subject, { entNo, batchNo }, { judgement: { before, after: rows, key }, secret: services.secret })
  return null
}

/** Gives the waiting photos up; their files go. */
async function closePictures({ kind }: PhotoSubject, { entNo, batchNo }: Batch, context: Context) {
  const { db, me } = context
  await lockBatch(context, entNo, batchNo)
  await readOpen(db, entNo, { userNo: me.userNo, kind, batchNo })
  await closeBatches(db, entNo, me.userNo, kind)
  await clearLeft(db, entNo, context)
  return null
}

/** Sets the photos just as the preview showed them; where that is no longer so, refuses with the new preview. */
async function importPictures(subject: PhotoSubject, { entNo, batchNo }: Batch, context: Context) {
  const { db, me, services, origin } = context
  await lockBatch(context, entNo, batchNo)
  const { table, key: column } = subject.owner
  const batch = await readOpen(db, entNo, { userNo: me.userNo, kind: subject.kind, batchNo })
  if (batch.sheet === 'face') await checkFace(db, entNo, { sets: true, cnsntFlag: '1', owner: subject.owner })
  const before = await readKept(db, entNo, batchNo, services.secret)
  const people = before.flatMap(({ outcome }) => (outcome.whoNo ? [outcome.whoNo] : []))
  await sql`select from ${sql.table(table)} where ent_no = ${entNo} and ${sql.ref(column)} = any(${people})
    order by ${sql.ref(column)} for no key update`.execute(db)
  const { key, rows } = await validate(db, subject, { entNo, phtType: batch.sheet, waiting: before }, context)
  if (JSON.stringify(rows) !== JSON.stringify(before)) {
    const preview = await context.inOwnTransaction(async (inOwnTransaction) => {
      await storeFileChanges(
        inOwnTransaction,
        subject,
        { entNo, batchNo },
        { judgement: { before, after: rows, key }, secret: services.secret },
      )
      return photoPreviewOf(inOwnTransaction, context, subject, { batch: { ...batch, entNo, heads: [key] }, page: firstPage })
    })
    throw new Fault('batchChanged', undefined, preview)
  }
  const chosen = rows.filter(({ outcome }) => outcome.act === 'add' || outcome.act === 'upd')
  if (chosen.length === 0) throw new Fault('batchEmpty', '没有可写入的照片')
  const counts = await readCounts(db, entNo, batchNo)
  await writePhotos(entNo, { subject, phtType: batch.sheet, chosen, context })
  await sql`update imp_batch set stt = '2', op = ${origin.trace.op}::uuid where ent_no = ${entNo} and batch_no = ${batchNo}`.execute(
    db,
  )
  await sql`delete from imp_pic where ent_no = ${entNo} and batch_no = ${batchNo} and act in ('add', 'upd')`.execute(db)
  // Removes unused pictures after the commit: an undo does not bring them back.
  context.afterCommit(() =>
    context.inOwnTransaction((inOwnTransaction) => clearLeft(inOwnTransaction, entNo, context), { op: newOperation() }),
  )
  return { batchNo, ...counts }
}
