import type { Archive } from './sheet.archive.ts'
import { cleanText } from './sheet.text.ts'

/** Reads the texts that cells refer to by number, without the pronunciation above a name (拼音指南). */
export async function readStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let inText = false
  let inReading = false
  await archive.read(part, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') inReading = true
      else if (tag === 't') inText = !inReading
    },
    text(piece) {
      if (inText) text += piece
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') inReading = false
      else if (tag === 'si') strings.push(cleanText(text))
    },
  })
  return strings
}
