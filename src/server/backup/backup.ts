import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { to } from 'pg-copy-streams'
import type pg from 'pg'
import { build } from '#server/base/build.ts'
import { ExitError } from '#server/base/exit.ts'
import { openSink } from './encryption.ts'
import { type ArchiveWriter, writeArchive } from './tar.ts'
import { addFiles, filesOf, findLost } from './backupFiles.ts'
import { countText, type BackupJob } from './job.ts'
import { backupFormat, type Manifest, archiveEntries, type TableEntry } from './manifest.ts'
import { readMe } from './readMe.ts'
import { openSource } from './source.ts'
import { asText, copyOut, digestRows, listTables, type BackupTable } from './tables.ts'
import { seeAll } from './seeAll.ts'
import { describe } from './verify.ts'

const compress = promisify(gzip)
const partSize = 4 * 2 ** 20

/**
 * Writes one consistent moment of the database, the files it names and the key to a new file. Throws an ExitError where the file
 * exists.
 */
export async function backup(path: string, job: BackupJob) {
  const handle = await openNew(path, job)
  const sink = await openSink(handle, job.lock)
  const { client, secret } = await openSource(job)
  job.say('正在备份……')
  const archive = writeArchive(sink)
  await archive.add(archiveEntries.first, Buffer.from(readMe))
  const manifest = await addAll(client, archive, job)
  const key = Buffer.from(secret.key)
  await archive.add(archiveEntries.key, key)
  manifest.key.sha256 = createHash('sha256').update(key).digest('hex')
  await archive.add(archiveEntries.manifest, Buffer.from(JSON.stringify(manifest, undefined, 1)))
  const size = await archive.seal()
  await handle.close()
  if (existsSync(path)) throw alreadyThere(path)
  await rename(`${path}.part`, path)
  job.say(`备份完成：${path}`)
  for (const line of describe(manifest, size)) job.say(line)
  const { recipient, passphrase } = job.lock
  if (recipient) job.say('备份已加密，只有这个公钥的私钥能打开它：请把私钥保管在别处，丢了就打不开。')
  else if (passphrase) job.say('备份已加密，只有口令能打开它：忘了就打不开。')
  else job.say('备份里有密钥，拿到它就能读出全部数据：请像保管数据一样保管它，或者加密备份。')
}

const alreadyThere = (path: string) => new ExitError('backupFile', `${path} 已经存在，备份不会覆盖它。请换一个文件名。`)

async function openNew(path: string, { onEnd }: BackupJob): Promise<FileHandle> {
  if (existsSync(path)) throw alreadyThere(path)
  const part = `${path}.part`
  try {
    const handle = await open(part, 'wx', 0o600)
    onEnd(async () => {
      await handle.close().catch(() => {})
      rmSync(part, { force: true })
    })
    return handle
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new ExitError('backupFile', `无法写入 ${part}（${code}）。请检查文件夹是否存在、是否有写入的权限。`)
    throw new ExitError(
      'backupFile',
      `${part} 已经存在：另一个备份正在写它，或上次的备份中途断了。确认没有备份在运行后，删除它再试。`,
    )
  }
}

async function addAll(client: pg.Client, archive: ArchiveWriter, job: BackupJob): Promise<Manifest> {
  await seeAll(client)
  await client.query(`begin isolation level repeatable read read only; ${asText}`)
  const time = new Date().toISOString()
  const people = await countPeople(client)
  // Copies files first: few of them are left to copy when some are deleted meanwhile.
  const { files, missing, altered } = await addFiles(archive, await filesOf(client), job.settings)
  const tables: TableEntry[] = []
  for (const table of await listTables(client)) tables.push(await addTable(client, archive, table))
  const sequences = await readSequences(client)
  const unproven = await readUnproven(client)
  const { rows } = await client.query('select name from kysely_migration order by name')
  await client.query('commit')
  const lost = await findLost(client, missing)
  if (lost > 0)
    job.warn(`注意：有 ${countText(lost)} 个文件在数据目录里找不到，备份里没有它们。请检查 DATA_DIR 是否是原来的目录。`)
  if (altered > 0) job.warn(`注意：有 ${countText(altered)} 个文件和上传时不一样，可能磁盘有损坏；备份里是它们现在的样子。`)
  const migrations = rows.map(({ name }) => name)
  return {
    format: backupFormat,
    product: build.version,
    commit: build.commit,
    migrations,
    time,
    people,
    tables,
    unproven,
    sequences,
    files,
    missing,
    key: { sha256: '' },
  }
}

async function readUnproven(client: pg.Client): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query(`select c.relname as "table", k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where not k.convalidated and k.connamespace = 'public'::regnamespace and k.contype in ('c', 'f') order by 1, 2`)
  return rows
}

async function countPeople(client: pg.Client): Promise<Manifest['people']> {
  const count = (table: string) => `(select count(*)::int from ${table} where stt <> '0')`
  const { rows } = await client.query(
    `select ${count('ent')} as enterprises, ${count('emp')} as employees, ${count('stu')} as students, ${count('ptr')} as parents`,
  )
  return rows[0]
}

/** Writes a table in parts of a few megabytes, each compressed by itself; one after another they are one compressed text. */
async function addTable(client: pg.Client, archive: ArchiveWriter, table: BackupTable): Promise<TableEntry> {
  const digest = digestRows()
  let waiting: Buffer[] = []
  let length = 0
  let part = 0
  const flush = async () => {
    if (length === 0) return
    const content = await compress(Buffer.concat(waiting, length))
    waiting = []
    length = 0
    await archive.add(archiveEntries.part(table.name, ++part), content)
  }
  for await (const chunk of client.query(to(copyOut(table))) as AsyncIterable<Buffer>) {
    digest.add(chunk)
    waiting.push(chunk)
    length += chunk.length
    if (length >= partSize) await flush()
  }
  await flush()
  return { name: table.name, columns: table.columns, partition: table.partition, ...digest.end() }
}

// Reads counters last: they stand outside of transactions, and so are never behind the rows of the snapshot.
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query(`select format('%I', relname) as quoted, relname::text as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace order by 2`)
  const sequences: Manifest['sequences'] = []
  for (const { quoted, name } of rows) {
    const read = await client.query(`select last_value::text as last, is_called as called from public.${quoted}`)
    sequences.push({ name, ...read.rows[0] })
  }
  return sequences
}
