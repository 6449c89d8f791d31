import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

/** Describes a file of an archive; `read` gives its content when its turn has come, undefined where it is gone. */
export type ZipEntry = { name: string; read: () => Promise<Buffer | undefined> }

/** Limits the bytes of an archive of this kind, whose places are written with 32 bits. */
export const mostZipped = 2 * 2 ** 30
/** Limits its files, which are counted with 16 bits. */
export const mostEntries = 60_000

// Marks names as UTF-8, and contents as they are: pictures and office files are packed already.
const [utf8, stored] = [0x800, 0]

/** Writes files into an archive, one after the other, so that it never lies in memory as a whole. */
export const writeZip = (path: string, entries: Iterable<ZipEntry>) =>
  pipeline(Readable.from(partsOf(entries), { objectMode: false }), createWriteStream(path, { mode: 0o600, flags: 'wx' }))

async function* partsOf(entries: Iterable<ZipEntry>) {
  const listed: Buffer[] = []
  let offset = 0
  for (const { name, read } of entries) {
    const content = await read()
    if (!content) continue
    const named = Buffer.from(name)
    const facts = factsOf(content, named, new Date())
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, named])
    yield local
    yield content
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    listed.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, place, named]))
    offset += local.length + content.length
  }
  const list = Buffer.concat(listed)
  yield list
  yield endOf({ count: listed.length, size: list.length, offset })
}

function factsOf(content: Buffer, named: Buffer, at: Date) {
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)
  const facts = Buffer.alloc(26)
  for (const [i, value] of [20, utf8, stored, time, day].entries()) facts.writeUInt16LE(value, i * 2)
  for (const [i, value] of [crc32(content), content.length, content.length].entries()) facts.writeUInt32LE(value, 10 + i * 4)
  facts.writeUInt16LE(named.length, 22)
  return facts
}

function endOf({ count, size, offset }: { count: number; size: number; offset: number }) {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
