import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { Fault } from '#server/base/fault.ts'

/** Maps office files that are archives to the name of the main part in their list of contents. */
const mainParts = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
}
export type OfficeType = keyof typeof mainParts

const mostEntries = 10_000
const mostBytes = 2 ** 20

export const isOffice = (type: string): type is OfficeType => Object.hasOwn(mainParts, type)

/** Tells whether an archive is an office file of this very type; throws a fault that says so for one with macros. */
export async function isOfficeFile(path: string, type: OfficeType): Promise<boolean> {
  const list = await readContents(path).catch(() => '')
  if (/macroEnabled\.main\+xml"/i.test(list)) throw new Fault('fileType', `文件带有宏，请另存为不带宏的 .${type} 后再选`)
  return list.includes(`"${mainParts[type]}"`)
}

// Unpacks only the list of contents, and never more of it than an honest one has.
async function readContents(path: string): Promise<string> {
  const archive = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true })
  try {
    if (archive.entryCount > mostEntries) return ''
    for await (const entry of archive.eachEntry())
      if (entry.fileName === '[Content_Types].xml')
        return entry.uncompressedSize > mostBytes ? '' : await text(await archive.openReadStreamPromise(entry))
    return ''
  } finally {
    archive.close()
  }
}
