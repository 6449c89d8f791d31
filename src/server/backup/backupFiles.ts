import { createHash } from 'node:crypto'
import type pg from 'pg'
import { openFiles } from '#server/store/files.ts'
import type { Env } from '#server/process/env.ts'
import type { OpenedFile } from '#server/store/store.ts'
import type { ArchiveWriter } from './tar.ts'
import { type FileEntry, type Manifest, archiveEntries } from './manifest.ts'

type Missing = Manifest['missing']

/** Lists the files that the snapshot names: some hundred bytes for each, so the list is kept in memory. */
export async function filesOf(client: pg.Client): Promise<FileEntry[]> {
  const { rows } = await client.query('select ent_no, file_no, size, sha256 from file order by ent_no, file_no')
  return rows.map(({ ent_no, file_no, size, sha256 }) => ({ entNo: ent_no, fileNo: file_no, size, sha256 }))
}

/**
 * Copies files, whose content never changes once they have a row. One that is gone by now was deleted after the snapshot, as an
 * imported workbook is that nothing else refers to: its row is restored, and a link to it answers like every outdated one.
 */
export async function addFiles(archive: ArchiveWriter, wanted: FileEntry[], { dataDir, bucket }: Env) {
  const stored = openFiles(dataDir, bucket)
  const files: FileEntry[] = []
  const missing: Missing = []
  let altered = 0
  for (const { entNo, fileNo, sha256 } of wanted) {
    const opened = await stored.open(entNo, fileNo)
    if (!opened) missing.push({ entNo, fileNo, lost: false })
    else {
      const file = { entNo, fileNo, ...(await addFile(archive, archiveEntries.file({ entNo, fileNo }), opened)) }
      files.push(file)
      if (file.sha256 !== sha256) altered++
    }
  }
  return { files, missing, altered }
}

async function addFile(archive: ArchiveWriter, name: string, { content: stored, size }: OpenedFile) {
  const digest = createHash('sha256')
  const content = async function* () {
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      digest.update(chunk)
      yield chunk
    }
  }
  await archive.addStream(name, size, content())
  return { size, sha256: digest.digest('hex') }
}

/** Marks those whose row is still there: they were not deleted but lost. Answers how many. */
export async function findLost(client: pg.Client, missing: Missing): Promise<number> {
  const { rows } = await client.query(
    `select f.ent_no, f.file_no from unnest($1::text[], $2::text[]) gone (ent_no, file_no) join file f using (ent_no, file_no)`,
    [missing.map(({ entNo }) => entNo), missing.map(({ fileNo }) => fileNo)],
  )
  const still = new Set(rows.map(({ ent_no, file_no }) => `${ent_no}/${file_no}`))
  for (const one of missing) one.lost = still.has(`${one.entNo}/${one.fileNo}`)
  return still.size
}
