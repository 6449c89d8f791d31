import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSheets } from '#server/sheet/sheet.ts'
import { zipOf } from './uploads.ts'

/** Returns the path of a file that was saved by a real program. */
export const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
export const contentOf = (name: string) => readFileSync(fixture(name))

/** Describes a part of an archive; `claims` is the declared unpacked size, where it is false. */
export type Part = { name: string; data: Buffer; claims?: number }

/** Writes a malicious archive: names may repeat, sizes may lie. */
export const archive = (parts: Part[]): Buffer =>
  zipOf(parts.map(({ name, data, claims = data.length }) => ({ name, data, size: claims, deflated: true })))

export const part = (name: string, text: string): Part => ({ name, data: Buffer.from(text) })

const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const rels = (list: string) => `<Relationships>${list}</Relationships>`
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

type Book = {
  sheets: { name?: string; xml: string; state?: string }[]
  strings?: string
  styles?: string
  date1904?: boolean
  contentType?: string
}

/** Returns the parts of a workbook whose sheets are written by hand: `xml` is what stands between the worksheet's tags. */
export function partsOf({ sheets, strings, styles, date1904, contentType = main }: Book): Part[] {
  const named = sheets.map((sheet, i) => ({ ...sheet, name: sheet.name ?? `Sheet${i + 1}` }))
  const list = named.map(
    ({ name, state }, i) => `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="r${i}"/>`,
  )
  return [
    part('[Content_Types].xml', `<Types><Override PartName="/xl/workbook.xml" ContentType="${contentType}"/></Types>`),
    part('_rels/.rels', rels(relation('r1', 'officeDocument', 'xl/workbook.xml'))),
    part(
      'xl/workbook.xml',
      `<?xml version="1.0"?><workbook xmlns:r="r">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${list.join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      rels(
        named.map((_, i) => relation(`r${i}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('') +
          relation('s', 'sharedStrings', 'sharedStrings.xml') +
          relation('t', 'styles', '/xl/styles.xml'),
      ),
    ),
    ...(strings === undefined ? [] : [part('xl/SharedStrings.xml', `<sst>${strings}</sst>`)]),
    ...(styles === undefined ? [] : [part('xl/styles.xml', `<styleSheet>${styles}</styleSheet>`)]),
    ...named.map(({ xml }, i) => part(`xl/worksheets/sheet${i + 1}.xml`, `<worksheet>${xml}</worksheet>`)),
  ]
}

/** Returns a cell of a sheet, and one that holds its text itself. */
export const cell = (value: string | number, more = '') => `<c ${more}><v>${value}</v></c>`
export const text = (written: string) => `<c t="inlineStr"><is><t>${written}</t></is></c>`

export const sheetOf = (rows: string, after = '') => ({ xml: `<sheetData>${rows}</sheetData>${after}` })

/** Reads content as if it had been uploaded. */
export async function read(content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-test-'))
  try {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    return await readSheets(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const readBook = (book: Book) => read(archive(partsOf(book)))

/** Reads the cells of the only row of the only sheet. */
export const readCells = async (cells: string, more: Omit<Book, 'sheets'> = {}) =>
  (await readBook({ sheets: [sheetOf(`<row>${cells}</row>`)], ...more }))[0]?.rows[0]

/** Returns the number of the fault and its sentence. */
export async function refusal(content: Buffer): Promise<[string, string]> {
  try {
    await read(content)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return [code, message]
  }
  throw new Error('read without a fault')
}
