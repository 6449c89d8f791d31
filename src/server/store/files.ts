import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#server/base/fault.ts'
import { type PictureSize, sizeName, sizes } from './pictureSizes.ts'
import { localStore } from './local.ts'
import { type Bucket, s3Store } from './s3.ts'
import { readSpace, type Space } from './space.ts'
import type { OpenedFile, ByteRange } from './store.ts'
import type { Received } from './received.ts'

/** Describes the private files: server-made names, one part of the store per enterprise; nothing in it is served directly. */
export type Files = {
  /** Holds the folder of uploads and downloads in progress, on this machine. */
  root: string
  receive(stream: Readable, name: string, maxBytes: number): Promise<Received>
  discard(received: Received): Promise<void>
  keep(received: Pick<Received, 'path'>, entNo: string, fileNo: string): Promise<void>
  copy(entNo: string, from: string, to: string): Promise<void>
  /** Opens a file; undefined where it is gone. */
  open(entNo: string, fileNo: string, range?: ByteRange): Promise<OpenedFile | undefined>
  /** Works with a copy in the local folder, which is deleted afterwards. */
  borrow<T>(entNo: string, fileNo: string, work: (path: string) => Promise<T>): Promise<T>
  remove(entNo: string, fileNo: string): Promise<void>
  /** Tells the room that is left for files and, where it lies beside them, for the database; at most a second old. */
  space(): Space
}

/** Opens the files of a data folder, and with them the bucket that they lie in, where there is one. */
export function openFiles(dataDir: string, bucket?: Bucket): Files {
  const root = join(dataDir, 'files')
  const arriving = join(root, 'arriving')
  const leaving = join(root, 'leaving')
  const store = bucket ? s3Store(bucket) : localStore(root)
  const keyOf = (entNo: string, fileNo: string) => `${entNo}/${fileNo}`
  for (const folder of [arriving, leaving]) void clearStale(folder)
  let [space, readAt] = [readSpace([]), Number.NEGATIVE_INFINITY]
  const files: Files = {
    root,
    receive: (stream, name, maxBytes) => receive(arriving, stream, { name, maxBytes, requireSpace: () => requireSpace(files) }),
    discard: ({ path }) => rm(path, { force: true }),
    keep: ({ path }, entNo, fileNo) => store.put(keyOf(entNo, fileNo), path),
    copy: (entNo, from, to) => store.copy(keyOf(entNo, from), keyOf(entNo, to)),
    open: (entNo, fileNo, range) => store.open(keyOf(entNo, fileNo), range),
    async remove(entNo, fileNo) {
      const names = [fileNo, ...(Object.keys(sizes) as PictureSize[]).map((size) => sizeName(fileNo, size))]
      await Promise.all(names.map((name) => store.remove(keyOf(entNo, name))))
    },
    space: () => {
      if (performance.now() - readAt > spaceAge)
        [space, readAt] = [readSpace([dataDir, join(dataDir, 'pg18')]), performance.now()]
      return space
    },
    async borrow(entNo, fileNo, work) {
      const opened = await files.open(entNo, fileNo)
      if (!opened) throw new Fault('notFound')
      await mkdir(leaving, { recursive: true, mode: 0o700 })
      const path = join(leaving, randomUUID())
      try {
        await pipeline(opened.content, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
  return files
}

// Limits how old the answer may be, in milliseconds: many calls ask for it.
const spaceAge = 1000

/** Throws noSpace where only the reserve is left, which signing in and the database need. */
export function requireSpace(files: Pick<Files, 'space'>) {
  if (files.space().state === 'full') throw new Fault('noSpace')
}

// Sets how many bytes come in between two looks at the room that is left.
const lookEvery = 8 * 2 ** 20

type Arrival = { name: string; maxBytes: number; requireSpace(): void }

async function receive(folder: string, stream: Readable, { name, maxBytes, requireSpace: look }: Arrival): Promise<Received> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const digest = createHash('sha256')
  const kept = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  let size = 0
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          if (Math.floor(size / lookEvery) < Math.floor((size + chunk.length) / lookEvery)) look()
          size += chunk.length
          if (size > maxBytes) throw new Fault('tooLarge', `文件超过 ${Math.floor(maxBytes / 1024 / 1024)} MB`)
          digest.update(chunk)
          yield chunk
        }
      },
      kept,
    )
  } catch (error) {
    // Waits for a stream that was cut off at once and may still be making its file.
    if (!kept.closed) await new Promise<void>((resolve) => kept.once('close', resolve))
    await rm(path, { force: true })
    throw error
  }
  return { path, name: cleanName(name), size, sha256: digest.digest('hex') }
}

const day = 24 * 3600_000

// Deletes the uploads and downloads that a killed server left unfinished.
async function clearStale(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > day) await rm(path, { force: true })
  }
}

/** Cleans a name that is shown and searched, never used as a path; keeps the end, for it tells the type. */
export const cleanName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(-200)
    .toWellFormed()
