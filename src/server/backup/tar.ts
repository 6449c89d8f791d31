import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** Describes a file inside the archive: where its bytes lie. */
export type TarMember = { name: string; start: number; size: number }

/** Writes an archive that every `tar` opens, member by member. */
export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  /** Adds content too large for memory, whose size in bytes is known. */
  addStream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>
  /** Ends the archive with the checksum of all before it; answers how many bytes the whole has. */
  seal(): Promise<number>
}

const block = 512
/** Names the last member, which holds the checksum of every byte before it. */
const sealName = 'SHA256'
const sealSize = 4 * block

export function writeArchive(handle: Pick<FileHandle, 'sync'> & { appendFile(bytes: Buffer): Promise<void> }): ArchiveWriter {
  const digest = createHash('sha256')
  let length = 0
  const write = async (bytes: Buffer) => {
    digest.update(bytes)
    length += bytes.length
    await handle.appendFile(bytes)
  }
  return {
    async add(name, content) {
      await write(Buffer.concat([headerOf(name, content.length), content, paddingOf(content.length)]))
    },
    async addStream(name, size, content) {
      await write(headerOf(name, size))
      let left = size
      for await (const chunk of content) {
        left -= chunk.length
        if (left < 0) break
        await write(chunk)
      }
      if (left !== 0) throw new Error(`${name} does not have ${size} bytes`)
      await write(paddingOf(size))
    },
    async seal() {
      await handle.appendFile(sealOf(digest.digest('hex')))
      await handle.sync()
      return length + sealSize
    },
  }
}

/** Tells whether every byte is as it was written. */
export async function isTarIntact(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size < sealSize || size % block !== 0) return false
  const digest = createHash('sha256')
  for await (const chunk of contentOf(handle, { start: 0, size: size - sealSize })) digest.update(chunk)
  const seal = await readMember(handle, { start: size - sealSize, size: sealSize })
  return seal.equals(sealOf(digest.digest('hex')))
}

/** Yields the members before the seal; ends early at what this module would not have written. */
export async function* membersOf(handle: FileHandle): AsyncGenerator<TarMember> {
  const end = (await handle.stat()).size - sealSize
  for (let at = 0; at + block <= end; ) {
    const header = await readMember(handle, { start: at, size: block })
    const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (!(size >= 0) || !header.equals(headerOf(name, size))) return
    yield { name, start: at + block, size }
    at += block + size + paddingOf(size).length
  }
}

/** Yields the bytes of a member, piece by piece. */
export async function* contentOf(handle: FileHandle, { start, size }: Omit<TarMember, 'name'>): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const wanted = Math.min(size - read, 2 ** 20)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, start + read)
    if (bytesRead === 0) return
    read += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export async function readMember(handle: FileHandle, member: Omit<TarMember, 'name'>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of contentOf(handle, member)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

// Leaves out times and owners, so that the same content always gives the same bytes.
function headerOf(name: string, size: number): Buffer {
  const digits = size.toString(8).padStart(11, '0')
  if (name.length > 100 || digits.length > 11) throw new Error(`${name} does not fit into an archive`)
  const header = Buffer.alloc(block)
  header.write(name, 0, 'latin1')
  header.write('0000600\x000000000\x000000000\x00', 100, 'latin1')
  header.write(`${digits}\x0000000000000\x00        0`, 124, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\x00 `, 148, 'latin1')
  return header
}

const paddingOf = (size: number) => Buffer.alloc((block - (size % block)) % block)

// Builds one block of name, one of checksum, and the two of zeros that end a tar.
function sealOf(sha256: string): Buffer {
  const seal = Buffer.alloc(sealSize)
  headerOf(sealName, sha256.length).copy(seal)
  seal.write(sha256, block, 'latin1')
  return seal
}
