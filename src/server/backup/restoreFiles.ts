import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { openFiles } from '#server/store/files.ts'
import type { Env } from '#server/process/env.ts'
import { ExitError } from '#server/base/exit.ts'
import type { Backup } from './check.ts'

type Place = Pick<Env, 'dataDir' | 'bucket'>

/** Refuses files that exist already with other content: in a shared store another installation may have the same number. */
export async function refuseDifferingFiles({ manifest }: Backup, { dataDir, bucket }: Place) {
  const stored = openFiles(dataDir, bucket)
  for (const { entNo, fileNo, sha256 } of manifest.files) {
    const there = await stored.open(entNo, fileNo)
    if (there && (await hashOf(there.content)) !== sha256)
      throw new ExitError(
        'notEmpty',
        bucket
          ? `存储桶 ${bucket.bucket} 里已有另一个文件 ${entNo}/${fileNo}，恢复不会覆盖它。请用 S3_BUCKET 指定一个空的存储桶。`
          : `数据目录里已有另一个文件 ${join(stored.root, entNo, fileNo)}，恢复不会覆盖它。请用 DATA_DIR 指定一个空的目录。`,
      )
  }
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of content) digest.update(chunk)
  return digest.digest('hex')
}

/** Writes each file under its name only when all of it is on the disk, so that a second restore finds it whole or not at all. */
export async function placeFiles({ manifest, fileContent }: Backup, { dataDir, bucket }: Place) {
  const stored = openFiles(dataDir, bucket)
  const arriving = join(stored.root, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  for (const file of manifest.files) {
    const path = join(arriving, randomUUID())
    const handle = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of fileContent(file)) await handle.appendFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await stored.keep({ path }, file.entNo, file.fileNo)
  }
}
