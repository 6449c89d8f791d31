import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ExitError } from '#server/base/exit.ts'
import { decryptBackup } from './encryption.ts'
import { contentOf, isTarIntact, type TarMember, membersOf, readMember } from './tar.ts'
import type { BackupJob } from './job.ts'
import { backupFormat, Manifest, archiveEntries, type TableEntry } from './manifest.ts'
import { digestRows } from './tables.ts'

/** Describes a backup of which every byte has been checked. */
export type Backup = {
  manifest: Manifest
  size: number
  key: string
  rowsOf(table: TableEntry): AsyncGenerator<Buffer>
  fileContent(file: { entNo: string; fileNo: string }): AsyncGenerator<Buffer>
}

const decompress = promisify(gunzip)
// Limits a part, in bytes: ours are made of four megabytes.
const mostInPart = 16 * 2 ** 20

/**
 * Opens a backup and checks all of it: first the checksum over every byte, then each table and file by its own. Throws an
 * ExitError for a damaged one.
 */
export async function openBackup(path: string, job: BackupJob): Promise<Backup> {
  const handle = await openFile(await readable(path, job))
  job.onEnd(() => handle.close())
  const damaged = () =>
    new ExitError('backupFile', `${path} 不是本产品的备份，或者已经损坏、不完整。没有改动任何数据，请换一份备份。`)
  if (!(await isTarIntact(handle))) throw damaged()
  const members = new Map<string, TarMember>()
  for await (const member of membersOf(handle)) members.set(member.name, member)
  const manifest = await readManifest(handle, members.get(archiveEntries.manifest))
  if (!manifest) throw damaged()
  const backup: Backup = {
    manifest,
    size: (await handle.stat()).size,
    key: '',
    rowsOf: (table) => rowsOf(handle, members, table.name),
    fileContent: (file) => contentOf(handle, memberOf(members, archiveEntries.file(file))),
  }
  try {
    backup.key = (await readMember(handle, memberOf(members, archiveEntries.key))).toString()
    if (!(await isWhole(backup))) throw new Error('a checksum is wrong')
  } catch {
    throw damaged()
  }
  return backup
}

// Decrypts a backup that is encrypted.
const readable = (path: string, job: BackupJob) => (existsSync(path) ? decryptBackup(path, job.lock, job) : Promise.resolve(path))

async function openFile(path: string): Promise<FileHandle> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExitError('backupFile', `无法读取备份文件 ${path}（${error.code}）。请检查文件名和权限。`)
  })
}

async function readManifest(handle: FileHandle, member: TarMember | undefined): Promise<Manifest | undefined> {
  if (!member) return undefined
  const read: unknown = JSON.parse((await readMember(handle, member)).toString())
  if (typeof read === 'object' && read && 'format' in read && typeof read.format === 'number' && read.format > backupFormat)
    throw new ExitError('backupVersion', '这份备份是更新版本的产品做的，本产品读不了。请先升级本产品。')
  return Manifest.safeParse(read).data
}

const memberOf = (members: Map<string, TarMember>, name: string): TarMember => {
  const member = members.get(name)
  if (!member) throw new Error(`${name} is not in the archive`)
  return member
}

async function* rowsOf(handle: FileHandle, members: Map<string, TarMember>, table: string): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const member = members.get(archiveEntries.part(table, part))
    if (!member) return
    yield await decompress(await readMember(handle, member), { maxOutputLength: mostInPart })
  }
}

async function isWhole(backup: Backup): Promise<boolean> {
  const { manifest, key, rowsOf, fileContent } = backup
  const hash = async (content: AsyncIterable<Buffer>) => {
    const digest = createHash('sha256')
    for await (const chunk of content) digest.update(chunk)
    return digest.digest('hex')
  }
  if (createHash('sha256').update(key).digest('hex') !== manifest.key.sha256) return false
  for (const table of manifest.tables) {
    const digest = digestRows()
    for await (const chunk of rowsOf(table)) digest.add(chunk)
    const { rows, sha256 } = digest.end()
    if (rows !== table.rows || sha256 !== table.sha256) return false
  }
  for (const file of manifest.files) if ((await hash(fileContent(file))) !== file.sha256) return false
  return true
}
