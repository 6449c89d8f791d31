import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** Maps office files that are archives to the name of the main part in their list of contents. */
const mainParts = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
}
type OfficeType = keyof typeof mainParts

const mostEntries = 10_000
const mostBytes = 2 ** 20

export const isOffice = (type: string): type is OfficeType => Object.hasOwn(mainParts, type)

/** Returns the list of contents of an archive, empty where it has none. */
export const officeContents = (path: string): Promise<string> => readContents(path).catch(() => '')

/** Tells whether a list of contents names macros, whatever the name of the file claims. */
export const hasMacros = (list: string): boolean => list.toLowerCase().includes('macroenabled.main+xml"')

/** Tells whether a list of contents is that of an office file of this very type. */
export const isOfficeFile = (list: string, type: OfficeType): boolean => list.includes(`"${mainParts[type]}"`)

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
