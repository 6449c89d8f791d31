import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openFiles } from '../files.ts'
import { Stop } from '../stop.ts'
import type { Backup } from './check.ts'

/** A data folder that several installations shared could hold another's file under the same number. */
export async function checkFiles({ manifest }: Backup, dataDir: string) {
  const { pathOf } = openFiles(dataDir)
  for (const { entNo, fileNo, sha256 } of manifest.files) {
    const path = pathOf(entNo, fileNo)
    if (existsSync(path) && (await hashOf(path)) !== sha256)
      throw new Stop('notEmpty', `数据目录里已有另一个文件 ${path}，恢复不会覆盖它。请用 DATA_DIR 指定一个空的目录。`)
  }
}

async function hashOf(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk)
  return digest.digest('hex')
}

/** Each file appears under its name only when all of it is on the disk, so that a second restore finds it whole or not at all. */
export async function placeFiles({ manifest, fileContent }: Backup, dataDir: string) {
  const { root, pathOf } = openFiles(dataDir)
  await mkdir(root, { recursive: true, mode: 0o700 })
  for (const file of manifest.files) {
    const path = pathOf(file.entNo, file.fileNo)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const handle = await open(`${path}.part`, 'w', 0o600)
    try {
      for await (const chunk of fileContent(file)) await handle.appendFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(`${path}.part`, path)
  }
}
