import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Describes a file of an archive; `read` opens its content when its turn has come, undefined where it is gone. */
export type ZipEntry = { name: string; read: () => Promise<Readable | undefined> }

/** Writes files into an archive, one after the other and as they are, so that none of them lies in memory as a whole. */
export async function writeZip(path: string, entries: Iterable<ZipEntry>) {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  // Leaves it to the end to tell of what fails while a file is added.
  written.catch(() => {})
  for (const { name, read } of entries) {
    const content = await read()
    if (!content) continue
    // Keeps contents as they are: pictures and office files are packed already.
    zip.addReadStream(content, name, { compress: false })
    await Promise.race([finished(content, { writable: false }), written])
  }
  zip.end()
  await written
}
