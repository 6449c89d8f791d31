import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { Fault } from '#server/base/fault.ts'
import type { validateUpload } from './validateUpload.ts'
import { fileLink } from './links.ts'
import { keepSizes } from '#server/store/keepPictureSizes.ts'
import './file.table.ts'

type Accepted = Awaited<ReturnType<typeof validateUpload>>
type Facts = { name: string; type: string; size: number; sha256: string; width?: number | null; height?: number | null }

/** Makes a file of what was accepted, and answers it with a link. */
export async function saveFile(context: Context, entNo: string, accepted: Accepted) {
  await requireRoom(context, entNo, accepted.size)
  const { path, ...facts } = accepted
  const kept = await enter(context, entNo, facts)
  await keepSizes(context.services.files, entNo, kept.fileNo, accepted)
  await context.services.files.keep({ path }, entNo, kept.fileNo)
  return kept
}

/** Makes a file of the content of another one. */
export async function copyFile(context: Context, entNo: string, from: string, facts: Facts) {
  await requireRoom(context, entNo, facts.size)
  const kept = await enter(context, entNo, facts)
  await context.services.files.copy(entNo, from, kept.fileNo)
  return kept
}

async function enter({ db, me, number, services }: Context, entNo: string, facts: Facts) {
  const { name, type, size, sha256, width = null, height = null } = facts
  const fileNo = await number('FILE_NO')
  await db.insertInto('file').values({ entNo, fileNo, userNo: me.userNo, name, type, size, sha256, width, height }).execute()
  return { fileNo, name, type, size, url: fileLink(services.secret, entNo, fileNo) }
}

const giga = 2 ** 30

/** Throws tooLarge for what an enterprise has no room for (setting FILE_QUOTA); files that are still arriving count as well. */
export async function requireRoom({ db }: Pick<Context, 'db'>, entNo: string, size: number) {
  const most = Number((await readParameter(db, entNo, 'FILE_QUOTA')) ?? 0) * giga
  const { rows } = await sql<{ used: number }>`select (select coalesce(sum(size), 0) from file where ent_no = ${entNo})::float8
    + (select coalesce(sum(size), 0) from upld where ent_no = ${entNo})::float8 as used`.execute(db)
  const used = rows[0]?.used ?? 0
  if (used + size > most)
    throw new Fault('tooLarge', `本单位的文件空间不够：共 ${most / giga} GB，已用 ${(used / giga).toFixed(1)} GB，请联系管理员`)
}
