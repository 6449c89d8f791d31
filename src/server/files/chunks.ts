import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { chunkSize } from '#contract/shell/upload.contract.ts'
import { validateUpload, claimedType } from './validateUpload.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context, Services } from '#server/call/context.ts'
import { tryLock } from '#server/database/connections/connection.ts'
import { transaction } from '#server/database/database.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import { Fault } from '#server/base/fault.ts'
import { cleanName } from '#server/store/files.ts'
import { copyFile, saveFile, requireRoom } from './saveFile.ts'
import { requireRow } from '#server/database/rows.ts'
import { newSecretNo } from '#server/base/tokens.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import type { Received } from '#server/store/received.ts'

type Upload = { upldNo: string; name: string; type: string; size: number; sha256: string; parts: number; have: number[] }

// Limits the unfinished files of one person.
const mostUnfinished = 20
const inTurn = limitConcurrency(2, 10)

const partName = (upldNo: string, idx: number) => `${upldNo}.${idx}`

/** Begins a file that comes in chunks, or finds the one that was begun; a known file is there at once. Throws tooLarge. */
export async function beginUpload(context: Context, asked: { entNo: string; name: string; size: number; sha256: string }) {
  const { db, me } = context
  const { entNo, size, sha256 } = asked
  const name = cleanName(asked.name)
  const type = claimedType(name)
  const most = Number((await readParameter(db, entNo, 'FILE_MAX')) ?? 0)
  if (size > most * 2 ** 20) throw new Fault('tooLarge', `文件超过 ${most} MB`)
  const same = await knownFile(context, { entNo, size, sha256, type })
  if (same)
    return {
      upldNo: newSecretNo(),
      have: [],
      parts: 0,
      file: await copyFile(context, entNo, same.fileNo, { ...same, name, type, size, sha256 }),
    }
  const begun = await readUpload(context, entNo, sql`u.name = ${name} and u.size = ${size} and u.sha256 = ${sha256}`)
  // Finishes a file whose chunks had all come when the server ended.
  if (begun) return progressOf(context, entNo, begun)
  await requireRoom(context, entNo, size)
  await refuseMany(context, entNo)
  const upldNo = newSecretNo()
  const parts = Math.ceil(size / chunkSize)
  await db.insertInto('upld').values({ entNo, upldNo, userNo: me.userNo, name, type, size, sha256, chunkSize, parts }).execute()
  return { upldNo, have: [], parts, file: null }
}

type Content = { entNo: string; size: number; sha256: string; type: string }

// Finds a file that the caller has sent before by the hash of all its bytes: whoever knows no more than a hash gets no file of
// somebody else.
async function knownFile({ db, me }: Context, { entNo, size, sha256, type }: Content) {
  return db
    .selectFrom('file')
    .select(['fileNo', 'width', 'height'])
    .where('entNo', '=', entNo)
    .where('userNo', '=', me.userNo)
    .where('sha256', '=', sha256)
    .where('size', '=', size)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst()
}

async function refuseMany({ db, me }: Context, entNo: string) {
  const { rows } = await sql`select from upld where ent_no = ${entNo} and user_no = ${me.userNo}`.execute(db)
  if (rows.length >= mostUnfinished) throw new Fault('invalid', `最多 ${mostUnfinished} 个文件同时上传，请先传完或取消几个`)
}

