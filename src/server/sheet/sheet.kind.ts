import { readFile } from 'node:fs/promises'
import { readStart } from '#server/store/readStart.ts'
import { brokenWorkbook, SheetRefusal } from './sheet.limits.ts'

const isArchive = (start: Buffer) => start.toString('latin1', 0, 4) === 'PK\x03\x04'
// Recognises the container of old Office files, and new ones under a password.
const isContainer = (start: Buffer) => start.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1'

/**
 * Returns what a file is instead of an .xlsx workbook, by its first bytes; undefined for an archive, whose parts tell the rest.
 */
export async function strangerIn(path: string): Promise<SheetRefusal | undefined> {
  const start = await readStart(path)
  if (start.length === 0) return new SheetRefusal('fileBroken', '文件是空的')
  if (isArchive(start)) return undefined
  if (isContainer(start)) return strangerInContainer(await readFile(path))
  const text = textOf(start)
  if (/<(?:!doctype )?html|<table|<head|<meta/i.test(text))
    return new SheetRefusal('fileType', '这是网页（HTML），不是 .xlsx 工作簿，请用 Excel 或 WPS 打开后另存为 .xlsx')
  if (/urn:schemas-microsoft-com:office:spreadsheet|mso-application/.test(text))
    return new SheetRefusal('fileType', '这是 XML 表格，不是 .xlsx 工作簿，请用 Excel 或 WPS 打开后另存为 .xlsx')
  if (!text.includes('\0'))
    return new SheetRefusal('fileType', '这是文本文件（如 .csv），不是 .xlsx 工作簿，请用 Excel 或 WPS 打开后另存为 .xlsx')
  return brokenWorkbook()
}

function strangerInContainer(content: Buffer): SheetRefusal {
  const holds = (stream: string) => content.includes(Buffer.from(stream, 'utf16le'))
  if (holds('EncryptedPackage'))
    return new SheetRefusal('fileType', '工作簿设有打开密码，请在 Excel 或 WPS 中去掉密码并另存为 .xlsx 后再选')
  if (holds('Workbook') || holds('Book')) return new SheetRefusal('fileType', '这是旧版 .xls，请另存为 .xlsx')
  return new SheetRefusal('fileType', '这不是 Excel 工作簿，请选择 .xlsx 文件')
}

const textOf = (start: Buffer) =>
  ['fffe', 'feff'].includes(start.toString('hex', 0, 2))
    ? new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(start)
    : start.toString('latin1')
