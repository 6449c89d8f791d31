import { createXmlReader, type XmlHandler } from '#server/base/xml.ts'
import { SheetRefusal } from './sheet.limits.ts'

/** Describes the reader of a part of a workbook. */
export type PartHandler = Pick<XmlHandler, 'open' | 'close' | 'text'>

// Limits the depth; the parts of honest workbooks stay below twenty.
const deepest = 100

/** Reads XML piece by piece, so that a part of 50 MB never stands in memory whole. Throws when it is not well formed. */
export async function readPart(bytes: AsyncIterable<Buffer>, handler: PartHandler): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = createXmlReader({ ...handler, doctype: refuseDoctype }, deepest)
  for await (const chunk of bytes) reader.write(decoder.decode(chunk, { stream: true }))
  reader.write(decoder.decode())
  // Fails for a part that was cut off, which must not pass for one with fewer rows.
  reader.end()
}

function refuseDoctype(): never {
  throw new SheetRefusal('fileBroken', '工作簿中含有文档类型声明（DTD），可能不安全，请在 Excel 或 WPS 中另存为 .xlsx 后再选')
}
