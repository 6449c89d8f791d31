import { setTimeout } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { upload } from '#contract/shell/upload.contract.ts'
import { fileCookies, type School, type TestServer } from './harness.ts'

export type Content = string | Uint8Array<ArrayBuffer>

export const send = ({ admin }: School, name: string, content: Content) =>
  admin.client.call(upload.upload, { file: new File([content], name) })

export async function fetchFile({ url }: TestServer, link: string, method = 'GET') {
  const response = await fetch(url + link, { method, headers: { cookie: fileCookies.get(url) ?? '' } })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

export async function closeAfterFiles(server: TestServer) {
  // Waits for the connection of a file, which is free a moment after its last byte, and would delay closing.
  await setTimeout(100)
  await server.close()
}

export const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
// Casts a Buffer of sharp, which is on memory of its own, never on shared memory.
export const own = (bytes: Buffer) => bytes as Buffer<ArrayBuffer>

let portraits: Promise<Buffer<ArrayBuffer>> | undefined

/** Makes a picture that is large enough for every kind of photo. */
export async function portrait(): Promise<File> {
  portraits ??= noise(480, 640).jpeg().toBuffer().then(own)
  return new File([await portraits], '照片.jpg')
}

export async function animation() {
  const frames = await Promise.all([1, 2, 3].map(() => noise(60, 40).png().toBuffer()))
  return own(
    await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 200, 300] })
      .toBuffer(),
  )
}

/** Describes a file of a ZIP that is made by hand: a name in bytes of any encoding, and further facts of a strange one. */
export type Entry = {
  name: string | Buffer
  data: Buffer
  flags?: number
  mode?: number
  size?: number
  method?: number
  deflated?: boolean
}

export const zip = (entries: Record<string, string | Buffer>) =>
  zipOf(Object.entries(entries).map(([name, data]) => ({ name, data: Buffer.from(data) })))

/** Makes a ZIP; the declared size of an entry need not be true. */
export function zipOf(entries: readonly Entry[]): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name: given, data, flags, mode = 0, size = data.length, deflated = false, method = deflated ? 8 : 0 } of entries) {
    const name = Buffer.from(given)
    const packed = deflated ? deflateRawSync(data) : data
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    // Marks texts as UTF-8.
    facts.writeUInt16LE(flags ?? (typeof given === 'string' ? 0x800 : 0), 2)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(mode * 2 ** 16, 6)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, name)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed])
    bodies.push(body)
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}

export const contents = (main: string) =>
  `<Types><Override PartName="/main.xml" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`
export const docx = () =>
  zip({ '[Content_Types].xml': contents('wordprocessingml.document'), 'word/document.xml': '<document/>' })

export const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`

export function hugePng() {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
