import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { Fault } from '#server/base/fault.ts'

/** Describes a file of a ZIP: its readable name and folder, and its type by its name. */
export type Zipped = { name: string; folder: string; type: string; isLink: boolean; entry: yauzl.Entry }

export type Zip = { files: Zipped[]; read(file: Zipped): Readable; close(): void }

// Allows twice the entries for those that a Mac and Windows add on their own, which are skipped.
const mostRecords = 4

/**
 * Opens a ZIP that people made. Throws fileBroken for one that is none, that is locked, or that holds more files or bytes than
 * allowed.
 */
export async function openZip(path: string, most: { entries: number; totalBytes: number }): Promise<Zip> {
  const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(() => {
    throw new Fault('fileBroken', '这不是 ZIP 压缩包，或者没有传完整；RAR、7z 请先解压，再压缩成 ZIP')
  })
  try {
    const files = await listFiles(zip, most)
    return { files, read: ({ entry }) => readEntry(zip, entry), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error instanceof Fault ? error : new Fault('fileBroken', '压缩包已损坏，请重新压缩后再上传')
  }
}

// Opens it when it is read and not before: a broken one would fail while nobody is listening.
function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Readable {
  if (!entry.canDecodeFileData()) throw new Fault('fileType', '它的压缩方式读不了，请用普通方式重新压缩')
  return Readable.from(
    (async function* () {
      yield* await zip.openReadStreamPromise(entry)
    })(),
    { objectMode: false },
  )
}

async function listFiles(zip: yauzl.ZipFile, most: { entries: number; totalBytes: number }): Promise<Zipped[]> {
  const tooMany = (count: number) => new Fault('tooLarge', `压缩包里有 ${count} 个文件，一次最多 ${most.entries} 个，请分成几份`)
  if (zip.entryCount > most.entries * mostRecords) throw tooMany(zip.entryCount)
  const entries: yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const decode = decoderOf(entries)
  const files = entries.flatMap((entry): Zipped[] => {
    const parts = decode(entry).replaceAll('\\', '/').split('/')
    if (parts[0] === '' || parts.includes('..') || /^[A-Za-z]:$/.test(parts[0] ?? ''))
      throw new Fault('fileBroken', '压缩包里有指向外面的路径，不安全；请重新压缩后再上传')
    const name = parts.pop() ?? ''
    if (name === '' || isLitter(parts, name)) return []
    if (entry.isEncrypted()) throw new Fault('fileBroken', '压缩包加了密码，请去掉密码，重新压缩后再上传')
    const type = name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : ''
    // Reads the mode that Unix gives a file from the upper half.
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000
    return [{ name, folder: parts.join('/'), type, isLink, entry }]
  })
  if (files.length > most.entries) throw tooMany(files.length)
  if (files.length === 0) throw new Fault('fileBroken', '压缩包里没有文件')
  const total = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (total > most.totalBytes) throw new Fault('tooLarge', `压缩包展开后超过 ${most.totalBytes / 2 ** 30} GB，请分成几份`)
  return files
}

const isLitter = (folders: readonly string[], name: string) =>
  folders.includes('__MACOSX') || /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i.test(name)

const utf8 = new TextDecoder('utf-8', { fatal: true })
const gb18030 = new TextDecoder('gb18030')
const isUtf8 = (bytes: Buffer) => {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Reads names: UTF-8 where they say so; a Mac writes UTF-8 without saying it, and Windows in China GBK. */
function decoderOf(entries: readonly yauzl.Entry[]) {
  const saysUtf8 = ({ generalPurposeBitFlag }: yauzl.Entry) => (generalPurposeBitFlag & 0x800) !== 0
  // Decides for all names together: a short name in GBK may look like UTF-8 by chance.
  const silent = entries.every((entry) => saysUtf8(entry) || isUtf8(entry.fileNameRaw))
  return (entry: yauzl.Entry) => {
    if (saysUtf8(entry)) return entry.fileNameRaw.toString('utf8').normalize()
    const written = entry.extraFields.some(({ id }) => id === 0x7075)
    if (written) return yauzl.getFileNameLowLevel(0, entry.fileNameRaw, entry.extraFields, false).normalize()
    return (silent ? utf8 : gb18030).decode(entry.fileNameRaw).normalize()
  }
}