async function readUpload(
  { db, me }: Pick<Context, 'db' | 'me'>,
  entNo: string,
  is: ReturnType<typeof sql>,
): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select u.upld_no, u.name, u.type, u.size, u.sha256, u.parts,
      array(select p.idx from upldpart p where p.ent_no = u.ent_no and p.upld_no = u.upld_no order by p.idx) as have
    from upld u where u.ent_no = ${entNo} and u.user_no = ${me.userNo} and ${is} order by u.crt_tm limit 1`.execute(db)
  return rows[0]
}

const byNo = (upldNo: string) => sql`u.upld_no = ${upldNo}`

/**
 * Stores one chunk, on the disk before it answers; the last one that comes makes the file. Throws notFound for an unknown upload,
 * invalid for a wrong place or size.
 */
export async function addChunk(
  context: Context,
  { entNo, upldNo, idx }: { entNo: string; upldNo: string; idx: number },
  received: Received,
) {
  const { inOwnTransaction, me, services } = context
  const upload = requireRow(await inOwnTransaction((db) => readUpload({ db, me }, entNo, byNo(upldNo))))
  const size = idx === upload.parts - 1 ? upload.size - idx * chunkSize : chunkSize
  if (idx >= upload.parts || received.size !== size) throw new Fault('invalid', '分片的序号或大小不对，请重新上传')
  await services.files.keep(received, entNo, partName(upldNo, idx))
  const now = await inOwnTransaction(async (db) => {
    await sql`update upld set upd_tm = now() where ent_no = ${entNo} and upld_no = ${upldNo}`.execute(db)
    await db
      .insertInto('upldpart')
      .values({ entNo, upldNo, idx })
      .onConflict((one) => one.doNothing())
      .execute()
    return readUpload({ db, me }, entNo, byNo(upldNo))
  })
  return progressOf(context, entNo, requireRow(now))
}

async function progressOf(context: Context, entNo: string, upload: Upload) {
  const { upldNo, have, parts } = upload
  return { upldNo, have, parts, file: have.length === parts ? await finish(context, entNo, upload) : null }
}

/** Makes the file of its chunks; of two at the same moment one does. */
async function finish(context: Context, entNo: string, { upldNo, name, size, sha256, parts }: Upload) {
  const { inOwnTransaction, services } = context
  const { files } = services
  const letGo = await tryLock(services.database.sidePool, `upload ${entNo} ${upldNo}`)
  if (!letGo) throw new Fault('busy', '文件正在保存，请稍候')
  try {
    return await inTurn(async () => {
      const whole = await files.receive(Readable.from(chunksOf(context, entNo, upldNo, parts)), name, size)
      try {
        if (whole.sha256 !== sha256) throw new Fault('fileBroken', '文件和上传前不一样，请重新上传')
        const accepted = await validateUpload(whole)
        const kept = await saveFile(context, entNo, accepted)
        await context.db.deleteFrom('upld').where('entNo', '=', entNo).where('upldNo', '=', upldNo).execute()
        context.afterCommit(() => removeParts(context, entNo, upldNo, parts))
        return kept
      } catch (error) {
        // Skips asking again for a file that was found invalid.
        if (error instanceof Fault && error.code !== 'busy') {
          await inOwnTransaction((db) => db.deleteFrom('upld').where('entNo', '=', entNo).where('upldNo', '=', upldNo).execute())
          await removeParts(context, entNo, upldNo, parts)
        }
        throw error
      } finally {
        await files.discard(whole)
      }
    })
  } finally {
    await letGo()
  }
}

async function* chunksOf({ services }: Context, entNo: string, upldNo: string, parts: number) {
  for (let idx = 0; idx < parts; idx++) {
    const opened = await services.files.open(entNo, partName(upldNo, idx))
    if (!opened) throw new Fault('fileBroken', '文件没有传完整，请重新上传')
    yield* opened.content
  }
}

async function removeParts({ services }: Pick<Context, 'services'>, entNo: string, upldNo: string, parts: number) {
  for (let idx = 0; idx < parts; idx++) await services.files.remove(entNo, partName(upldNo, idx))
}

/** Removes what nobody has gone on with for a day, in every enterprise. */
export const removeStaleUploads = (services: Services) => forAllEnterprises(services, 'upload removal', removeStaleIn)

async function removeStaleIn(services: Services, entNo: string) {
  const { rows } = await transaction(services.database.sidePool, { entNo }, (db) =>
    sql<{ upldNo: string; parts: number }>`delete from upld where ent_no = ${entNo} and upd_tm < now() - interval '1 day'
      returning upld_no, parts`.execute(db),
  )
  for (const { upldNo, parts } of rows) await removeParts({ services }, entNo, upldNo, parts)
}

/** Lists the caller's files with missing chunks. */
export async function readUnfinished({ db, me }: Context, entNo: string) {
  const { rows } = await sql<{ upldNo: string; name: string; size: number; haveSize: number; updTm: string }>`
    select u.upld_no, u.name, u.size, least(u.size, count(p.idx) * u.chunk_size)::float8 as have_size, u.upd_tm
    from upld u left join upldpart p using (ent_no, upld_no) where u.ent_no = ${entNo} and u.user_no = ${me.userNo}
    group by u.ent_no, u.upld_no order by u.upd_tm desc`.execute(db)
  return rows
}

/** Discards one of the caller's unfinished files. Throws notFound where there is none. */
export async function dropUpload(context: Context, entNo: string, upldNo: string) {
  const { db, me } = context
  const dropped = await db
    .deleteFrom('upld')
    .where('entNo', '=', entNo)
    .where('upldNo', '=', upldNo)
    .where('userNo', '=', me.userNo)
    .returning('parts')
    .executeTakeFirst()
  const { parts } = requireRow(dropped)
  context.afterCommit(() => removeParts(context, entNo, upldNo, parts))
}
