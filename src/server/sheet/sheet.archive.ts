import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { brokenWorkbook, limits, SheetRefusal } from './sheet.limits.ts'
import { type PartHandler, readPart } from './sheet.xml.ts'

/**
 * Describes the parts of a workbook by name, whatever the case: some programs write xl/SharedStrings.xml and ask for
 * xl/sharedStrings.xml.
 */
export type Archive = {
  names: string[]
  has(name: string): boolean
  read(name: string, handler: PartHandler): Promise<void>
  close(): void
}

export async function openArchive(path: string): Promise<Archive> {
  const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true })
  const entries = await listEntries(zip)
  let total = 0
  async function* unpack(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw brokenWorkbook()
    let size = 0
    let sum = 0
    // Counts the bytes as they come, for the directory may lie about sizes.
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += chunk.length
      total += chunk.length
      sum = crc32(chunk, sum)
      if (size > limits.entryBytes || total > limits.totalBytes) throw tooLarge()
      yield chunk
    }
    if (sum !== entry.crc32) throw brokenWorkbook()
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name.toLowerCase()),
    read: (name, handler) => readPart(unpack(name), handler),
    close: () => zip.close(),
  }
}

async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > limits.entries) throw tooLarge()
  const entries = new Map<string, yauzl.Entry>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize
    if (entry.uncompressedSize > limits.entryBytes || total > limits.totalBytes) throw tooLarge()
    // Refuses two parts of one name, of which every program picks another: what was checked must be what is read.
    if (entries.has(entry.fileName.toLowerCase())) throw brokenWorkbook()
    entries.set(entry.fileName.toLowerCase(), entry)
  }
  return entries
}

const tooLarge = () => new SheetRefusal('tooLarge', '工作簿展开后过大')
