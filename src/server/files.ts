import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault } from './fault.ts'

/** A file that arrived and is not kept yet. */
export type Received = { path: string; name: string; size: number; sha256: string }

/** The private store of files: server-made names, one folder per enterprise; nothing in it is served directly. */
export type Files = {
  root: string
  receive(stream: Readable, name: string, maxBytes: number): Promise<Received>
  keep(received: Received, entNo: string, fileNo: string): Promise<void>
  pathOf(entNo: string, fileNo: string): string
  remove(entNo: string, fileNo: string): Promise<void>
  discard(received: Received): Promise<void>
}

export function openFiles(dataDir: string): Files {
  const root = join(dataDir, 'files')
  const arriving = join(root, 'arriving')
  const pathOf = (entNo: string, fileNo: string) => join(root, entNo, fileNo)
  for (const folder of ['arriving', 'leaving']) void clearStale(join(root, folder))
  return {
    root,
    pathOf,
    async receive(stream, name, maxBytes) {
      await mkdir(arriving, { recursive: true, mode: 0o700 })
      const path = join(arriving, randomUUID())
      const digest = createHash('sha256')
      const kept = createWriteStream(path, { mode: 0o600, flags: 'wx' })
      let size = 0
      try {
        await pipeline(
          stream,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length
              if (size > maxBytes) throw new Fault('tooLarge', `文件超过 ${Math.floor(maxBytes / 1024 / 1024)} MB`)
              digest.update(chunk)
              yield chunk
            }
          },
          kept,
        )
      } catch (error) {
        // A stream that is cut off at once may still be making its file.
        if (!kept.closed) await new Promise<void>((resolve) => kept.once('close', resolve))
        await rm(path, { force: true })
        throw error
      }
      return { path, name: cleanName(name), size, sha256: digest.digest('hex') }
    },
    async keep(received, entNo, fileNo) {
      await mkdir(join(root, entNo), { recursive: true, mode: 0o700 })
      await rename(received.path, pathOf(entNo, fileNo))
    },
    remove: (entNo, fileNo) => rm(pathOf(entNo, fileNo), { force: true }),
    discard: ({ path }) => rm(path, { force: true }),
  }
}

const day = 24 * 3600_000

// What a killed server left of uploads and downloads that never finished.
async function clearStale(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > day) await rm(path, { force: true })
  }
}

// A name is shown and searched, never used as a path; the end stays, for it tells the type.
const cleanName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(-200)
    .toWellFormed()

/** The first bytes of a file, which tell its type. */
export async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
